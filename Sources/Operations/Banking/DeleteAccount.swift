public import Contract
import Kernel
import Ledger
import Providers
import SQL
import Store
import Synchronization

extension BankingOperations {
    /// Unlinks an account: it leaves every list at once, and so do its transactions, in pieces.
    ///
    /// What a stop leaves is completed by ``syncDueItems(_:)``. The last account of an item gives
    /// the item up at the provider.
    ///
    /// - Throws: ``Problem`` `notFound` when it is not one of the caller's, `conflict` for a card
    ///   that Guardian charges, a wallet, or an account of no bank; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func deleteAccount(
        _ input: API.Banking.AccountRequest,
        _ call: Call
    ) async throws -> API.Banking.SuccessResponse {
        let unlinked = UnlinkedAccount()
        let answer = try await writing(call) { session, membership in
            let listed = try ListedAccounts.list(of: membership.member, in: session)
                .first { $0.number.value == input.id }.orNotFound()
            guard let record = listed.bank else {
                throw Problem(.conflict, "This account is not linked and cannot be unlinked")
            }
            let item = try Self.unlink(record, call, in: session)
            unlinked.set(record.account, item)
            return API.Banking.SuccessResponse(message: "Account unlinked")
        }
        guard let (account, item) = unlinked.value else { return answer }
        try await clear(account, call)
        if let item { _ = try? await giveUp(item, call) }
        return answer
    }

    /// Hides an account, and its item when this was the last one.
    ///
    /// - Returns: The item that is to be given up at the provider.
    private static func unlink(
        _ record: BankAccountRecord,
        _ call: Call,
        in session: any Session
    ) throws -> BankItemRecord? {
        var removed = record
        removed.removedAt = call.now
        removed.isClearing = true
        try BankAccounts.save(removed, in: session)
        guard let id = record.item, var item = try BankItems.find(id, in: session) else {
            return nil
        }
        let others = try BankAccounts.list(of: id, in: session)
        guard !others.contains(where: \.isLinked) else { return nil }
        item.leave(at: call.now)
        try BankItems.save(item, in: session)
        return item
    }

    /// Withdraws what an account has that was unlinked or reset, a piece in each transaction.
    ///
    /// `running`, `patience`: The call that waits for it, and how long; for ever when `nil`.
    ///
    /// - Throws: ``PostingRefusal``; `DatabaseError`.
    func clear(
        _ account: ID<Entity.Account>,
        _ call: Call,
        of running: RunningCall? = nil,
        patience: Duration? = nil
    ) async throws {
        var last: BankRecords.Place?
        while !Task.isCancelled {
            if let running, let patience, running.hasTaken(patience) { return }
            let start = last
            let next = try await database.write { session in
                try clearPiece(of: account, after: start, call, in: session)
            }
            guard let next else { return }
            last = next
        }
    }

    /// - Returns: How far it came; `nil` when nothing is left to withdraw.
    private func clearPiece(
        of id: ID<Entity.Account>,
        after last: BankRecords.Place?,
        _ call: Call,
        in session: any Session
    ) throws -> BankRecords.Place? {
        guard var record = try BankAccounts.find(id, in: session), record.isClearing else {
            return nil
        }
        let rows = try BankRecords.list(
            of: id,
            after: last,
            most: Limits.bankPieceRows,
            in: session
        )
        let meant = rows.map(\.record).filter { $0.isShown || record.forgetsEdits }
        if !meant.isEmpty { try withdraw(meant, of: record, call, in: session) }
        guard rows.count < Limits.bankPieceRows else { return rows.last?.place }
        record.isClearing = false
        try BankAccounts.save(record, in: session)
        return nil
    }

    private func withdraw(
        _ rows: [BankRecord],
        of record: BankAccountRecord,
        _ call: Call,
        in session: any Session
    ) throws {
        let member = try Members.find(record.member, in: session)
            .orCorrupt("an account at a bank belongs to nobody")
        let head = try Households.head(of: member.household, in: session)
            .orCorrupt("a household has no chain")
        let account = try Accounts.find(record.account, of: member.household, in: session)
            .orCorrupt("an account at a bank is not opened")
        var ledger = try LedgerWriter(head, catalogue, in: session)
        if record.forgetsEdits { try ledger.forgetEdits(of: rows, by: member.id, call) }
        var book = try BankBook(
            account,
            in: ledger,
            reportedBy: banks.provider.name.rawValue,
            call
        )
        let shown = rows.filter(\.isShown)
        try book.withdraw(shown)
        try book.write()
        ledger = book.ledger
        try ledger.absorb(shown.map(\.withdrawn), of: account, call)
    }
}

extension BankItemRecord {
    /// Leaves it to be given up at its provider; whoever reads it ends.
    mutating func leave(at now: Timestamp) {
        state = .removed
        lease = nil
        leasedUntil = nil
        lookAt = now
    }
}

/// What a transaction, which may run again, found to be done after it.
private final class UnlinkedAccount: Sendable {
    private let found = Mutex<(account: ID<Entity.Account>, item: BankItemRecord?)?>(nil)

    var value: (account: ID<Entity.Account>, item: BankItemRecord?)? { found.withLock { $0 } }

    func set(_ account: ID<Entity.Account>, _ item: BankItemRecord?) {
        found.withLock { $0 = (account, item) }
    }
}
