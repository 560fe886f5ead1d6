public import Kernel

/// The keys that access tokens are signed and checked with.
///
/// A new key is checked with from the moment a process knows it, and signs a little later: by then
/// every process knows it.
public struct SigningKeys: Sendable {
    /// The newest key.
    public let current: SigningKey
    /// The key before it; it signs until the newest one does.
    public let former: SigningKey?

    /// Puts the keys together.
    public init(current: SigningKey, former: SigningKey? = nil) {
        self.current = current
        self.former = former
    }

    /// The names of the keys, the newest first.
    public var ids: [String] { [current.id] + (former.map { [$0.id] } ?? []) }

    /// The instant from which the newest key signs.
    public var currentFrom: Timestamp {
        former == nil
            ? current.createdAt : current.createdAt.adding(seconds: Limits.newKeySeconds)
    }

    /// The instant until which the former key is accepted and listed.
    ///
    /// Nothing it signed is valid longer than the longest token's life after it signed last.
    public var formerUntil: Timestamp {
        currentFrom.adding(seconds: Limits.allowanceTokenSeconds)
    }

    /// The keys that others may check our tokens with, the newest one first.
    public func published(at now: Timestamp) -> [VerificationKey] {
        [current.verification] + (formerKey(at: now).map { [$0] } ?? [])
    }

    /// The key that signs.
    func signing(at now: Timestamp) -> SigningKey {
        guard let former, now < currentFrom else { return current }
        return former
    }

    /// The key of that id, as long as it is accepted.
    func key(_ id: String, at now: Timestamp) -> VerificationKey? {
        if id == current.verification.id { return current.verification }
        guard let former = formerKey(at: now), id == former.id else { return nil }
        return former
    }

    private func formerKey(at now: Timestamp) -> VerificationKey? {
        now < formerUntil ? former?.verification : nil
    }
}
