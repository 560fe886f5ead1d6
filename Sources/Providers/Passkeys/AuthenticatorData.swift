/// What an authenticator says of itself and its user (WebAuthn level 2, section 6.1).
struct AuthenticatorData: Equatable {
    /// A credential that was made just now.
    struct Credential: Equatable {
        let id: [UInt8]
        let key: PasskeyKey
    }

    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let userPresent = Self(rawValue: 0x01)
        static let userVerified = Self(rawValue: 0x04)
        static let hasCredential = Self(rawValue: 0x40)
        static let hasExtensions = Self(rawValue: 0x80)
    }

    let relyingPartyHash: [UInt8]
    /// Whether somebody was there.
    let isUserPresent: Bool
    /// Whether the authenticator made sure who.
    let isUserVerified: Bool
    /// How often it signed; 0 where it does not count.
    let signCount: UInt32
    /// The new credential, where there is one.
    let credential: Credential?

    /// The longest credential id there may be, in bytes.
    static let credentialBytesMost = 1_023
    private static let headBytes = 37

    init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        guard bytes.count >= Self.headBytes else { throw .malformed }
        let flags = Flags(rawValue: bytes[32])
        relyingPartyHash = Array(bytes[..<32])
        isUserPresent = flags.contains(.userPresent)
        isUserVerified = flags.contains(.userVerified)
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var end = Self.headBytes
        if flags.contains(.hasCredential) {
            credential = try Self.credential(in: bytes, end: &end)
        } else {
            credential = nil
        }
        if flags.contains(.hasExtensions) {
            var reader = CBORReader(bytes, from: end)
            guard case .map = try reader.next() else { throw .malformed }
            end = reader.position
        }
        guard end == bytes.count else { throw .malformed }
    }

    /// The kind of authenticator, which nobody asks about; an id after its length; a key.
    private static func credential(
        in bytes: [UInt8],
        end: inout Int
    ) throws(PasskeyRefusal) -> Credential {
        let start = end + 18
        guard bytes.count >= start else { throw .malformed }
        let length = Int(bytes[start - 2]) << 8 | Int(bytes[start - 1])
        guard (1...credentialBytesMost).contains(length), bytes.count >= start + length else {
            throw .malformed
        }
        var reader = CBORReader(bytes, from: start + length)
        _ = try reader.next()
        end = reader.position
        return Credential(
            id: Array(bytes[start..<(start + length)]),
            key: try PasskeyKey(encoded: Array(bytes[(start + length)..<end]))
        )
    }
}
