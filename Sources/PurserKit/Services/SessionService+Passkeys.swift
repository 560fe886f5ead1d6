public import Contract
public import Kernel

extension SessionService {
    /// Lists the passkeys that sign the member in.
    public func listPasskeys() async throws -> API.Identity.PasskeyListResponse {
        try await purser.call(API.Identity.listPasskeys)
    }

    /// Begins adding a passkey: what a browser needs to make one, good for five minutes.
    public func passkeyOptions() async throws -> API.Identity.PasskeyOptions {
        try await purser.call(API.Identity.passkeyOptions)
    }

    /// Adds a passkey; from then on it signs its member in, without password or second factor.
    ///
    /// A member who has a password gives it, and one who has a second factor a code of it as well.
    @discardableResult
    public func addPasskey(
        name: String,
        credential: API.Identity.PasskeyRequest.Credential,
        password: String? = nil,
        code: String? = nil
    ) async throws -> API.Identity.PasskeyResponse {
        try await purser.call(
            API.Identity.addPasskey,
            .init(
                name: name,
                credential: credential,
                password: password.map { Password($0) },
                code: code
            )
        )
    }

    /// Takes a passkey away; it signs nobody in any more.
    public func deletePasskey(passkeyID: ID<Entity.Passkey>) async throws {
        _ = try await purser.call(API.Identity.deletePasskey, .init(passkeyID: passkeyID))
    }
}
