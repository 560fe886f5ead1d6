import Catalogue
import Contract
public import Kernel
public import Ledger
import SQL
import Store

/// A transfer that is to be recorded: what its author knows of it.
public struct NewTransfer: Sendable, Equatable {
    /// The account the money leaves.
    public var debitAccount: ID<Entity.Account>
    /// The account the money enters.
    public var creditAccount: ID<Entity.Account>
    /// The amount, more than zero.
    public var amount: Money
    /// What it is for.
    public var kind: Transfer.Kind
    /// Which step of a two-phase entry it is.
    public var phase: Transfer.Phase
    /// The pending transfer it posts or voids.
    public var pending: ID<Entity.Transfer>?
    /// The transfer it corrects.
    public var reverses: ID<Entity.Transfer>?
    /// The transfer whose place in lists it takes.
    public var replaces: ID<Entity.Transfer>?
    /// The member whose spending it is.
    public var member: ID<Entity.Member>?
    /// What is known of the purchase.
    public var details: Transfer.Details
    /// Who moves it, as a child's wallet shows it; `nil` for what happens by itself.
    public var author: ID<Entity.Member>?
    /// When it happened.
    public var occurredAt: Timestamp

    /// Makes a transfer that is to be recorded.
    public init(
        debitAccount: ID<Entity.Account>,
        creditAccount: ID<Entity.Account>,
        amount: Money,
        kind: Transfer.Kind,
        phase: Transfer.Phase = .posted,
        pending: ID<Entity.Transfer>? = nil,
        reverses: ID<Entity.Transfer>? = nil,
        replaces: ID<Entity.Transfer>? = nil,
        member: ID<Entity.Member>? = nil,
        details: Transfer.Details = Transfer.Details(),
        author: ID<Entity.Member>? = nil,
        occurredAt: Timestamp
    ) {
        self.debitAccount = debitAccount
        self.creditAccount = creditAccount
        self.amount = amount
        self.kind = kind
        self.phase = phase
        self.pending = pending
        self.reverses = reverses
        self.replaces = replaces
        self.member = member
        self.details = details
        self.author = author
        self.occurredAt = occurredAt
    }

    /// The transfer that is recorded.
    ///
    /// `zone` is the household's, which tells the day.
    func transfer(
        _ id: ID<Entity.Transfer>,
        of household: ID<Entity.Household>,
        in zone: Zone,
        recordedAt: Timestamp
    ) -> Transfer {
        Transfer(
            id: id,
            household: household,
            debitAccount: debitAccount,
            creditAccount: creditAccount,
            amount: amount,
            kind: kind,
            phase: phase,
            pending: pending,
            reverses: reverses,
            replaces: replaces,
            member: member,
            details: details,
            occurredAt: occurredAt,
            day: zone.day(of: occurredAt),
            recordedAt: recordedAt
        )
    }
}

extension LedgerOperations {
    /// Records transfers of one household: links, balances and rollups in one transaction, or none.
    ///
    /// A provider's record that is in the ledger already is left as it is. What banks report comes
    /// in by ``BankBook`` instead.
    ///
    /// - Returns: The ids, in the order given.
    /// - Throws: ``PostingRefusal``; `DatabaseError`.
    public func recordTransfers(
        _ transfers: [NewTransfer],
        of household: ID<Entity.Household>,
        _ call: Call
    ) async throws -> [ID<Entity.Transfer>] {
        try await database.write { session in
            let head = try Households.head(of: household, in: session).orNotFound()
            var ledger = try LedgerWriter(head, catalogue, in: session)
            return try transfers.map { try ledger.record($0, call) }
        }
    }
}
