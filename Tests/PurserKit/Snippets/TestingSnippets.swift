import Foundation
import PurserKit
import PurserTesting
import Synchronization
import Testing

extension Snippets {
    /// A client for the preview of a screen.
    static func previewClient() throws -> Purser {
        let transport = PreviewTransport()
        transport.answer(API.Guardian.listRules) { _ in
            [API.Guardian.Rule(id: 1, category: "fun", monthlyLimitCents: 20_000)]
        }
        transport.fail("authorizePurchase", with: NetworkFailure.offline)
        return try Purser(configuration: .development, transport: transport)
    }

    /// A transport of a test's own.
    struct Recorder: Transport {
        let seen: @Sendable (TransportRequest) -> Void

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            seen(request)
            return TransportResponse(
                status: 200,
                headers: ["Content-Type": "application/json"],
                body: Array(#"[{"id":1,"category":"fun","monthly_limit_cents":20000}]"#.utf8)
            )
        }
    }

    @Test("a purchase is declined on a whole server in the process")
    func wholeServer() async throws {
        let server = try await LocalServer()
        let purser = try server.purser()
        try await purser.session.registerUser(email: "ana@example.com", password: "password123")
        try await purser.guardian.setRule(category: "fun", monthlyLimitCents: 20_000)
        let answer = try await purser.guardian.authorizePurchase(
            amountCents: 15_000,
            merchant: "Steam",
            category: "fun"
        )
        #expect(answer.reason == .risky)
        await purser.shutdown()
        await server.shutdown()
    }

    @Test("a preview has the contract's examples, and what a test puts in their place")
    func previews() async throws {
        let purser = try Self.previewClient()
        try await purser.session.signIn(email: "ana@example.com", password: "any")
        #expect(try await purser.guardian.health().status == "ok")
        #expect(try await purser.guardian.listRules().map(\.category) == ["fun"])
        await purser.shutdown()
    }

    @Test("a transport of a test's own sees each request")
    func testDouble() async throws {
        let requests = Mutex<[TransportRequest]>([])
        let recorder = Recorder { request in requests.withLock { $0.append(request) } }
        let purser = try Purser(
            configuration: .development,
            transport: recorder,
            tokens: MemoryTokenStore(
                StoredSession(
                    id: "1",
                    accessToken: "secret",
                    refreshToken: nil,
                    issuedAt: Timestamp(Date.now),
                    expiresAt: Timestamp(Date.now + 86_400)
                )
            )
        )
        let rules = try await purser.guardian.listRules()
        #expect(rules.first?.monthlyLimitDollars == 200)
        #expect(requests.withLock { $0.map(\.target) } == ["/rules"])
        #expect(requests.withLock { $0.first?.headers["Authorization"] } == "Bearer secret")
        await purser.shutdown()
    }
}
