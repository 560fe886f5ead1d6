import Contract
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Finding an endpoint")
struct RoutingTests {
    /// A path answers the same with and without a slash at its end.
    private func expectAlike(
        _ endpoint: any EndpointDeclaration,
        _ token: String?,
        _ server: InProcessServer
    ) async throws {
        let path = endpoint.path.text
        let query = endpoint.selector.map { "?\($0)=" } ?? ""
        let method = endpoint.method.rawValue
        let headers: Headers = ["X-Request-Trace": "t"]
        let answers = [
            try await server.raw(method, path + query, nil, token: token, headers: headers),
            try await server.raw(
                method,
                path + "/" + query,
                nil,
                token: token,
                headers: headers
            ),
        ]
        #expect(answers[0].status == answers[1].status, "\(endpoint.name)")
        // A conversation that is not there yet has a new id each time.
        let isNew = endpoint.name == API.Insights.conversation.name
        #expect(isNew || answers[0].body == answers[1].body, "\(endpoint.name)")
        // Whoever is let in may name what is not there; for a stranger no user is there.
        let isOpen = token != nil || endpoint.name == API.Insights.deleteUser.name
        let unexpected = isOpen ? [405] : [404, 405]
        #expect(!unexpected.contains(answers[0].status), "\(endpoint.name)")
    }

    @Test(
        "every path answers with and without a slash at its end, the same",
        arguments: Engine.embedded
    )
    func slashes(engine: Engine) async throws {
        try await withServer(engine) { server in
            for endpoint in API.all { try await expectAlike(endpoint, nil, server) }
        }
    }

    @Test(
        "so does every path that is read, also to whoever is signed in",
        arguments: Engine.embedded
    )
    func slashesSignedIn(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            try await parent.addCard()
            for endpoint in API.all where endpoint.method == .get {
                for member in [parent, child] {
                    try await expectAlike(endpoint, member.token, server)
                }
            }
        }
    }

    /// Those of the API, those of HTTP, one of another extension, and two that nobody knows.
    private static let methods = [
        "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "CONNECT", "QUERY",
        "PROPFIND", "BREW", "get",
    ]

    @Test(
        "a known path refuses other methods and names its own",
        arguments: API.all.map(\.path.text)
    )
    func methods(path: String) async throws {
        try await withServer(.sqlite) { server in
            let own = API.all.filter { $0.path.text == path }
            let allowed = Method.allCases.filter { method in own.contains { $0.method == method } }
            let surface = try #require(own.first?.surface)
            // Where there is GET there is HEAD.
            let known = Set(allowed.map(\.rawValue) + (allowed.contains(.get) ? ["HEAD"] : []))
            for method in Self.methods where !known.contains(method) {
                let answer = try await server.raw(method, path, nil)
                #expect(answer.status == 405, "\(method) \(path)")
                #expect(
                    answer.headers["Allow"] == allowed.map(\.rawValue).joined(separator: ", ")
                )
                guard method != "HEAD" else {
                    #expect(answer.body.isEmpty)
                    continue
                }
                let word = try answer.string(surface == .guardian ? "error" : "error.code")
                let words = ["invalid request", "INVALID_REQUEST", "VALIDATION_ERROR"]
                #expect(words.contains(try #require(word)))
            }
        }
    }

    @Test(
        "HEAD is answered as GET, without the body",
        arguments: ["/", "/health", "/rules", "/openapi.yaml", "/metrics", "/app/sign-in", "/nope"]
    )
    func head(path: String) async throws {
        try await withServer(.sqlite) { server in
            let get = try await server.raw("GET", path, nil, headers: ["X-Request-Trace": "t"])
            let head = try await server.raw("HEAD", path, nil, headers: ["X-Request-Trace": "t"])
            #expect(head.status == get.status)
            #expect(head.body.isEmpty)
            #expect(head.headers["Content-Type"] == get.headers["Content-Type"])
        }
    }

    @Test(
        "only GET is allowed where there is no endpoint and something to read",
        arguments: Engine.embedded,
        ["/health", "/openapi.yaml", "/oauth2/sign-in.css", "/.well-known/jwks.json"]
    )
    func readOnly(engine: Engine, path: String) async throws {
        try await withServer(engine) { server in
            #expect(try await server.raw("GET", path, nil).status == 200)
            let answer = try await server.raw("DELETE", path, nil)
            #expect(answer.status == 405)
            #expect(answer.headers["Allow"] == "GET")
            let keys = path == "/health" ? ["error", "message", "traceId"] : ["error"]
            #expect(try answer.json().members.map(\.key).starts(with: keys))
        }
    }

    @Test(
        "a path that is not known is refused in the common shape",
        arguments: [
            "/nope", "/rules/x/y", "/guardian", "/guardian/nope", "/api", "/api/v1/auth",
            "/api/auth/me/x", "/..", "/../etc/passwd", "/%2e%2e/etc/passwd", "/rules%2f",
            "/%00", "/%ff", "/%", "/RULES", "/api/auth/me%20", "/Health",
        ],
        ["GET", "POST", "DELETE"]
    )
    func unknown(path: String, method: String) async throws {
        try await withServer(.sqlite) { server in
            let answer = try await server.raw(method, path, nil)
            #expect(answer.status == 404)
            #expect(try answer.string("error.code") == "NOT_FOUND")
            #expect(try answer.string("traceId") == answer.headers["X-Request-Trace"])
            #expect(answer.headers["Content-Type"] == "application/json")
        }
    }

    @Test("a query is no part of the path, and only known keys of it count")
    func queries() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let rows = [
                ("/rules?", 200), ("/rules?x=1&y", 200), ("/rules?x=1&x", 400),
                ("/rules/?y=%20", 200),
                ("/rules?user_id=", 200), ("/rules?user_id=+", 200),
                ("/rules?user_id=\(parent.id)", 200), ("/rules?user%5Fid=\(parent.id)", 200),
                ("/rules?user_id=\(parent.id)&user_id=\(parent.id)", 400),
                ("/rules?user_id=%ff", 400), ("/rules?user_id=%0", 400),
                ("/rules?user_id=%00", 400),
                ("/rules?user_id=x", 404),
            ]
            for (target, status) in rows {
                let answer = try await server.get(target, token: parent.token)
                #expect(answer.status == status, "\(target)")
            }
            let doubled = try await server.get("/rules?user_id=1&user_id=2", token: parent.token)
            #expect(try doubled.string("error") == "user_id is given twice")
        }
    }

    @Test(
        "a method that nobody knows makes no path known",
        arguments: ["QUERY", "BREW", "get"]
    )
    func methodOfNobody(method: String) async throws {
        try await withServer(.sqlite) { server in
            let answer = try await server.raw(method, "/nope", nil)
            #expect(answer.status == 404)
            #expect(answer.headers["Allow"] == nil)
            let page = try await server.raw(method, "/oauth2/authorize", nil)
            #expect(page.status == 405)
        }
    }
}
