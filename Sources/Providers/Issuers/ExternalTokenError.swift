/// Why a token of another issuer was refused.
///
/// Says what was wrong and never what the token said, so it may be logged and counted.
public enum ExternalTokenError: Error, Hashable, Sendable, CaseIterable {
    /// It is not three base64url parts of JSON, JSON and signature, or a claim is missing.
    case malformed
    /// It names no issuer that is configured.
    case issuer
    /// It is not signed with the algorithm that its issuer is pinned to.
    case algorithm
    /// It names no key of its issuer.
    case unknownKey
    /// The signature does not fit: the token was changed or somebody else made it.
    case signature
    /// It was made for somebody else.
    case audience
    /// Its time is over.
    case expired
    /// Its time has not come.
    case notYetValid
    /// Its issuer's keys are not known and cannot be fetched: nobody can tell whether it is good.
    case keysUnreachable
}
