/// Why a webhook is not believed.
public enum WebhookSignatureError: Error, Hashable, Sendable, CaseIterable {
    /// There is no header, or it has no time or no signature, or is too long.
    case malformed
    /// No signature fits: the body was changed, or somebody else sent it.
    case signature
    /// It was signed too long ago, or in the future: it may be a repeat of an old one.
    case time
}
