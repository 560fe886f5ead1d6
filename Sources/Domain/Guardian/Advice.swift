/// What is advised of a purchase, by a score or by the coach.
public enum Advice: String, Sendable, CaseIterable {
    /// Nothing speaks against it.
    case allow = "ALLOW"
    /// It is advised against.
    case block = "BLOCK"
}
