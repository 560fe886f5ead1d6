/// What a client sends to the token endpoint, as the fields of a form.
public struct OAuthTokenForm: Sendable {
    private let parameters: OAuthParameters

    /// Takes the fields of a form.
    ///
    /// - Throws: ``OAuthRefusal`` when one is given twice.
    public init(_ pairs: [(key: String, value: String)]) throws(OAuthRefusal) {
        parameters = OAuthParameters(pairs)
        guard parameters.repeated.isEmpty else {
            throw OAuthRefusal(.invalidRequest, "a field is given twice")
        }
    }

    /// What is offered, and by which client.
    ///
    /// - Throws: ``OAuthRefusal``.
    func grant() throws(OAuthRefusal) -> (grant: Grant, client: String) {
        switch try required("grant_type") {
        case "authorization_code":
            let grant = Grant.code(
                try required("code"),
                redirect: try required("redirect_uri"),
                verifier: try required("code_verifier")
            )
            return (grant, try required("client_id"))
        case "refresh_token":
            let token = try required("refresh_token")
            let client = try required("client_id")
            guard let scope = parameters["scope"] else { return (.refreshToken(token), client) }
            guard let asked = OAuthScope.read(scope) else {
                throw OAuthRefusal(.invalidScope, "scope has a word that is not known")
            }
            return (.refreshToken(token, asked: asked), client)
        default:
            let known = "authorization_code or refresh_token"
            throw OAuthRefusal(.unsupportedGrantType, "grant_type must be \(known)")
        }
    }

    private func required(_ name: String) throws(OAuthRefusal) -> String {
        guard let value = parameters[name] else {
            throw OAuthRefusal(.invalidRequest, "\(name) is required")
        }
        return value
    }
}
