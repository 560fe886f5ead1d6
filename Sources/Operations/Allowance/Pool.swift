public import Contract
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Shows what the family's allowances are paid from, and what could not be paid yet.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func getPool(_ input: Empty, _ call: Call) async throws -> API.Allowance.PoolResponse {
        try await reading(call) { session, membership in
            try Self.pool(of: membership.household, in: session)
        }
    }

    /// Gives the pool a balance, or takes it away; then pays what is owed.
    ///
    /// What is owed up to today is paid first from what the pool was. The difference comes from
    /// outside the household, or goes there.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func setPool(
        _ input: API.Allowance.PoolRequest,
        _ call: Call
    ) async throws -> API.Allowance.PoolResponse {
        try await writing(call) { session, membership in
            var ledger = try LedgerWriter(membership.head, catalogue, in: session)
            for child in try Children.list(of: membership.household, in: session) {
                _ = try ledger.recordOwedDues(of: child, call)
            }
            try ledger.settleDues(call)
            if let balance = input.balance {
                let pool = try ledger.pool(call)
                try ledger.fill(pool, by: balance.minor - pool.totals.balanceMinor, call)
            } else if let pool = try Pools.find(of: membership.household, in: session) {
                try ledger.fill(pool, by: -pool.totals.balanceMinor, call)
                try Pools.delete(of: membership.household, in: session)
            }
            let balance = input.balance.map { JSON.number(String($0.minor)) } ?? .null
            let body = [JSON.Member("balance_minor", balance)]
            return try Self.settlePool(&ledger, body, membership, call)
        }
    }

    /// Puts money into a pool that has a balance, and pays what is owed.
    ///
    /// - Throws: ``Problem`` `conflict` when the pool has no set balance, `invalid` when it would
    ///   hold too much; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func depositToPool(
        _ input: API.Allowance.PoolDepositRequest,
        _ call: Call
    ) async throws -> API.Allowance.PoolResponse {
        try await writing(call) { session, membership in
            guard let pool = try Pools.find(of: membership.household, in: session) else {
                throw Problem(.conflict, "The pool has no set balance, so it never runs dry")
            }
            guard pool.totals.balanceMinor <= Limits.amountMinor - input.amount.minor else {
                throw Problem.invalid([Fault(field: "amount", rule: "is out of range")])
            }
            var ledger = try LedgerWriter(membership.head, catalogue, in: session)
            try ledger.fill(pool, by: input.amount.minor, call)
            let body = [JSON.Member("deposit_minor", .number(String(input.amount.minor)))]
            return try Self.settlePool(&ledger, body, membership, call)
        }
    }

    /// Records who changed the pool, and pays what is owed from it.
    private static func settlePool(
        _ ledger: inout LedgerWriter,
        _ body: [JSON.Member],
        _ membership: Membership,
        _ call: Call
    ) throws -> API.Allowance.PoolResponse {
        try ledger.record(Edit(.poolSet, of: membership.household.text, body, membership, call))
        try ledger.settleDues(call)
        return try pool(of: membership.household, in: ledger.session)
    }

    private static func pool(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> API.Allowance.PoolResponse {
        let pool = try Pools.find(of: household, in: session)
        let owed = try AllowanceDues.total(of: household, in: session)
        return API.Allowance.PoolResponse(
            balance: pool.map { DecimalAmount(minor: $0.totals.balanceMinor) },
            owed: DecimalAmount(minor: owed.amountMinor),
            owedCount: owed.count
        )
    }
}

extension LedgerWriter {
    /// The household's pool with a balance; made when it has none, and empty then.
    fileprivate func pool(_ call: Call) throws -> AccountRecord {
        if let pool = try Pools.find(of: household.id, in: session) { return pool }
        let pool = AccountRecord(.wallet, named: "Allowances", in: household, call)
        try Accounts.insert(pool, in: session)
        try Pools.insert(pool.id, of: household.id, in: session)
        return pool
    }

    /// Moves money into the pool from outside the household, or out of it when it is below zero.
    fileprivate mutating func fill(
        _ pool: AccountRecord,
        by minor: Int64,
        _ call: Call
    ) throws {
        guard minor != 0 else { return }
        let world = try world().id
        let isDeposit = minor > 0
        _ = try record(
            NewTransfer(
                debitAccount: isDeposit ? world : pool.id,
                creditAccount: isDeposit ? pool.id : world,
                amount: Money(minor: abs(minor), currency: household.currency),
                kind: isDeposit ? .deposit : .withdrawal,
                details: Transfer.Details(text: isDeposit ? "To the pool" : "From the pool"),
                occurredAt: call.now
            ),
            call
        )
    }
}
