import Foundation
public import Kernel

/// The token endpoint of an external provider of OAuth 2, to which grants are sent.
public struct ProviderClient: Sendable {
    /// What is offered in exchange for tokens.
    public enum Grant: Sendable, Equatable {
        /// A code from the provider's sign-in page.
        case code(String, redirectURI: String, verifier: String)
        /// A refresh token that the provider gave out.
        case refreshToken(String)
    }

    /// A client that the provider knows.
    public struct Client: Sendable, Equatable {
        /// Its id.
        public let id: String
        /// Its secret; `nil` for one that can keep none.
        public let secret: Secret?

        /// Makes a client.
        public init(id: String, secret: Secret? = nil) {
            self.id = id
            self.secret = secret
        }
    }

    /// How a client with a secret shows it (RFC 6749, section 2.3.1).
    public enum Authentication: String, Sendable, CaseIterable {
        /// In the Authorization header.
        case basic
        /// In the form.
        case post
    }

    private let url: String
    private let web: Client?
    private let native: Client?
    private let authentication: Authentication
    private let client: VendorClient

    /// Makes a client of a provider; there is a web client or a native one, or both.
    ///
    /// - Parameters:
    ///   - url: The token endpoint.
    ///   - web: Whose codes come back to a page, by http or https.
    ///   - nativeID: Whose codes come back to an app, by a scheme of its own; it has no secret.
    ///   - authentication: How the web client shows its secret.
    ///   - timeout: How long an exchange may take up to the end of its answer.
    public init(
        url: String,
        web: Client?,
        nativeID: String?,
        authentication: Authentication = .basic,
        timeout: Duration = .seconds(Limits.providerSeconds)
    ) {
        precondition(web != nil || nativeID != nil, "a provider knows us as somebody")
        self.url = url
        self.web = web
        native = nativeID.map { Client(id: $0) }
        self.authentication = authentication
        client = VendorClient(
            OutsideConnection.client,
            vendor: .identityProvider,
            timeout: timeout,
            answerBytes: Limits.providerBytes
        )
    }

    /// Exchanges a grant, once for each client that it may belong to.
    ///
    /// A code tells by its redirect URI whose it is. A refresh token does not: it is the app's, if
    /// there is one, and else the page's.
    ///
    /// - Throws: ``ProviderError``.
    public func exchange(_ grant: Grant) async throws(ProviderError) -> ProviderTokens {
        let clients = clients(for: grant)
        for other in clients.dropLast() {
            do {
                return try await exchange(grant, as: other)
            } catch {
                guard case .refused = error else { throw error }
            }
        }
        guard let last = clients.last else { throw .refused }
        return try await exchange(grant, as: last)
    }

    private func clients(for grant: Grant) -> [Client] {
        guard case .code(_, let redirectURI, _) = grant else {
            return [native, web].compactMap(\.self)
        }
        let scheme = redirectURI.prefix { $0 != ":" }.lowercased()
        let isPage = ["http", "https"].contains(scheme)
        return [isPage ? web ?? native : native].compactMap(\.self)
    }

    private func exchange(
        _ grant: Grant,
        as known: Client
    ) async throws(ProviderError) -> ProviderTokens {
        let answer: VendorClient.Answer
        do {
            answer = try await client.send(request(grant, as: known))
        } catch {
            throw .unreachable
        }
        switch answer.status {
        case 200: break
        case 400..<500: throw .refused
        default: throw .unreachable
        }
        let decoder = JSONDecoder()
        guard let tokens = try? decoder.decode(ProviderTokens.self, from: Data(answer.body)) else {
            throw .unreachable
        }
        return tokens
    }

    private func request(_ grant: Grant, as known: Client) -> VendorClient.Request {
        var headers = [
            ("Accept", "application/json"), ("Content-Type", "application/x-www-form-urlencoded"),
        ]
        let secret = known.secret.map { String(decoding: $0.bytes, as: UTF8.self) }
        let isBasic = authentication == .basic
        if let secret, isBasic {
            let pair = "\(FormBody.encoded(known.id)):\(FormBody.encoded(secret))"
            let text = Data(pair.utf8).base64EncodedString()
            headers.append(("Authorization", "Basic \(text)"))
        }
        let id = secret != nil && isBasic ? nil : known.id
        let form =
            switch grant {
            case .code(let code, let redirectURI, let verifier):
                FormBody([
                    "grant_type": "authorization_code", "code": code,
                    "redirect_uri": redirectURI, "code_verifier": verifier,
                    "client_id": id, "client_secret": isBasic ? nil : secret,
                ])
            case .refreshToken(let token):
                FormBody([
                    "grant_type": "refresh_token", "refresh_token": token,
                    "client_id": id, "client_secret": isBasic ? nil : secret,
                ])
            }
        return VendorClient.Request(
            method: .post,
            url: url,
            headers: headers,
            body: Array(form.text.utf8)
        )
    }
}
