import Crypto
public import Kernel

/// Checks what authenticators send, as a relying party must (WebAuthn level 2, section 7).
///
/// Attestation is not asked for, so a statement that comes nevertheless is not looked at: nobody is
/// kept out for the make of an authenticator.
public struct PasskeyVerifier: Sendable {
    /// A passkey that was made, and may be kept.
    public struct Registration: Sendable, Equatable {
        /// The credential's id.
        public let credentialID: [UInt8]
        /// Its key.
        public let key: PasskeyKey
        /// How often it signed.
        public let signCount: Int64
        /// The challenge that was answered.
        public let challenge: PasskeyChallenges.Answered
    }

    /// A signature that is good.
    public struct Assertion: Sendable, Equatable {
        /// How often the authenticator signed.
        public let signCount: Int64
        /// The challenge that was answered.
        public let challenge: PasskeyChallenges.Answered

        /// Whether the count says that there is a copy of the passkey.
        ///
        /// `stored`: The count of the time before; who counts goes up each time.
        public func isCloned(after stored: Int64) -> Bool {
            (signCount > 0 || stored > 0) && signCount <= stored
        }
    }

    /// Whom passkeys are made for.
    public let relyingParty: RelyingParty
    /// Makes and knows the challenges.
    public let challenges: PasskeyChallenges

    /// The largest attestation object that is read, in bytes; some carry certificates.
    static let attestationBytesMost = 65_536

    /// Makes a verifier.
    public init(relyingParty: RelyingParty, challenges: PasskeyChallenges) {
        self.relyingParty = relyingParty
        self.challenges = challenges
    }

    /// Checks a passkey that was made for a member (section 7.1).
    public func registration(
        clientData: [UInt8],
        attestationObject: [UInt8],
        by member: ID<Entity.Member>,
        now: Timestamp
    ) throws(PasskeyRefusal) -> Registration {
        let challenge = try answered(
            ClientData(clientData, for: .registration),
            for: .registration(member),
            now: now
        )
        guard attestationObject.count <= Self.attestationBytesMost else { throw .malformed }
        let object = try CBORReader.value(of: attestationObject)
        guard case .text(let format)? = object[.text("fmt")],
            case .map(let statement)? = object[.text("attStmt")],
            format != "none" || statement.isEmpty,
            let bytes = object[.text("authData")]?.asBytes
        else { throw .malformed }
        let data = try checked(bytes)
        guard let credential = data.credential else { throw .malformed }
        return Registration(
            credentialID: credential.id,
            key: credential.key,
            signCount: Int64(data.signCount),
            challenge: challenge
        )
    }

    /// Checks a signature of a passkey that is kept for a member (section 7.2).
    public func assertion(
        _ assertion: PasskeyAssertion,
        by key: PasskeyKey,
        of member: ID<Entity.Member>,
        now: Timestamp
    ) throws(PasskeyRefusal) -> Assertion {
        guard assertion.userHandle == Self.userHandle(of: member) else { throw .user }
        let challenge = try answered(
            ClientData(assertion.clientData, for: .assertion),
            for: .signIn,
            now: now
        )
        let data = try checked(assertion.authenticatorData)
        let signed = assertion.authenticatorData + SHA256.hash(data: assertion.clientData)
        guard key.isSigned(signed, by: assertion.signature) else { throw .signature }
        return Assertion(signCount: Int64(data.signCount), challenge: challenge)
    }

    /// What an authenticator knows a member by.
    public static func userHandle(of member: ID<Entity.Member>) -> [UInt8] {
        Array(member.text.utf8)
    }

    private func answered(
        _ clientData: ClientData,
        for purpose: PasskeyChallenges.Purpose,
        now: Timestamp
    ) throws(PasskeyRefusal) -> PasskeyChallenges.Answered {
        let answered = challenges.answered(clientData.challenge, for: purpose, now: now)
        guard let answered else { throw .challenge }
        guard clientData.origin == relyingParty.origin else { throw .origin }
        return answered
    }

    private func checked(_ bytes: [UInt8]) throws(PasskeyRefusal) -> AuthenticatorData {
        let data = try AuthenticatorData(bytes)
        let hash = Array(SHA256.hash(data: Array(relyingParty.id.utf8)))
        guard data.relyingPartyHash == hash else { throw .relyingParty }
        guard data.isUserPresent else { throw .presence }
        guard data.isUserVerified else { throw .verification }
        return data
    }
}
