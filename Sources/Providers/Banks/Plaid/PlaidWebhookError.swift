/// Why a webhook was refused.
///
/// Says what was wrong and never what was sent, so it may be logged and counted.
public enum PlaidWebhookError: Error, Hashable, Sendable, CaseIterable {
    /// There is no `Plaid-Verification`, or it is no token.
    case malformedToken
    /// It is not signed with ES256, the only algorithm accepted.
    case algorithm
    /// It names no key of Plaid's.
    case unknownKey
    /// Its key cannot be asked for now; the same webhook may be good later.
    case keysUnreachable
    /// Its key counts no more.
    case expiredKey
    /// The signature does not fit: the token was changed or somebody else made it.
    case signature
    /// It was signed too long ago, or in the future: it may be a repeat of an old one.
    case time
    /// The body is not the one that was signed.
    case body
    /// The body is signed, and is no event.
    case malformedEvent
}
