/// Why an access token was refused.
///
/// Says what was wrong and never what the token said, so it may be logged and counted.
public enum TokenError: Error, Hashable, Sendable, CaseIterable {
    /// It is not three base64url parts of JSON, JSON and signature, or a claim is missing.
    case malformed
    /// It is not signed with ES256, the only algorithm accepted.
    case algorithm
    /// It names no key of ours, or one that was retired.
    case unknownKey
    /// The signature does not fit: the token was changed or somebody else made it.
    case signature
    /// Another server issued it.
    case issuer
    /// It was made for another purpose, for example an ID token for a client.
    case audience
    /// Its time is over.
    case expired
}
