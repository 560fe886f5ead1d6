import Contract
import Operations
import Web

extension AuthorizationRequest {
    /// The request as a form carries it, in an order that is always the same.
    var fields: [SignInPage.Field] {
        let optional = [
            ("state", state), ("scope", scope.isEmpty ? nil : scope), ("nonce", nonce),
            ("login_hint", loginHint),
        ]
        return [
            SignInPage.Field("response_type", "code"),
            SignInPage.Field("client_id", client),
            SignInPage.Field("redirect_uri", redirect),
            SignInPage.Field("code_challenge", challenge),
            SignInPage.Field("code_challenge_method", "S256"),
        ] + optional.compactMap { name, value in value.map { SignInPage.Field(name, $0) } }
    }

    /// The request as a query; no two requests have the same one.
    var query: String {
        fields.map { "\($0.name)=\(PercentCoding.encoded($0.value))" }.joined(separator: "&")
    }

    /// The address of the page that asks for it.
    var address: String { "\(SignInPage.path)?\(query)" }
}
