import Kernel

/// What an authenticator signed for a sign-in.
public struct PasskeyAssertion: Sendable, Equatable {
    /// The credential's id.
    public let credentialID: [UInt8]
    /// What the browser says it asked for, as JSON.
    public let clientData: [UInt8]
    /// What the authenticator says of itself.
    public let authenticatorData: [UInt8]
    /// The signature over both.
    public let signature: [UInt8]
    /// The user the authenticator keeps the credential for.
    public let userHandle: [UInt8]

    /// Makes an assertion.
    public init(
        credentialID: [UInt8],
        clientData: [UInt8],
        authenticatorData: [UInt8],
        signature: [UInt8],
        userHandle: [UInt8]
    ) {
        self.credentialID = credentialID
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }

    /// Reads the fields of the sign-in page's form, each in base64url.
    ///
    /// `field`: The value of a field by its name.
    /// `nil` when one is missing, empty or not base64url.
    public init?(form field: (String) -> String?) {
        func bytes(_ name: String) -> [UInt8]? {
            guard let text = field(name), !text.isEmpty else { return nil }
            return Base64URL.bytes(text)
        }
        guard let credentialID = bytes("credential_id"), let clientData = bytes("client_data"),
            let authenticatorData = bytes("authenticator_data"),
            let signature = bytes("signature"), let userHandle = bytes("user_handle")
        else { return nil }
        self.init(
            credentialID: credentialID,
            clientData: clientData,
            authenticatorData: authenticatorData,
            signature: signature,
            userHandle: userHandle
        )
    }
}
