public import Kernel

/// A movement on an account of a member, as lists of transactions show it.
///
/// It begins with a transfer and follows what becomes of it: it posts, with another amount perhaps,
/// or it goes from every list when it is voided or taken back. Its id stays the same.
public struct Entry: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Entry>
    /// The transfer that began it, or took the place of that; edits are kept under this one.
    public var transfer: ID<Entity.Transfer>
    /// The account.
    public let account: ID<Entity.Account>
    /// The member whose account it is.
    public let member: ID<Entity.Member>
    /// Minor units of the account's currency; above zero for money that goes out.
    public var amountMinor: Int64
    /// The household's day of it.
    public var day: CivilDay
    /// What it is called: the text of the bank or the author, else the merchant, else its kind.
    public var name: String
    /// The merchant as reported.
    public var merchant: String?
    /// The member's edit, else what was reported: a code of the catalogue, a word of Guardian's, or
    /// a word of the member's own; empty when nothing is known.
    public var category: String
    /// Whether it is not final yet.
    public var isPending: Bool
    /// When the ledger last learned something of it.
    public var changedAt: Timestamp
    /// When it went from every list.
    public var removedAt: Timestamp?

    /// Makes an entry.
    public init(
        id: ID<Entity.Entry>,
        transfer: ID<Entity.Transfer>,
        account: ID<Entity.Account>,
        member: ID<Entity.Member>,
        amountMinor: Int64,
        day: CivilDay,
        name: String,
        merchant: String?,
        category: String,
        isPending: Bool,
        changedAt: Timestamp,
        removedAt: Timestamp? = nil
    ) {
        self.id = id
        self.transfer = transfer
        self.account = account
        self.member = member
        self.amountMinor = amountMinor
        self.day = day
        self.name = name
        self.merchant = merchant
        self.category = category
        self.isPending = isPending
        self.changedAt = changedAt
        self.removedAt = removedAt
    }

    /// Whether lists show it.
    public var isShown: Bool { removedAt == nil }
}
