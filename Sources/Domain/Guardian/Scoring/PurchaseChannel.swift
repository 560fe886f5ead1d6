/// Where a purchase is made.
public enum PurchaseChannel: String, CaseIterable, Sendable {
    /// In a shop; the channel of whoever does not say one.
    case offline
    /// On the internet.
    case online
}
