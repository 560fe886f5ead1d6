public import Contract
import Kernel
import Ledger
import SQL
import Store
import Synchronization

extension InsightsOperations {
    /// Forgets what banks, files and the demo household brought the caller, with its edits and what
    /// was written of its months.
    ///
    /// Accounts and their balances stay, and are as if they had never been read. What takes longer
    /// than a call should follows by the job that reads banks, and so does what a provider does not
    /// give up now.
    ///
    /// - Throws: ``Problem`` `unauthenticated`, `conflict`; ``ReplayedAnswer``; ``PostingRefusal``;
    ///   `DatabaseError`.
    public func resetTransactions(
        _ input: API.Insights.TransactionsResetRequest,
        _ call: Call
    ) async throws -> API.Insights.TransactionsResetResponse {
        let running = RunningCall(call)
        // The transaction may run again; what it found last is what is to be done.
        let found = Mutex<(accounts: [ID<Entity.Account>], items: [BankItemRecord])>(([], []))
        let answer = try await writing(call) { session, membership in
            let unlinks = input.unlinkPlaid ?? false
            let items = try Self.reset(membership, unlinking: unlinks, call, in: session)
            try Highlights.removeAll(of: membership.member, in: session)
            let accounts = try BankAccounts.list(of: membership.member, in: session)
                .filter(\.isClearing).map(\.account)
            found.withLock { $0 = (accounts, items) }
            return API.Insights.TransactionsResetResponse(traceID: call.trace)
        }
        let (accounts, items) = found.withLock { $0 }
        let patience = Duration.milliseconds(Limits.syncAnswerMilliseconds)
        for account in accounts {
            // Withdrawn as of the call, however long it takes: the books then tell of one reset.
            try await banking.clear(account, call, of: running, patience: patience)
        }
        for item in items where !running.hasTaken(patience) {
            _ = try? await banking.giveUp(item, running.current)
        }
        return answer
    }

    /// Marks everything as never read, so that it is withdrawn.
    ///
    /// - Returns: The items that are to be given up at the provider.
    private static func reset(
        _ membership: Membership,
        unlinking: Bool,
        _ call: Call,
        in session: any Session
    ) throws -> [BankItemRecord] {
        for var record in try BankAccounts.list(of: membership.member, in: session)
        where record.removedAt == nil {
            let account = try Accounts.find(
                record.account,
                of: membership.household,
                in: session
            ).orCorrupt("an account at a bank is not opened")
            record.reset(holding: account.totals.balanceMinor)
            if unlinking, record.item != nil { record.unlinkAfterReset(at: call.now) }
            try BankAccounts.save(record, in: session)
        }
        var items = try BankItems.list(of: membership.member, in: session)
        for place in items.indices {
            items[place].reset(call)
            if unlinking { items[place].leave(at: call.now) }
            try BankItems.save(items[place], in: session)
        }
        return unlinking ? items : []
    }
}

extension BankItemRecord {
    /// Notes that it was never read; whoever reads it ends, and it is not read again at once.
    fileprivate mutating func reset(_ call: Call) {
        cursor = nil
        isHistoryComplete = false
        syncedAt = nil
        counts = Counts()
        lease = nil
        leasedUntil = nil
        lookAt = max(lookAt ?? call.now, nextRead(call))
    }
}
