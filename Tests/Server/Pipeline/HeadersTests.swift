import Contract
import PurserKit
import Server
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Headers that every answer has")
struct HeadersTests {
    static let targets = [
        "/", "/health", "/rules", "/nope", "/api/auth/me", "/api/v1/auth/me", "/metrics",
        "/openapi.yaml", "/app/sign-in",
    ]

    @Test("tell browsers to trust it with nothing", arguments: targets)
    func security(target: String) async throws {
        try await withServer(.sqlite) { server in
            let answer = try await server.get(target)
            #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
            #expect(answer.headers["Cache-Control"] == "no-store")
            #expect(answer.headers["Referrer-Policy"] == "no-referrer")
            let policy = try #require(answer.headers["Content-Security-Policy"])
            #expect(policy.hasPrefix("default-src 'none'"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe"))
            // One policy, not two that are joined.
            #expect(!policy.contains(","))
            #expect(answer.headers["X-Request-Trace"] != nil)
            #expect(answer.headers["Content-Type"] != nil)
            #expect(answer.headers["Strict-Transport-Security"] == nil)
            #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
        }
    }

    @Test("tell them to come by TLS only, once they came by TLS", arguments: targets)
    func transportSecurity(target: String) async throws {
        var settings = ServerSettings.unlimited
        settings.tlsCertificate = "chain.pem"
        try await withServer(.sqlite, settings: settings) { server in
            let answer = try await server.get(target)
            #expect(answer.headers["Strict-Transport-Security"] == "max-age=63072000")
        }
    }

    @Test("name no server, no framework and no version")
    func silence() async throws {
        try await withServer(.sqlite) { server in
            for target in Self.targets {
                let answer = try await server.get(target)
                #expect(answer.headers["Server"] == nil)
                #expect(answer.headers["X-Powered-By"] == nil)
            }
        }
    }
}

@Suite("Calls from other sites")
struct CORSTests {
    private let origin = "https://app.example.com"

    private var settings: ServerSettings {
        var settings = ServerSettings.unlimited
        settings.corsOrigins = [origin]
        return settings
    }

    private func preflight(
        _ origin: String?,
        method: String? = "POST",
        _ server: InProcessServer
    ) async throws -> TransportResponse {
        var headers: Headers = [:]
        headers["Origin"] = origin
        headers["Access-Control-Request-Method"] = method
        return try await server.raw("OPTIONS", "/rules", nil, headers: headers)
    }

    @Test("are allowed to nobody, unless it is configured")
    func off() async throws {
        try await withServer(.sqlite) { server in
            #expect(try await preflight(origin, server).status == 405)
            let answer = try await server.get("/health", headers: ["Origin": origin])
            #expect(answer.status == 200)
            #expect(!answer.headers.all.contains { $0.name.hasPrefix("access-control") })
        }
    }

    @Test("are allowed to the configured origin, and it is asked for by name")
    func on() async throws {
        try await withServer(.sqlite, settings: settings) { server in
            let asked = try await preflight(origin, server)
            #expect(asked.status == 204)
            #expect(asked.body.isEmpty)
            #expect(asked.headers["Access-Control-Allow-Origin"] == origin)
            let headers = asked.headers["Access-Control-Allow-Headers"] ?? ""
            for header in ["Authorization", "Content-Type", "Idempotency-Key", "X-Request-Trace"] {
                #expect(headers.contains(header))
            }
            let methods = asked.headers["Access-Control-Allow-Methods"] ?? ""
            for method in Method.allCases { #expect(methods.contains(method.rawValue)) }
            for target in ["/health", "/nope", "/rules"] {
                let answer = try await server.get(target, headers: ["Origin": origin])
                #expect(answer.headers["Access-Control-Allow-Origin"] == origin)
                #expect(answer.headers["Vary"] == "Origin")
                #expect(answer.headers["Access-Control-Allow-Credentials"] == nil)
                let exposed = answer.headers["Access-Control-Expose-Headers"] ?? ""
                #expect(exposed.contains("Retry-After"))
            }
        }
    }

    @Test(
        "are allowed to no other origin",
        arguments: [
            nil, "", "null", "*", "https://app.example.com.evil.example", "http://app.example.com",
            "https://app.example.com:8443", "https://APP.example.com", "https://example.com",
        ]
    )
    func others(origin: String?) async throws {
        try await withServer(.sqlite, settings: settings) { server in
            #expect(try await preflight(origin, server).status == 405)
            var headers: Headers = [:]
            headers["Origin"] = origin
            let answer = try await server.get("/health", headers: headers)
            #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
        }
    }

    @Test("are not asked for by a bare OPTIONS")
    func bareOptions() async throws {
        try await withServer(.sqlite, settings: settings) { server async throws in
            #expect(try await preflight(origin, method: nil, server).status == 405)
        }
    }
}
