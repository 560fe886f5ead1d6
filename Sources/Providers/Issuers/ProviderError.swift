/// Why an external provider gave no tokens.
public enum ProviderError: Error, Hashable, Sendable, CaseIterable {
    /// It refused the grant.
    case refused
    /// It cannot be reached, failed, or answered what nobody understands.
    case unreachable
}
