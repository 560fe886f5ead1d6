/// What Plaid tells by a webhook.
///
/// A hint and not the truth: events come late, twice and in any order. What is so now, Plaid says
/// when it is asked.
public struct PlaidEvent: Sendable, Equatable {
    /// What it is about, such as `TRANSACTIONS` or `ITEM`.
    public let type: String
    /// What happened, such as `SYNC_UPDATES_AVAILABLE`.
    public let code: String
    /// Plaid's id of the item; `nil` for an event about something else.
    public let itemID: String?
    /// What is wrong with the item, such as `ITEM_LOGIN_REQUIRED`.
    public let errorCode: String?

    /// Whether the item has transactions that a sync would bring.
    public var hasUpdates: Bool { type == "TRANSACTIONS" && code == "SYNC_UPDATES_AVAILABLE" }
}
