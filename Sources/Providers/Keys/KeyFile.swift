public import Kernel

/// The secrets that are kept outside the database, so that a copy of it signs nobody in.
///
/// One JSON file with mode 0600. Every process of one installation uses the same one. Losing it
/// makes every access token worthless; refresh tokens still fetch new ones.
public struct KeyFile: Sendable {
    /// Keys that sign access tokens: the current one, then the one before it, if any.
    public let signing: [SigningKey]
    /// The key that derives the successors of refresh tokens.
    public let refresh: Secret
    /// The key that hashes the inputs remembered for repeated requests.
    public let idempotency: Secret
    /// The keys that seal secrets in the database, the current one first; see ``TokenSealer``.
    public let sealing: [Secret]

    /// The bytes of each secret that is not a signing key.
    static let secretBytes = 32
    /// Signing keys kept: the current one and the one before it.
    static let signingKeysMost = 2

    /// Puts the keys together; a file of an earlier program has no sealing keys: one is derived.
    init(
        signing: [SigningKey],
        refresh: Secret,
        idempotency: Secret,
        sealing: [Secret] = []
    ) {
        precondition(
            (1...Self.signingKeysMost).contains(signing.count),
            "a key file has a current signing key and at most one former"
        )
        self.signing = signing
        self.refresh = refresh
        self.idempotency = idempotency
        self.sealing = sealing.isEmpty ? [refresh.derived(for: "sealing")] : sealing
        precondition(
            self.sealing.count <= Limits.sealingKeys,
            "a key file has a bounded number of sealing keys"
        )
    }

    /// The keys to sign and check access tokens with.
    public var signingKeys: SigningKeys {
        SigningKeys(current: signing[0], former: signing.dropFirst().first)
    }

    /// Reads a key file.
    ///
    /// - Throws: ``KeyFileError`` when it is missing, open to others than its owner, or malformed.
    public static func load(_ path: String) throws(KeyFileError) -> KeyFile {
        try parse(try PrivateFile(path).content(), path: path)
    }

    /// Reads a key file, or makes one with new keys where there is none.
    ///
    /// Processes that start at once all end with the same file: it appears whole or not at all, and
    /// who comes second reads what the first one made.
    ///
    /// - Throws: ``KeyFileError`` when it cannot be read or made. A file that exists is never
    ///   replaced.
    public static func loadOrCreate(
        _ path: String,
        now: Timestamp
    ) throws(KeyFileError) -> KeyFile {
        do {
            return try load(path)
        } catch .notFound {
            let file = PrivateFile(path)
            try file.create(KeyFile(now: now).text(path: path))
            return try load(path)
        }
    }

    /// Puts a new signing key before the current one, which becomes the former, in the file, and a
    /// new sealing key before its own.
    ///
    /// Running processes take it from there. Not to be run twice at once.
    ///
    /// - Throws: ``KeyFileError`` when the file cannot be read or replaced; it is unchanged then.
    public static func rotateSigningKey(
        _ path: String,
        now: Timestamp
    ) throws(KeyFileError) -> KeyFile {
        let new = try load(path).rotated(now: now)
        try PrivateFile(path).replace(new.text(path: path))
        return try load(path)
    }

    /// The same keys with a new signing key before the current one, which becomes the former.
    ///
    /// The one that was former is dropped, and every token it signed is worth nothing from then on;
    /// see ``formerInUse(at:)``. There is a new sealing key too; what the former ones sealed opens
    /// until ``Limits/sealingKeys`` newer ones were made.
    public func rotated(now: Timestamp) -> KeyFile {
        let kept = signing.prefix(Self.signingKeysMost - 1)
        return KeyFile(
            signing: [SigningKey(createdAt: now)] + kept,
            refresh: refresh,
            idempotency: idempotency,
            sealing: [Self.newSecret()] + sealing.prefix(Limits.sealingKeys - 1)
        )
    }

    /// Until when tokens may be in use that the former signing key signed; `nil` when there are
    /// none.
    public func formerInUse(at now: Timestamp) -> Timestamp? {
        let keys = signingKeys
        return keys.former != nil && now < keys.formerUntil ? keys.formerUntil : nil
    }

    /// Makes new keys that are kept nowhere, for who signs nothing that lasts.
    public init(now: Timestamp) {
        self.init(
            signing: [SigningKey(createdAt: now)],
            refresh: Self.newSecret(),
            idempotency: Self.newSecret()
        )
    }

    private static func newSecret() -> Secret {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<secretBytes).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        return Secret(bytes)
    }
}

extension KeyFile: Confidential {
    /// The names of its signing keys; never a key.
    public var description: String { "KeyFile(\(signing.map(\.id).joined(separator: ", ")))" }
}
