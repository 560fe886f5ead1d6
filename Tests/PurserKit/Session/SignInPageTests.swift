import Contract
import Foundation
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("A sign-in at the server's page")
struct SignInPageTests {
    private static let redirect = "safepocket://auth/callback"
    private static let issuer = "https://purser.example.com"

    private func discovery(
        page: String = "https://purser.example.com/oauth2/authorize",
        proofs: [String]? = ["S256"],
        namesIssuer: Bool? = true
    ) throws -> TransportResponse {
        let document = Discovery(
            issuer: Self.issuer,
            page: page,
            proofs: proofs,
            namesIssuer: namesIssuer
        )
        return try .of(document)
    }

    private func tokens(idToken: String?) throws -> TransportResponse {
        try .of(
            API.Identity.AuthTokenResponse(
                accessToken: TestToken.access("alice"),
                idToken: idToken,
                refreshToken: "refresh",
                expiresIn: 3_600,
                userID: nil,
                traceID: "test"
            )
        )
    }

    private func idToken(_ request: SignInRequest) -> String {
        TestToken.signed(
            #"{"sub":"alice","iss":"\#(Self.issuer)","aud":"purser-native","#
                + #""nonce":"\#(request.nonce)"}"#
        )
    }

    private func callback(_ request: SignInRequest, _ changes: [String: String?] = [:]) -> String {
        var parameters: [String: String?] = [
            "code": "the-code", "state": request.state, "iss": Self.issuer,
        ]
        for (name, value) in changes { parameters[name] = value }
        let query = parameters.compactMap { name, value in
            value.map { "\(name)=\(PercentCoding.encoded($0))" }
        }
        return "\(Self.redirect)?\(query.joined(separator: "&"))"
    }

    @Test("has the challenge of RFC 7636, appendix B")
    func challenge() {
        let challenge = PKCE.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(Set((0..<100).map { _ in PKCE.secret() }).count == 100)
        #expect(PKCE.secret().utf8.count == 43)
    }

    @Test("asks with everything that OAuth 2.1 wants, and redeems the code with the verifier once")
    func flow() async throws {
        let transport = ScriptedTransport(.answers(try discovery()))
        let purser = try Purser.test(transport)
        let request = try await purser.session.beginSignIn(
            redirectURI: Self.redirect,
            loginHint: "a+b@example.com"
        )
        let parts = try #require(URLComponents(url: request.url, resolvingAgainstBaseURL: false))
        let items = Dictionary(
            (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        ) { _, last in last }
        #expect(items["response_type"] == "code")
        #expect(items["client_id"] == "purser-native")
        #expect(items["redirect_uri"] == Self.redirect)
        #expect(items["code_challenge"] == PKCE.challenge(of: request.verifier))
        #expect(items["code_challenge_method"] == "S256")
        #expect(items["state"] == request.state)
        #expect(items["nonce"] == request.nonce)
        #expect(items["scope"] == "openid profile email offline_access")
        #expect(items["login_hint"] == "a+b@example.com")
        #expect(!request.url.absoluteString.contains(request.verifier))

        transport.add(.answers(try tokens(idToken: idToken(request))))
        try await purser.session.finishSignIn(request, callback: callback(request))
        #expect(try await purser.session.state == .signedIn(owner: "alice"))
        let sent = try #require(transport.requests.last)
        let body = try JSONParser.parse(sent.body ?? [])
        #expect(sent.target == "/auth/token")
        #expect(body["codeVerifier"] == .string(request.verifier))
        #expect(body["code"] == .string("the-code"))
        #expect(body["redirectUri"] == .string(Self.redirect))
        // The callback that comes twice is not redeemed twice: that would end the session.
        let error = await #expect(throws: PurserError.self) {
            try await purser.session.finishSignIn(request, callback: callback(request))
        }
        #expect(error?.kind == .conflict)
        #expect(transport.requests.count == 2)
        #expect(try await purser.session.state == .signedIn(owner: "alice"))
    }

    @Test("takes no answer but its own, and the right one still afterwards")
    func attacks() async throws {
        let transport = ScriptedTransport(.answers(try discovery()))
        let purser = try Purser.test(transport)
        let request = try await purser.session.beginSignIn(redirectURI: Self.redirect)
        let other = try #require(URL(string: "https://evil.example.com"))
        let good = callback(request)
        let attacks: [(String, PurserError.Kind)] = [
            (callback(request, ["state": "guess"]), .invalid),
            (callback(request, ["state": nil]), .invalid),
            (callback(request, ["iss": other.absoluteString]), .invalid),
            (callback(request, ["iss": nil]), .invalid),
            (callback(request, ["iss": Self.issuer + "/"]), .invalid),
            (callback(request, ["code": nil]), .invalid),
            (callback(request, ["code": ""]), .invalid),
            (callback(request, ["code": nil, "error": "access_denied"]), .unauthorized),
            (callback(request, ["error": "<b>secret</b>"]), .unauthorized),
            (callback(request, ["error": "x", "state": "guess"]), .invalid),
            (good + "&code=other", .invalid),
            (good + "&state=other", .invalid),
            (good + "&x=%zz", .invalid),
            (good.replacing("?", with: "#"), .invalid),
            (Self.redirect + "#" + good, .invalid),
            (good.replacing("callback?", with: "callback/?"), .invalid),
            (good.replacing("safepocket:", with: "https:"), .invalid),
            (Self.redirect, .invalid), ("", .invalid), ("?", .invalid),
        ]
        for (address, kind) in attacks {
            let error = await #expect(throws: PurserError.self, "\(address)") {
                try await purser.session.finishSignIn(request, callback: address)
            }
            #expect(error?.kind == kind, "\(address)")
            #expect(error?.message.contains("secret") == false)
        }
        #expect(transport.requests.count == 1)
        #expect(try await purser.session.state == .signedOut(.none))
        transport.add(.answers(try tokens(idToken: nil)))
        try await purser.session.finishSignIn(request, callback: good + "#anything")
        #expect(try await purser.session.state == .signedIn(owner: "alice"))
    }

    @Test("takes no ID token that answers another request, and ends the session it came with")
    func idTokens() async throws {
        let claims = [
            #"{"sub":"a","iss":"https://purser.example.com","aud":"purser-native","nonce":"x"}"#,
            #"{"sub":"a","iss":"https://evil.example.com","aud":"purser-native","nonce":"N"}"#,
            #"{"sub":"a","iss":"https://purser.example.com","aud":["other"],"nonce":"N"}"#,
            #"{"sub":"a","iss":"https://purser.example.com","aud":"purser-native"}"#,
        ]
        for claim in claims {
            let transport = ScriptedTransport(.answers(try discovery()))
            let purser = try Purser.test(transport)
            let request = try await purser.session.beginSignIn(redirectURI: Self.redirect)
            let token = TestToken.signed(claim.replacing(#""N""#, with: "\"\(request.nonce)\""))
            transport.add(.answers(try tokens(idToken: token)))
            let error = await #expect(throws: PurserError.self, "\(claim)") {
                try await purser.session.finishSignIn(request, callback: callback(request))
            }
            #expect(error?.kind == .unauthorized)
            #expect(transport.requests.last?.target == "/api/auth/logout")
            #expect(try await purser.session.state == .signedOut(.none))
        }
    }

    @Test("is not begun at a page that cannot be trusted")
    func unsafePages() async throws {
        let documents = [
            try discovery(page: "http://purser.example.com/oauth2/authorize"),
            try discovery(proofs: ["plain"]), try discovery(proofs: nil),
            try discovery(namesIssuer: false), try discovery(namesIssuer: nil),
        ]
        for document in documents {
            let purser = try Purser.test(
                ScriptedTransport(.answers(document)),
                configuration: .production(at: Self.issuer)
            )
            await #expect(throws: PurserError.self) {
                try await purser.session.beginSignIn(redirectURI: Self.redirect)
            }
        }
    }
}
