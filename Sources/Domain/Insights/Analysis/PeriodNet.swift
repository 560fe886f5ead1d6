/// What came in and went out in a period, taken together.
public struct PeriodNet: Sendable, Hashable {
    /// The period: `2025-05-08`, `2025-05` or `2025-Q2`.
    public let period: String
    /// Minor units; less than zero when more went out.
    public let netMinor: Int64
}
