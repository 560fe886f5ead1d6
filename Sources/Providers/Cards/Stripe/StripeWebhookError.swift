/// Why a webhook was refused.
///
/// Says what was wrong and never what was sent, so it may be logged and counted.
public enum StripeWebhookError: Error, Hashable, Sendable, CaseIterable {
    /// There is no `Stripe-Signature`, or it has no time or no signature.
    case malformedSignature
    /// No signature fits: the body was changed or somebody else sent it.
    case signature
    /// It was signed too long ago, or in the future: it may be a repeat of an old one.
    case time
    /// The body is signed, and is no event.
    case malformedEvent
}
