import Contract
import Kernel
import PurserKit
import Server
import Testbed
import Testing

@testable import ServerTestbed

@Suite("An app that was given nothing of the API")
struct ScopeAttackTests {
    private var settings: ServerSettings {
        var settings = ServerSettings.unlimited
        settings.ports = [0]
        return settings
    }

    /// Somebody who has nothing but a network.
    private struct Outsider {
        let transport: SocketTransport

        init(at port: Int) {
            transport = SocketTransport(port: port)
        }

        func send(
            _ method: Contract.Method,
            _ target: String,
            token: String? = nil,
            _ body: String? = nil,
            isForm: Bool = false,
            cookie: String? = nil
        ) async throws -> TransportResponse {
            var headers: Headers = [:]
            headers["Authorization"] = token.map { "Bearer \($0)" }
            headers["Cookie"] = cookie
            headers["Content-Type"] = isForm ? SignInVisit.form : "application/json"
            let text = body ?? (method.hasBody ? "{}" : nil)
            return try await transport.send(
                TransportRequest(
                    method,
                    target,
                    headers: headers,
                    body: text.map { Array($0.utf8) }
                )
            )
        }

        /// An access token for a configured app, the whole way through its member's browser.
        func token(_ server: InProcessServer, scope: String) async throws -> OAuthTokens {
            let redirect = "https://app.example.com/back?from=purser"
            let asked = SignInVisit.usual.merging([
                "client_id": "test-app", "redirect_uri": redirect, "scope": scope,
            ]) { $1 }
            let target = "/oauth2/authorize?\(SignInVisit.encoded(asked))"
            let visit = SignInVisit(server, try await send(.get, target))
            let typed = ["email": "parent@example.com", "password": "password123"]
            let form = SignInVisit.encoded(visit.hidden.merging(typed) { $1 })
            let back = try await send(
                .post,
                "/oauth2/authorize",
                form,
                isForm: true,
                cookie: visit.cookie
            )
            let fields = [
                "grant_type": "authorization_code", "code": try #require(back.sent("code")),
                "redirect_uri": redirect, "client_id": "test-app",
                "code_verifier": SignInVisit.verifier,
            ]
            let grant = SignInVisit.encoded(fields)
            return try OAuthTokens(try await send(.post, "/oauth2/token", grant, isForm: true))
        }
    }

    @Test(
        "opens nothing, invites nobody and renews nothing over a socket",
        arguments: Engine.embedded
    )
    func openid(engine: Engine) async throws {
        try await withServer(engine, settings: settings) { server in
            try await server.registerParent()
            try await server.running { port in
                let outsider = Outsider(at: port)
                let tokens = try await outsider.token(server, scope: "openid")
                let scope = tokens.scope
                #expect(scope == "openid")
                let before = try await server.contents()
                var opened: [String] = []
                for endpoint in API.all where endpoint.access != .anyone {
                    guard !endpoint.scope.isEmpty else { continue }
                    let places = endpoint.path.keys.map { ($0, "1") }
                    let answer = try await outsider.send(
                        endpoint.method,
                        endpoint.path.filled(with: Dictionary(uniqueKeysWithValues: places)) ?? "",
                        token: tokens.access
                    )
                    if answer.status != 403 { opened.append("\(endpoint.name) \(answer.status)") }
                }
                #expect(opened == [])
                let invited = try await outsider.send(
                    .post,
                    "/api/v1/auth/invitations",
                    token: tokens.access,
                    #"{"email":"second@example.com","password":"password123"}"#
                )
                let missing = try invited.string("error.details.scope")
                #expect(invited.status == 403)
                #expect(missing == "account")
                let events = try await outsider.send(.get, "/guardian/events", token: tokens.access)
                #expect(events.status == 403)
                for _ in 0..<3 {
                    let renewed = try await outsider.send(
                        .post,
                        "/api/v1/auth/refresh",
                        token: tokens.access
                    )
                    #expect(renewed.status == 403)
                }
                let after = try await server.contents()
                #expect(after == before)
            }
        }
    }

    @Test("reads the room it was given to read, and changes nothing there over a socket")
    func reading() async throws {
        try await withServer(.sqlite, settings: settings) { server in
            try await server.registerParent()
            try await server.running { port in
                let outsider = Outsider(at: port)
                let token = try await outsider.token(server, scope: "guardian:read").access
                let rules = try await outsider.send(.get, "/rules", token: token)
                #expect(rules.status == 200)
                let before = try await server.contents()
                let rule = try await outsider.send(.post, "/rules", token: token)
                let shape = try rule.string("error")
                let missing = try rule.string("scope")
                #expect(rule.status == 403)
                #expect(shape == "forbidden")
                #expect(missing == "guardian")
                let family = try await outsider.send(
                    .get,
                    "/api/v1/families/current",
                    token: token
                )
                let other = try family.string("error.details.scope")
                #expect(other == "allowance:read")
                let after = try await server.contents()
                #expect(after == before)
            }
        }
    }
}
