public import Contract
import Kernel
import Providers
import PurserKit

extension InProcessServer {
    /// Where the server's own pages are.
    public var site: TestAuthenticator.Circumstances {
        let party = RelyingParty(publicURL: issuer)
        return .init(origin: party?.origin ?? "", relyingPartyID: party?.id ?? "")
    }

    /// Adds a passkey of a member.
    @discardableResult
    public func addPasskey(
        _ authenticator: TestAuthenticator,
        named name: String = "Phone",
        to member: TestMember
    ) async throws -> API.Identity.PasskeyResponse {
        let options = try await member.purser.call(API.Identity.passkeyOptions)
        let made = authenticator.make(
            answering: Base64URL.bytes(options.challenge) ?? [],
            site
        )
        return try await member.purser.call(
            API.Identity.addPasskey,
            API.Identity.PasskeyRequest(made, named: name)
        )
    }
}

extension API.Identity.PasskeyRequest {
    /// What a page sends of a passkey that was made.
    public init(
        _ made: TestAuthenticator.Made,
        named name: String = "Phone",
        password: Password? = InProcessServer.password
    ) {
        self.init(
            name: name,
            credential: Credential(
                response: Response(
                    clientDataJSON: Base64URL.text(made.clientData),
                    attestationObject: Base64URL.text(made.attestationObject)
                )
            ),
            password: password
        )
    }
}
