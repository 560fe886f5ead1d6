import Contract
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The body of a request")
struct BodyTests {
    /// A body of exactly so many bytes that a field is missing in.
    private func body(_ bytes: Int) -> String {
        let frame = #"{"padding":""}"#
        return #"{"padding":"\#(String(repeating: "x", count: bytes - frame.utf8.count))"}"#
    }

    @Test(
        "is read up to 1,048,576 bytes, however its length is told",
        arguments: Engine.embedded,
        [true, false]
    )
    func sizes(engine: Engine, isChunked: Bool) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let headers: Headers = [
                "Authorization": "Bearer \(parent.token)", "Content-Type": "application/json",
            ]
            for (bytes, status) in [(1_048_576, 400), (1_048_577, 413), (3_000_000, 413)] {
                let answer = try await server.transport().send(
                    "POST",
                    "/guardian/authorize",
                    headers: headers,
                    body: Array(body(bytes).utf8),
                    isChunked: isChunked
                )
                #expect(answer.status == status)
                let error = try answer.string("error")
                #expect(error == (status == 413 ? "invalid request" : "amount_cents is required"))
            }
        }
    }

    @Test("of another surface is refused in that surface's words", arguments: Engine.embedded)
    func surfaces(engine: Engine) async throws {
        try await withServer(engine) { server in
            let rows = [
                ("/api/auth/login", "INVALID_REQUEST"), ("/api/v1/auth/login", "VALIDATION_ERROR"),
                ("/auth/token", "INVALID_REQUEST"),
            ]
            for (path, code) in rows {
                let large = try await server.post(path, body(1_048_577))
                #expect(large.status == 413)
                #expect(try large.string("error.code") == code)
                let plain = try await server.post(
                    path,
                    "{}",
                    headers: ["Content-Type": "text/plain"]
                )
                #expect(plain.status == 415)
                #expect(try plain.string("error.code") == code)
            }
        }
    }

    @Test("is JSON by its own account", arguments: Engine.embedded)
    func contentTypes(engine: Engine) async throws {
        let rows: [(String?, Int)] = [
            ("application/json", 200), ("application/json; charset=utf-8", 200),
            ("APPLICATION/JSON", 200), ("application/problem+json", 200),
            ("application/vnd.api+json;v=1", 200), (nil, 200), ("text/plain", 415),
            ("text/json", 415), ("application/x-www-form-urlencoded", 415),
            ("application/xml", 415), ("multipart/form-data; boundary=x", 415), ("json", 415),
            ("", 415), ("*/*", 415), ("application/jsonp", 415), ("image/svg+json", 415),
        ]
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for (type, status) in rows {
                var headers: Headers = ["Authorization": "Bearer \(parent.token)"]
                headers["Content-Type"] = type
                let answer = try await server.transport().send(
                    "POST",
                    "/guardian/authorize",
                    headers: headers,
                    body: Array(#"{"amount_cents":1,"merchant":"a"}"#.utf8)
                )
                #expect(answer.status == status, "\(type ?? "none")")
            }
        }
    }

    @Test("may be absent where no field is needed, whatever type it claims")
    func absent() async throws {
        try await withServer(.sqlite) { server in
            for type in [nil, "text/plain", "application/json"] {
                let parent = try await server.registerParent("\(type?.count ?? 0)@example.com")
                var headers: Headers = [:]
                headers["Content-Type"] = type
                let refresh = try await server.post(
                    "/api/v1/auth/refresh",
                    nil,
                    token: parent.token,
                    headers: headers
                )
                #expect(refresh.status == 200)
                let logout = try await server.post(
                    "/api/auth/logout",
                    nil,
                    token: parent.token,
                    headers: headers
                )
                #expect(logout.status == 200)
            }
        }
    }

    @Test("is not looked at where an endpoint takes none")
    func ofGet() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let answer = try await server.raw(
                "GET",
                "/rules",
                "{",
                token: parent.token,
                headers: ["Content-Type": "text/plain"]
            )
            #expect(answer.status == 200)
        }
    }
}
