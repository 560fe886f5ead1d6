public import Kernel

/// The keys that access tokens are signed and checked with.
public struct SigningKeys: Sendable {
    /// The key that signs.
    public let current: SigningKey
    /// The public half of the key that signed before, until its last token has expired.
    public let former: VerificationKey?

    /// Puts the keys together.
    public init(current: SigningKey, former: VerificationKey? = nil) {
        self.current = current
        self.former = former
    }

    /// The instant until which the former key is accepted and listed.
    ///
    /// Nothing it signed is valid longer than the longest token's life after the change of keys.
    public var formerUntil: Timestamp {
        current.createdAt.adding(seconds: Limits.allowanceTokenSeconds)
    }

    /// The keys that others may check our tokens with, the current one first.
    public func published(at now: Timestamp) -> [VerificationKey] {
        [current.verification] + (formerKey(at: now).map { [$0] } ?? [])
    }

    /// The key of that id, as long as it is accepted.
    func key(_ id: String, at now: Timestamp) -> VerificationKey? {
        if id == current.verification.id { return current.verification }
        guard let former = formerKey(at: now), id == former.id else { return nil }
        return former
    }

    private func formerKey(at now: Timestamp) -> VerificationKey? {
        now < formerUntil ? former : nil
    }
}
