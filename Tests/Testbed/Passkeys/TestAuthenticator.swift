import Crypto
import CryptoExtras
public import Kernel
public import Providers

/// An authenticator with one passkey, and the browser before it.
public struct TestAuthenticator: Sendable {
    private enum Key: Sendable {
        case es256(P256.Signing.PrivateKey)
        case rs256(_RSA.Signing.PrivateKey)
    }

    /// What browser and authenticator say of where they are and who is there.
    public struct Circumstances: Sendable {
        /// The site.
        public var origin: String
        /// The relying party.
        public var relyingPartyID: String
        /// Whether the page lies in the frame of another site.
        public var isCrossOrigin = false
        /// What the browser is asked for; `nil` for what fits.
        public var type: String?
        /// The flags: somebody is there, and it is known who.
        public var flags: UInt8 = 0x05
        /// The counter.
        public var signCount: UInt32 = 0
        /// The format of the attestation statement.
        public var format = "none"
        /// The attestation statement, written already.
        public var statement = TestCBOR.map([])
        /// Bytes after everything else that the authenticator says.
        public var tail: [UInt8] = []

        /// Those of a site.
        public init(origin: String, relyingPartyID: String) {
            self.origin = origin
            self.relyingPartyID = relyingPartyID
        }
    }

    /// A passkey that was made.
    public struct Made: Sendable {
        /// What the browser says it asked for.
        public var clientData: [UInt8]
        /// The attestation object.
        public var attestationObject: [UInt8]
    }

    /// The passkey's id.
    public let credentialID: [UInt8]
    /// The passkey's public key in COSE.
    public var publicKey: [UInt8]
    private let key: Key

    /// Makes a passkey whose id begins with a number.
    public init(
        _ algorithm: PasskeyKey.Algorithm = .es256,
        number: UInt8 = 1
    ) throws {
        credentialID = [number] + [UInt8](repeating: 0xC0, count: 31)
        switch algorithm {
        case .es256:
            let key = P256.Signing.PrivateKey()
            let point = Array(key.publicKey.rawRepresentation)
            self.key = .es256(key)
            publicKey = Self.publicKey(
                type: 2,
                algorithm,
                [
                    (-1, TestCBOR.integer(1)), (-2, TestCBOR.bytes(Array(point[..<32]))),
                    (-3, TestCBOR.bytes(Array(point[32...]))),
                ]
            )
        case .rs256:
            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
            let numbers = try key.publicKey.getKeyPrimitives()
            self.key = .rs256(key)
            publicKey = Self.publicKey(
                type: 3,
                algorithm,
                [
                    (-1, TestCBOR.bytes(Array(numbers.modulus))),
                    (-2, TestCBOR.bytes(Array(numbers.publicExponent))),
                ]
            )
        }
    }

    /// Makes a passkey, as `navigator.credentials.create` does.
    public func make(
        answering challenge: [UInt8],
        _ circumstances: Circumstances
    ) -> Made {
        var circumstances = circumstances
        circumstances.flags |= 0x40
        let length = [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 0xFF)]
        let data =
            Self.head(circumstances) + [UInt8](repeating: 0, count: 16) + length + credentialID
            + publicKey + circumstances.tail
        return Made(
            clientData: Self.clientData("webauthn.create", challenge, circumstances),
            attestationObject: TestCBOR.map([
                (TestCBOR.text("fmt"), TestCBOR.text(circumstances.format)),
                (TestCBOR.text("attStmt"), circumstances.statement),
                (TestCBOR.text("authData"), TestCBOR.bytes(data)),
            ])
        )
    }

    /// Signs in, as `navigator.credentials.get` does.
    public func sign(
        _ challenge: [UInt8],
        for member: ID<Entity.Member>,
        _ circumstances: Circumstances
    ) throws -> PasskeyAssertion {
        let clientData = Self.clientData("webauthn.get", challenge, circumstances)
        let data = Self.head(circumstances) + circumstances.tail
        return PasskeyAssertion(
            credentialID: credentialID,
            clientData: clientData,
            authenticatorData: data,
            signature: try signature(of: data + SHA256.hash(data: clientData)),
            userHandle: PasskeyVerifier.userHandle(of: member)
        )
    }

    private func signature(of bytes: [UInt8]) throws -> [UInt8] {
        let digest = SHA256.hash(data: bytes)
        switch key {
        case .es256(let key): return Array(try key.signature(for: digest).derRepresentation)
        case .rs256(let key):
            let signature = try key.signature(for: digest, padding: .insecurePKCS1v1_5)
            return Array(signature.rawRepresentation)
        }
    }

    private static func publicKey(
        type: Int,
        _ algorithm: PasskeyKey.Algorithm,
        _ numbers: [(Int, [UInt8])]
    ) -> [UInt8] {
        let algorithm = (3, TestCBOR.integer(Int(algorithm.rawValue)))
        let fields = [(1, TestCBOR.integer(type)), algorithm] + numbers
        return TestCBOR.map(fields.map { (TestCBOR.integer($0.0), $0.1) })
    }

    private static func head(_ circumstances: Circumstances) -> [UInt8] {
        let count = circumstances.signCount
        return Array(SHA256.hash(data: Array(circumstances.relyingPartyID.utf8)))
            + [circumstances.flags]
            + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32($0))) }
    }

    private static func clientData(
        _ type: String,
        _ challenge: [UInt8],
        _ circumstances: Circumstances
    ) -> [UInt8] {
        let text = """
            {"type":"\(circumstances.type ?? type)","challenge":"\(Base64URL.text(challenge))",\
            "origin":"\(circumstances.origin)","crossOrigin":\(circumstances.isCrossOrigin)}
            """
        return Array(text.utf8)
    }
}
