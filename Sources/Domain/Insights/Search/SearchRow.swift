public import Kernel

/// A transaction as a search ranks it.
public struct SearchRow: Hashable, Sendable {
    /// The transaction.
    public let id: ID<Entity.Entry>
    /// The place of its text in ``SearchTexts``.
    public let text: Int32
    /// The day in the household's zone.
    public let day: CivilDay
    /// The instant, for the order.
    public let occurredAt: Timestamp
    /// The order of posting: what was posted later has a higher number.
    public let order: Int64
    /// The amount in minor units, an expense below zero.
    public let cents: Int64
    /// The place of its account among those of the index.
    public let account: Int32

    /// Makes a row.
    public init(
        id: ID<Entity.Entry>,
        text: Int,
        day: CivilDay,
        occurredAt: Timestamp,
        order: Int64,
        cents: Int64,
        account: Int32 = 0
    ) {
        self.id = id
        self.text = Int32(text)
        self.day = day
        self.occurredAt = occurredAt
        self.order = order
        self.cents = cents
        self.account = account
    }
}
