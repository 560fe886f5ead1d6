import Contract
import Crypto
import Kernel
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@testable import Providers
@testable import Server
@testable import ServerTestbed

@Suite("What Plaid tells by itself")
struct PlaidWebhookRouteTests {
    private static let path = "/webhooks/plaid"
    private static let looks = Statement("SELECT look_at_ms, state FROM bank_items LIMIT 1")

    private let key = P256.Signing.PrivateKey()
    private let bank = ScriptedBank()

    private func verification(_ body: String, at seconds: Int64) throws -> String {
        let hash = SHA256.hash(data: Array(body.utf8)).withUnsafeBytes(Hexadecimal.text)
        let claims = #"{"iat":\#(seconds),"request_body_sha256":"\#(hash)"}"#
        let head = try CompactToken.encode(["alg": "ES256", "kid": "k1", "typ": "JWT"])
        let signed = "\(head).\(Base64URL.text(Array(claims.utf8)))"
        let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
        return "\(signed).\(Base64URL.text(Array(signature)))"
    }

    private static func body(_ item: String, _ type: String, _ code: String) -> String {
        #"{"webhook_type":"\#(type)","webhook_code":"\#(code)","item_id":"\#(item)"}"#
    }

    private func with(
        _ engine: Engine,
        _ work: (InProcessServer, _ item: String) async throws -> Void
    ) async throws {
        let verifies = WebhookKey(
            id: "k1",
            key: VerificationKey(key.publicKey),
            expiredAt: nil
        )
        bank.sign(with: verifies)
        try await withServer(
            engine,
            clock: TestClock("2025-08-20T12:00:00Z"),
            banks: { BankConnections(bank, keys: $0, takesWebhooks: true) }
        ) { server in
            let parent = try await server.registerParent()
            _ = try await parent.purser.call(
                API.Banking.exchangePublicToken,
                .init(publicToken: "public-sandbox-a")
            )
            _ = try await parent.purser.call(API.Banking.syncAccounts)
            let item = try await server.database.read { session in
                try session.first(Statement("SELECT provider_item FROM bank_items"), []) {
                    $0.text(0)
                }
            }
            try await work(server, try #require(item))
        }
    }

    @Test("has an item read soon, and says nothing of others", arguments: Engine.all)
    func news(engine: Engine) async throws {
        try await with(engine) { server, item in
            server.clock.advance(seconds: 60)
            let now = server.clock.now
            for known in [item, "unknown"] {
                let body = Self.body(known, "TRANSACTIONS", "SYNC_UPDATES_AVAILABLE")
                let before = try await server.contents()
                for _ in 0..<2 {
                    let answer = try await server.post(
                        Self.path,
                        body,
                        headers: ["Plaid-Verification": try verification(body, at: now.seconds)]
                    )
                    #expect(answer.status == 200 && answer.body.isEmpty)
                }
                let changed = try await server.contents().changed(since: before)
                #expect(changed == (known == item ? ["bank_items"] : []))
            }
            let look = try await server.database.read { session in
                try session.first(Self.looks, []) { $0.optionalInstant(0) } ?? nil
            }
            #expect(look == now)
        }
    }

    @Test("is refused when Plaid did not send it, or long ago", arguments: Engine.all)
    func forged(engine: Engine) async throws {
        try await with(engine) { server, item in
            let now = server.clock.now.seconds
            let body = Self.body(item, "ITEM", "USER_PERMISSION_REVOKED")
            let other = Self.body("other", "ITEM", "USER_PERMISSION_REVOKED")
            let tokens = [
                nil, "", "a.b.c", try verification(other, at: now),
                try verification(body, at: now - 301),
            ]
            let before = try await server.contents()
            for token in tokens {
                let headers: Headers = token.map { ["Plaid-Verification": $0] } ?? [:]
                #expect(try await server.post(Self.path, body, headers: headers).status == 401)
            }
            #expect(try await server.contents() == before)
            let headers: Headers = ["Plaid-Verification": try verification(body, at: now)]
            #expect(try await server.post(Self.path, body, headers: headers).status == 200)
            let state = try await server.database.read { session in
                try session.first(Self.looks, []) { $0.text(1) }
            }
            #expect(state == "login_required")
        }
    }

    @Test("has an item want its member, until the sign-in is repaired", arguments: Engine.all)
    func login(engine: Engine) async throws {
        try await with(engine) { server, item in
            let now = server.clock.now.seconds
            let failure = #""error":{"error_code":"ITEM_LOGIN_REQUIRED"}"#
            let error = "\(Self.body(item, "ITEM", "ERROR").dropLast()),\(failure)}"
            let repaired = Self.body(item, "ITEM", "LOGIN_REPAIRED")
            for (body, state) in [(error, "login_required"), (repaired, "good")] {
                let headers: Headers = ["Plaid-Verification": try verification(body, at: now)]
                #expect(try await server.post(Self.path, body, headers: headers).status == 200)
                let found = try await server.database.read { session in
                    try session.first(Self.looks, []) { $0.text(1) }
                }
                #expect(found == state)
            }
            try await server.database.write { session in
                _ = try session.run(Statement("UPDATE bank_items SET state = 'removed'"), [])
            }
            let before = try await server.contents()
            let headers: Headers = ["Plaid-Verification": try verification(repaired, at: now)]
            #expect(try await server.post(Self.path, repaired, headers: headers).status == 200)
            #expect(try await server.contents() == before)
            #expect(server.server.bodies.taken == 0)
        }
    }

    @Test("has an item that was repaired good again, and read soon", arguments: Engine.all)
    func repaired(engine: Engine) async throws {
        try await with(engine) { server, item in
            for (code, state) in [
                ("USER_PERMISSION_REVOKED", "login_required"), ("LOGIN_REPAIRED", "good"),
            ] {
                server.clock.advance(seconds: 60)
                let body = Self.body(item, "ITEM", code)
                let token = try verification(body, at: server.clock.now.seconds)
                let headers: Headers = ["Plaid-Verification": token]
                #expect(try await server.post(Self.path, body, headers: headers).status == 200)
                let held = try await server.database.read { session in
                    try session.first(Self.looks, []) { ($0.optionalInstant(0), $0.text(1)) }
                }
                #expect(held?.1 == state)
                if state == "good" { #expect(held?.0 == server.clock.now) }
            }
        }
    }

    @Test("has no place where the bank is the built-in one")
    func builtIn() async throws {
        try await withServer(.sqlite) { server in
            let body = Self.body("i", "TRANSACTIONS", "SYNC_UPDATES_AVAILABLE")
            let headers: Headers = ["Plaid-Verification": try verification(body, at: 0)]
            #expect(try await server.post(Self.path, body, headers: headers).status == 404)
        }
    }
}
