import Foundation
import Kernel

/// What a browser says it asked the authenticator for (WebAuthn level 2, section 5.8.1).
struct ClientData {
    private struct Payload: Decodable {
        struct TokenBinding: Decodable {
            let status: String
        }

        let type: String
        let challenge: String
        let origin: String
        let crossOrigin: Bool?
        let tokenBinding: TokenBinding?
    }

    /// Making a credential, or signing with one.
    enum Ceremony: String {
        case registration = "webauthn.create"
        case assertion = "webauthn.get"
    }

    /// The challenge that was answered.
    let challenge: [UInt8]
    /// The site it was answered on.
    let origin: String

    /// The largest there may be, in bytes.
    static let bytesMost = 8_192

    /// Reads it, for one ceremony; inside the frame of another site it is refused.
    init(_ bytes: [UInt8], for ceremony: Ceremony) throws(PasskeyRefusal) {
        guard bytes.count <= Self.bytesMost,
            let payload = try? JSONDecoder().decode(Payload.self, from: Data(bytes)),
            let challenge = Base64URL.bytes(payload.challenge)
        else { throw .malformed }
        guard payload.type == ceremony.rawValue else { throw .ceremony }
        // No connection of ours has token binding, so nothing can be bound to it.
        guard payload.crossOrigin != true, payload.tokenBinding?.status != "present" else {
            throw .origin
        }
        self.challenge = challenge
        origin = payload.origin
    }
}
