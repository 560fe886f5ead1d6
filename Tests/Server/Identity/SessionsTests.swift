import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Sessions and their tokens")
struct SessionsTests {
    /// Where a member's token is asked for, and the word for its absence there.
    private static let doors = [
        ("GET", "/rules"), ("POST", "/guardian/authorize"), ("POST", "/guardian/override"),
        ("POST", "/rules"), ("GET", "/api/auth/me"), ("POST", "/api/auth/logout"),
        ("GET", "/api/v1/auth/me"), ("POST", "/api/v1/auth/refresh"),
        ("POST", "/api/v1/auth/register/child"),
    ]

    private func expectEverywhere(
        _ status: Int,
        _ token: String,
        _ server: InProcessServer
    ) async throws {
        for (method, path) in Self.doors {
            let body = method == "POST" ? "{}" : nil
            let answer = try await server.raw(method, path, body, token: token)
            #expect(answer.status == status, "\(method) \(path)")
            #expect(answer.headers["WWW-Authenticate"] == "Bearer")
        }
    }

    @Test(
        "signing out ends a session on every surface, and no other session",
        arguments: Engine.all
    )
    func logout(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let other = try await server.login(parent.email)
            let answer = try await parent.purser.call(API.Banking.logoutUser)
            #expect(answer.message == "Signed out")
            try await expectEverywhere(401, parent.token, server)
            _ = try await other.purser.call(API.Banking.currentUser)
        }
    }

    @Test("a token renewed in a session ends with it", arguments: Engine.all)
    func renewed(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            server.clock.advance(seconds: 3_600)
            let renewed = try await parent.purser.call(API.Allowance.refreshMember)
            #expect(renewed.token != parent.token)
            #expect(renewed.expiresAt.instant == server.clock.now.adding(seconds: 86_400))
            let sessions = try [parent.token, renewed.token].map { try Claims($0).string("sid") }
            #expect(sessions[0] == sessions[1])
            for token in [parent.token, renewed.token] {
                _ = try await server.purser(token: token).call(API.Banking.currentUser)
            }
            _ = try await parent.purser.call(API.Banking.logoutUser)
            try await expectEverywhere(401, renewed.token, server)
        }
    }

    @Test("a renewed token outlives the one it was renewed with", arguments: Engine.all)
    func outlives(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            server.clock.advance(seconds: 86_399)
            let renewed = try await parent.purser.call(API.Allowance.refreshMember)
            server.clock.advance(seconds: 1)
            try await expectEverywhere(401, parent.token, server)
            _ = try await server.purser(token: renewed.token).call(API.Banking.currentUser)
        }
    }

    @Test(
        "a token ends in its last second, whether it was seen before or not",
        arguments: Engine.all
    )
    func expiry(engine: Engine) async throws {
        try await withServer(engine) { server in
            let seen = try await server.registerParent()
            let unseen = try await server.login(seen.email)
            server.clock.advance(seconds: 86_399, milliseconds: 999)
            _ = try await seen.purser.call(API.Banking.currentUser)
            server.clock.advance(milliseconds: 1)
            try await expectEverywhere(401, seen.token, server)
            try await expectEverywhere(401, unseen.token, server)
        }
    }

    @Test(
        "an ended session hears 401 where its role, its body or its key would be refused",
        arguments: Engine.all
    )
    func endedFirst(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            for member in [parent, child] {
                try await server.operations.identity.setUserActive(
                    false,
                    email: member.email,
                    server.call()
                )
            }
            let before = try await server.contents()
            try await expectEverywhere(401, child.token, server)
            let long = String(repeating: "k", count: 256)
            let rows: [(String, Headers)] = [
                ("{", [:]), ("{}", ["Content-Type": "text/plain"]),
                (#"{"amount_cents":1,"merchant":"a"}"#, ["Idempotency-Key": long]),
                (#"{"amount_cents":1,"merchant":"a"}"#, ["Idempotency-Key": "k"]),
            ]
            for (body, headers) in rows {
                let answer = try await server.post(
                    "/guardian/authorize",
                    body,
                    token: parent.token,
                    headers: headers
                )
                #expect(answer.status == 401)
            }
            let query = try await server.get("/rules?user_id=%00", token: parent.token)
            #expect(query.status == 401)
            #expect(try await server.contents() == before)
        }
    }

    @Test("a bearer scheme is taken in any case; every other scheme is no token")
    func schemes() async throws {
        try await withServer(.sqlite) { server in
            let token = try await server.registerParent().token
            let rows = [
                ("Bearer \(token)", 200), ("bearer \(token)", 200), ("BEARER \(token)", 200),
                ("Basic \(token)", 401), (token, 401), ("Bearer", 401), ("Bearer ", 401), ("", 401),
                ("Bearer  \(token)", 401), ("Bearer \(token) x", 401), ("Bearer \(token).", 401),
                ("Bearer null", 401), ("Token \(token)", 401),
            ]
            for (header, status) in rows {
                let answer = try await server.get(
                    "/api/auth/me",
                    headers: ["Authorization": header]
                )
                #expect(answer.status == status, "\(header.prefix(12))")
            }
        }
    }

    @Test("a token of another installation is refused, though it was signed as ours are")
    func foreignIssuer() async throws {
        let token = try await withServer(.sqlite) { try await $0.registerParent().token }
        try await withServer(.sqlite) { server in
            try await server.registerParent()
            try await expectEverywhere(401, token, server)
        }
    }

    @Test("a token of which one character was changed is refused, wherever it stands")
    func changed() async throws {
        try await withServer(.sqlite) { server in
            let token = try await server.registerParent().token
            for index in stride(from: 0, to: token.utf8.count, by: 7) {
                var bytes = Array(token.utf8)
                bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : 0x41
                let answer = try await server.get(
                    "/api/auth/me",
                    token: String(decoding: bytes, as: UTF8.self)
                )
                #expect(answer.status == 401)
            }
        }
    }

    @Test("a token whose claims or algorithm were replaced is refused")
    func forged() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let parts = child.token.split(separator: ".").map(String.init)
            let others = parent.token.split(separator: ".").map(String.init)
            let claims = try #require(Base64URL.bytes(parts[1]))
            let parentClaims = String(decoding: claims, as: UTF8.self)
                .replacing("Child", with: "Parent")
            let encode = { (text: String) in Base64URL.text(Array(text.utf8)) }
            let promoted = encode(parentClaims)
            for token in [
                "\(encode(#"{"alg":"none"}"#)).\(promoted).",
                "\(encode(#"{"alg":"None","typ":"JWT"}"#)).\(promoted).\(parts[2])",
                "\(encode(#"{"alg":"HS256","typ":"JWT"}"#)).\(promoted).\(parts[2])",
                "\(parts[0]).\(promoted).\(parts[2])", "\(parts[0]).\(promoted).",
                "\(parts[0]).\(promoted)", "\(parts[0]).\(others[1]).\(parts[2])",
                "..", ".", String(repeating: ".", count: 5_000),
            ] {
                let answer = try await server.get("/api/auth/me", token: token)
                #expect(answer.status == 401)
            }
        }
    }

    @Test("a refresh token is no access token, and no other way round", arguments: Engine.all)
    func kinds(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let session = try await server.purser().call(
                API.Banking.loginUser,
                .init(email: "parent@example.com", password: InProcessServer.password)
            )
            try await expectEverywhere(401, session.refreshToken, server)
            let exchange = await refusal {
                try await server.purser().call(
                    API.Identity.exchangeToken,
                    .init(grantType: .refreshToken, refreshToken: session.accessToken)
                )
            }
            #expect(exchange?.status == 401)
        }
    }
}
