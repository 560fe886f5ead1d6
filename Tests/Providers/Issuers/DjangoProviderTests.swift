import Contract
import PurserKit
import Testbed
import Testing

@testable import Providers

/// It is strict: no code without a challenge by S256, no refresh token taken twice.
@Suite("An external provider, as django-oauth-toolkit is one")
struct DjangoProviderTests {
    private static let verifier = DjangoProvider.verifier
    private static let otherVerifier = String(verifier.reversed())

    @Test("gives no code to an app that makes no challenge, or a weak one")
    func challenges() async throws {
        try await DjangoProvider.with { provider in
            let weak = [
                "code_challenge": Self.verifier, "code_challenge_method": "plain",
            ]
            for fields in [[:], weak] {
                let answer = try await provider.visit(provider.native, fields)
                #expect(answer["error"] == "invalid_request")
                #expect(answer["code"] == nil)
            }
        }
    }

    @Test("gives an app tokens for a code with its verifier and redirect URI, and once")
    func codes() async throws {
        try await DjangoProvider.with { provider in
            let app = provider.client(web: nil, nativeID: provider.native.client)
            let code = try await provider.code(for: provider.native)
            let grant = { (redirect: String, verifier: String) in
                ProviderClient.Grant.code(code, redirectURI: redirect, verifier: verifier)
            }
            let redirect = provider.native.redirect
            // None of these spends the code: they are refused for what they say.
            #expect(await app.failure(of: grant(redirect, Self.otherVerifier)) == .refused)
            #expect(await app.failure(of: grant(redirect, "")) == .refused)
            #expect(await app.failure(of: grant("\(redirect)/other", Self.verifier)) == .refused)
            let stranger = provider.client(web: nil, nativeID: "stranger")
            #expect(await stranger.failure(of: grant(redirect, Self.verifier)) == .refused)

            let tokens = try await app.exchange(grant(redirect, Self.verifier))
            #expect(!tokens.accessToken.isEmpty)
            #expect(tokens.refreshToken != nil && tokens.idToken != nil)
            #expect(tokens.expiresIn == 600)
            #expect(tokens.scope == "openid read")
            #expect(await app.failure(of: grant(redirect, Self.verifier)) == .refused)
        }
    }

    @Test("takes a refresh token from the client it is for, whichever that is, and once")
    func refreshTokens() async throws {
        try await DjangoProvider.with { provider in
            let web = provider.web(secret: provider.web.secret)
            let app = provider.client(web: nil, nativeID: provider.native.client)
            let page = provider.client(web: web, nativeID: nil)
            let both = provider.client(web: web, nativeID: provider.native.client)
            for (known, other) in [(provider.native, page), (provider.web, app)] {
                let code = try await provider.code(for: known)
                let first = try await both.exchange(
                    .code(code, redirectURI: known.redirect, verifier: Self.verifier)
                )
                let token = try #require(first.refreshToken)
                #expect(await other.failure(of: .refreshToken(token)) == .refused)

                let second = try await both.exchange(.refreshToken(token))
                #expect(second.accessToken != first.accessToken)
                let next = try #require(second.refreshToken)
                #expect(next != token)
                let third = try await both.exchange(.refreshToken(next))
                #expect(third.accessToken != second.accessToken)
                #expect(await both.failure(of: .refreshToken(token)) == .refused)
            }
        }
    }

    @Test(
        "gives a page tokens when its server shows the secret, in either way",
        arguments: ProviderClient.Authentication.allCases
    )
    func secrets(authentication: ProviderClient.Authentication) async throws {
        try await DjangoProvider.with { provider in
            let known = provider.web
            let code = try await provider.code(for: known)
            let grant = ProviderClient.Grant.code(
                code,
                redirectURI: known.redirect,
                verifier: Self.verifier
            )
            let secret = try #require(known.secret)
            for wrong in [nil, "", secret.uppercased()] {
                let client = provider.client(
                    web: provider.web(secret: wrong),
                    nativeID: nil,
                    authentication
                )
                #expect(await client.failure(of: grant) == .refused)
            }
            let server = provider.client(
                web: provider.web(secret: secret),
                nativeID: provider.native.client,
                authentication
            )
            #expect(try await server.exchange(grant).refreshToken != nil)
        }
    }

    @Test("tells by its ID token at our own door who has signed in", arguments: Engine.all)
    func door(engine: Engine) async throws {
        try await DjangoProvider.with { provider in
            let issuer = ExternalIssuer.test(
                .openID,
                .rs256,
                at: "\(provider.url)/.well-known/jwks.json",
                issuer: provider.url,
                audiences: [provider.native.client]
            )
            let issuers = ExternalIssuers(
                verifier: ExternalTokenVerifier([issuer]),
                provider: provider.client(web: nil, nativeID: provider.native.client)
            )
            let code = try await provider.code(for: provider.native)
            let grant = { (verifier: String) in
                API.Identity.AuthTokenRequest(
                    grantType: .authorizationCode,
                    code: code,
                    redirectURI: provider.native.redirect,
                    codeVerifier: verifier
                )
            }
            try await withServer(engine, issuers: issuers) { server in
                let exchange = { (request: API.Identity.AuthTokenRequest) in
                    try await server.purser().call(API.Identity.exchangeToken, request)
                }
                let before = try await server.contents()
                let wrong = await #expect(throws: PurserError.self) {
                    try await exchange(grant(Self.otherVerifier))
                }
                #expect(wrong?.status == 401)
                #expect(try await server.contents() == before)

                let answer = try await exchange(grant(Self.verifier))
                #expect(answer.scope == "openid read")
                #expect(answer.userID != nil)
                let again = try await exchange(
                    .init(grantType: .refreshToken, refreshToken: answer.refreshToken)
                )
                #expect(again.userID == answer.userID)
                let after = try await server.contents()
                let twice = await #expect(throws: PurserError.self) {
                    try await exchange(grant(Self.verifier))
                }
                #expect(twice?.status == 401)
                #expect(try await server.contents() == after)
            }
        }
    }
}
