/// Why what an authenticator sent is not taken.
public enum PasskeyRefusal: Error, Sendable, CaseIterable {
    /// It cannot be read.
    case malformed
    /// It was made for something else than this.
    case ceremony
    /// It answers no challenge of ours, or one that ended.
    case challenge
    /// It was made on another site.
    case origin
    /// It belongs to another relying party.
    case relyingParty
    /// Nobody was there.
    case presence
    /// The authenticator did not make sure who was there.
    case verification
    /// Its key is of an algorithm that was not asked for, or is no key.
    case key
    /// It is of another user.
    case user
    /// It was not signed by its key.
    case signature

    /// The rule that it breaks, as a sentence goes on after a field's name.
    public var rule: String {
        switch self {
        case .malformed: "is malformed"
        case .ceremony: "is not of the type that is needed here"
        case .challenge: "answers a challenge that is unknown, spent or expired"
        case .origin: "was made on another site"
        case .relyingParty: "belongs to another relying party"
        case .presence: "was made without a user present"
        case .verification: "was made without verifying the user"
        case .key: "has a key that is not ES256 or RS256"
        case .user: "is of another user"
        case .signature: "has a signature that does not fit"
        }
    }
}
