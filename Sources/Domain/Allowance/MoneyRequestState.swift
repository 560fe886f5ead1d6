/// What became of a child's request for money.
public enum MoneyRequestState: String, Sendable, CaseIterable {
    /// No parent decided it yet.
    case pending = "Pending"
    /// A parent agreed; the money is paid.
    case approved = "Approved"
    /// A parent did not agree.
    case declined = "Declined"

    /// Whether a request may go from this state to another: it is decided once.
    public func mayBecome(_ next: MoneyRequestState) -> Bool {
        self == .pending && next != .pending
    }
}
