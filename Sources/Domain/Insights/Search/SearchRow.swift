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

    /// Makes a row.
    public init(
        id: ID<Entity.Entry>,
        text: Int,
        day: CivilDay,
        occurredAt: Timestamp,
        order: Int64,
        cents: Int64
    ) {
        self.id = id
        self.text = Int32(text)
        self.day = day
        self.occurredAt = occurredAt
        self.order = order
        self.cents = cents
    }
}
