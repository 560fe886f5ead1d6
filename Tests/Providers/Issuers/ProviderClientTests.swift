import Foundation
import Testbed
import Testing

@testable import Providers

@Suite("An external provider's token endpoint")
struct ProviderClientTests {
    private static let code = ProviderClient.Grant.code(
        "c+de",
        redirectURI: "safepocket://auth/callback",
        verifier: "v"
    )
    private static let page = ProviderClient.Grant.code(
        "c",
        redirectURI: "HTTPS://app.example/back",
        verifier: "w"
    )
    private static let web = ProviderClient.Client(
        id: "web:1",
        secret: Secret(Array("s&t".utf8))
    )
    private static let tokens = #"{"access_token":"a","token_type":"Bearer"}"#

    @Test("is asked as the client that the grant belongs to")
    func clients() async throws {
        let encoded = "redirect_uri=HTTPS%3A%2F%2Fapp%2Eexample%2Fback"
        let header = "Basic \(Data("web%3A1:s%26t".utf8).base64EncodedString())"
        let table: [(ProviderClient.Authentication, ProviderClient.Grant, String?, String)] = [
            (
                .basic, Self.code, nil,
                "grant_type=authorization_code&code=c%2Bde&redirect_uri="
                    + "safepocket%3A%2F%2Fauth%2Fcallback&code_verifier=v&client_id=app"
            ),
            (
                .basic, Self.page, header,
                "grant_type=authorization_code&code=c&\(encoded)&code_verifier=w"
            ),
            (
                .post, Self.page, nil,
                "grant_type=authorization_code&code=c&\(encoded)&code_verifier=w&client_id=web%3A1"
                    + "&client_secret=s%26t"
            ),
            (
                .basic, .refreshToken("r"), nil,
                "grant_type=refresh_token&refresh_token=r&client_id=app"
            ),
        ]
        for (authentication, grant, header, body) in table {
            try await IssuerWire.with(.answer(Self.tokens)) { wire, url in
                let client = ProviderClient(
                    url: url,
                    web: Self.web,
                    nativeID: "app",
                    authentication: authentication
                )
                let tokens = try await client.exchange(grant)
                #expect(tokens.accessToken == "a")
                #expect(tokens.expiresIn == 3_600)
                #expect(tokens.refreshToken == nil && tokens.idToken == nil)
                #expect(wire.requests.map(\.line) == ["POST /keys"])
                #expect(wire.requests.map(\.authorization) == [header])
                #expect(wire.requests.map(\.body) == [body])
            }
        }
    }

    @Test("is asked for a refused refresh token as the other client too")
    func bothClients() async throws {
        try await IssuerWire.with(.answer(status: 400, "{}")) { wire, url in
            let client = ProviderClient(url: url, web: Self.web, nativeID: "app")
            #expect(await client.failure(of: .refreshToken("r")) == .refused)
            #expect(wire.requests.map { $0.authorization == nil } == [true, false])
            #expect(await client.failure(of: Self.code) == .refused)
            #expect(wire.requests.count == 3)
        }
    }

    @Test("is given no app's code where it knows no app")
    func noApp() async throws {
        try await IssuerWire.with(.answer(Self.tokens)) { wire, url in
            let client = ProviderClient(url: url, web: Self.web, nativeID: nil)
            #expect(await client.failure(of: Self.code) == .refused)
            #expect(wire.requests.isEmpty)
        }
    }

    @Test(
        "refuses with 4xx alone; whatever else it does, nobody can tell",
        arguments: [
            (.answer(status: 400, "{}"), .refused), (.answer(status: 401, ""), .refused),
            (.answer(status: 403, ""), .refused), (.answer(status: 500, ""), .unreachable),
            (.answer(status: 503, ""), .unreachable), (.redirect(tokens), .unreachable),
            (.answer("{}"), .unreachable), (.answer("<html>"), .unreachable),
            (.answer(#"{"access_token":7}"#), .unreachable),
            (.answer(tokens + String(repeating: " ", count: 65_536)), .unreachable),
        ] as [(IssuerWire.Reply, ProviderError)]
    )
    func failures(reply: IssuerWire.Reply, expected: ProviderError) async throws {
        try await IssuerWire.with(reply) { wire, url in
            let client = ProviderClient(url: url, web: nil, nativeID: "app")
            #expect(await client.failure(of: Self.code) == expected)
            #expect(wire.requests.map(\.line) == ["POST /keys"])
        }
    }

    @Test("that nobody reaches is told as such")
    func down() async {
        let client = ProviderClient(url: "http://127.0.0.1:9/token", web: nil, nativeID: "app")
        #expect(await client.failure(of: Self.code) == .unreachable)
    }

    @Test(
        "tells the life of its tokens as number or text",
        arguments: [("60", 60), ("\"60\"", 60), ("null", 3_600), ("\"x\"", 3_600)]
            as [(String, Int64)]
    )
    func life(text: String, seconds: Int64) async throws {
        let body = #"{"access_token":"a","expires_in":\#(text),"scope":"openid email"}"#
        try await IssuerWire.with(.answer(body)) { _, url in
            let client = ProviderClient(url: url, web: nil, nativeID: "app")
            let tokens = try await client.exchange(.refreshToken("r"))
            #expect(tokens.expiresIn == seconds)
            #expect(tokens.scope == "openid email")
        }
    }
}
