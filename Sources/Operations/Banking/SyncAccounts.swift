public import Contract
import Kernel
import SQL
import Store

extension BankingOperations {
    /// Reads the caller's linked accounts at their banks, now.
    ///
    /// One sync of an item runs at a time: a second call waits for it, and tells what it brought.
    ///
    /// - Throws: ``Problem`` `bankFailure` when every item fails because of the provider,
    ///   `unauthenticated`, `conflict`; ``ReplayedAnswer``; `DatabaseError`.
    public func syncAccounts(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Banking.SyncResponse {
        let items = try await recalling(call) { session, membership in
            try BankItems.list(of: membership.member, in: session).map(\.id)
        }
        let outcomes = try await sync(items, .changes, call)
        let codes = items.compactMap { outcomes[$0]?.failureCode }
        if let code = codes.first, codes.count == items.count { throw Problem(bankCode: code) }
        return try await writing(call) { session, membership in
            let accounts = try ListedAccounts.list(of: membership.member, in: session)
            return API.Banking.SyncResponse(accounts, outcomes, at: call.now)
        }
    }

    /// Tells whether a sync is worth while.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func syncStatus(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Banking.SyncStatusResponse {
        try await reading(call) { session, membership in
            let linked = try ListedAccounts.list(of: membership.member, in: session)
                .filter { $0.bank?.isLinked ?? false }
            let items = try BankItems.list(of: membership.member, in: session)
            let fresh = call.now.adding(milliseconds: -Limits.bankFreshMilliseconds)
            let stale = linked.filter { $0.bank?.syncedAt.map { $0 < fresh } ?? true }
            return API.Banking.SyncStatusResponse(
                lastSyncAt: linked.compactMap { $0.bank?.syncedAt }.max().map(WireTimestamp.init),
                accountsNeedingUpdate: stale.map(\.number.value).sorted(),
                syncing: items.contains { $0.isLeased(at: call.now) }
            )
        }
    }

    /// Reads items side by side.
    func sync(
        _ items: [ID<Entity.BankItem>],
        _ scope: SyncScope,
        _ call: Call
    ) async throws -> [ID<Entity.BankItem>: SyncOutcome] {
        try await withThrowingTaskGroup(
            of: (ID<Entity.BankItem>, SyncOutcome).self
        ) { group in
            for item in items {
                group.addTask {
                    guard scope.isWhole else {
                        return (item, try await sync(item, scope, call))
                    }
                    return (item, try await readAgain(item, scope, call))
                }
            }
            var outcomes: [ID<Entity.BankItem>: SyncOutcome] = [:]
            for try await (item, outcome) in group { outcomes[item] = outcome }
            return outcomes
        }
    }
}

extension BankingOperations {
    /// Reads an item again from its first record.
    ///
    /// What changed comes first: that a record is gone is told once, and not to who begins again.
    private func readAgain(
        _ id: ID<Entity.BankItem>,
        _ scope: SyncScope,
        _ call: Call
    ) async throws -> SyncOutcome {
        let item = try await database.read { session in try BankItems.find(id, in: session) }
        guard item?.cursor != nil else { return try await sync(id, scope, call) }
        let changes = try await sync(id, scope.ofChanges, call)
        guard case .synced(let before) = changes else { return changes }
        switch try await sync(id, scope, call) {
        case .synced(let counts): return .synced(before + counts)
        case .unfinished(let counts): return .unfinished(before + counts)
        case let outcome: return outcome
        }
    }
}

extension BankItemRecord.Counts {
    fileprivate static func + (left: Self, right: Self) -> Self {
        Self(
            added: left.added + right.added,
            updated: left.updated + right.updated,
            removed: left.removed + right.removed
        )
    }
}

extension SyncOutcome {
    /// The provider's word for its failure; `nil` for what the member has to mend.
    fileprivate var failureCode: String? {
        guard case .failed(let code) = self else { return nil }
        return code
    }

    /// What it changed so far.
    var counts: BankItemRecord.Counts {
        switch self {
        case .synced(let counts), .unfinished(let counts): counts
        case .loginRequired, .failed, .gone: BankItemRecord.Counts()
        }
    }
}

extension API.Banking.SyncResponse {
    /// What the syncs of items came to, for each account.
    fileprivate init(
        _ accounts: [ListedAccount],
        _ outcomes: [ID<Entity.BankItem>: SyncOutcome],
        at now: Timestamp
    ) {
        let told = accounts.compactMap { account in
            account.bank?.item.flatMap { outcomes[$0] }.flatMap {
                API.Banking.AccountSyncInfo(account, $0)
            }
        }
        let synced = told.count { $0.status == .synced }
        let counts = outcomes.values.map(\.counts)
        self.init(
            message: synced == 1 ? "1 account synced" : "\(synced) accounts synced",
            accountsSynced: Int64(synced),
            transactionsAdded: Int64(counts.reduce(0) { $0 + $1.added }),
            transactionsUpdated: Int64(counts.reduce(0) { $0 + $1.updated }),
            transactionsRemoved: Int64(counts.reduce(0) { $0 + $1.removed }),
            syncedAt: WireTimestamp(now),
            accounts: told
        )
    }
}

extension API.Banking.AccountSyncInfo {
    fileprivate init?(_ account: ListedAccount, _ outcome: SyncOutcome) {
        let status: API.Banking.AccountSyncState
        var error: String?
        switch outcome {
        case .synced, .unfinished: status = .synced
        case .loginRequired(let code): (status, error) = (.loginRequired, code)
        case .failed(let code): (status, error) = (.failed, code)
        case .gone: return nil
        }
        self.init(
            accountID: account.number.value,
            status: status,
            lastSyncedAt: account.bank?.syncedAt.map { WireTimestamp($0) },
            error: error
        )
    }
}
