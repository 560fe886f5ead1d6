public import Kernel
public import Ledger
public import Operations

/// A ledger account of a member, with the World account beside it.
public struct TestAccount: Sendable {
    /// Whose it is.
    public let owner: TestMember
    /// The account.
    public let id: ID<Entity.Account>
    /// Where money comes from and goes to.
    public let world: ID<Entity.Account>

    /// Takes an account that was opened.
    public init(owner: TestMember, id: ID<Entity.Account>, world: ID<Entity.Account>) {
        self.owner = owner
        self.id = id
        self.world = world
    }

    /// A purchase that the owner paid from the account.
    public func purchase(
        _ minor: Int64,
        _ category: String? = "fun",
        at merchant: String? = "Steam",
        on instant: Timestamp,
        currency: Currency = .usd,
        phase: Transfer.Phase = .posted,
        pending: ID<Entity.Transfer>? = nil,
        record: String? = nil
    ) -> NewTransfer {
        NewTransfer(
            debitAccount: id,
            creditAccount: world,
            amount: Money(minor: minor, currency: currency),
            kind: .purchase,
            phase: phase,
            pending: pending,
            member: owner.id,
            details: Transfer.Details(
                merchant: merchant,
                category: category,
                provider: record.map { _ in "bank" },
                providerRecord: record
            ),
            occurredAt: instant
        )
    }

    /// The transfer that takes a purchase back.
    public func reversal(
        of purchase: ID<Entity.Transfer>,
        _ minor: Int64,
        on instant: Timestamp
    ) -> NewTransfer {
        NewTransfer(
            debitAccount: world,
            creditAccount: id,
            amount: Money(minor: minor, currency: .usd),
            kind: .purchase,
            reverses: purchase,
            member: owner.id,
            occurredAt: instant
        )
    }

    /// Money that comes in from outside.
    public func income(_ minor: Int64, on instant: Timestamp) -> NewTransfer {
        NewTransfer(
            debitAccount: world,
            creditAccount: id,
            amount: Money(minor: minor, currency: .usd),
            kind: .income,
            member: owner.id,
            occurredAt: instant
        )
    }
}

extension InProcessServer {
    /// Opens an account for a member; a bank account unless said.
    public func openAccount(
        _ kind: AccountKind = .bank,
        of owner: TestMember
    ) async throws -> TestAccount {
        let opened = try await operations.ledger.openAccount(
            kind,
            named: "Account",
            of: owner.id,
            call()
        )
        return TestAccount(owner: owner, id: opened.account, world: opened.world)
    }

    /// Records transfers of an account's household.
    @discardableResult
    public func record(
        _ transfers: NewTransfer...,
        in account: TestAccount
    ) async throws -> [ID<Entity.Transfer>] {
        try await operations.ledger.recordTransfers(transfers, of: account.owner.household, call())
    }

    /// Records one purchase, now, and tells its id.
    @discardableResult
    public func spend(
        _ minor: Int64,
        _ category: String? = "fun",
        at merchant: String? = "Steam",
        from account: TestAccount
    ) async throws -> ID<Entity.Transfer> {
        let purchase = account.purchase(minor, category, at: merchant, on: clock.now)
        return try await record(purchase, in: account)[0]
    }
}
