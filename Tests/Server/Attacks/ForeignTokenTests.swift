import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

/// Over sockets: how long somebody stays who read a token of another issuer that was good for a
/// minute.
@Suite("Attack: another issuer's token of a minute", .timeLimit(.minutes(5)))
struct ForeignTokenTests {
    private let issuer: TestIssuer

    init() throws {
        issuer = try TestIssuer()
    }

    private func status(_ call: () async throws -> some Any) async throws -> Int {
        do {
            _ = try await call()
            return 200
        } catch let error as PurserError {
            return try #require(error.status)
        }
    }

    @Test("is over a day after its end, however often it was renewed", arguments: Engine.all)
    func renewals(engine: Engine) async throws {
        let verifier = ExternalTokenVerifier([.test(.supabaseSecret, .hs256)])
        try await withServer(engine, issuers: ExternalIssuers(verifier: verifier)) { server in
            let now = server.clock.now.seconds
            let claims = TestIssuer.claims(at: server.clock.now, ["exp": "\(now + 60)"])
            let token = try issuer.token(claims, .bytes(TestIssuer.secret))
            try await server.listening { port in
                let transport = SocketTransport(port: port)
                var thief = DirectClient(transport: transport, token: token)
                thief.token = try await thief.call(API.Allowance.refreshMember).token
                var days = 0
                // As long as there is a way on, it is taken every twenty hours.
                while days < 10 {
                    server.clock.advance(seconds: 20 * 3_600)
                    let client = thief
                    let renewed = try? await client.call(API.Allowance.refreshMember)
                    guard let renewed else { break }
                    thief.token = renewed.token
                    days += 1
                }
                #expect(days == 0)
                server.clock.advance(seconds: 4 * 3_600 - 1)
                let last = thief
                let atEnd = try await status { try await last.call(API.Banking.currentUser) }
                #expect(atEnd == 200)
                server.clock.advance(seconds: 1)
                let after = try await status { try await last.call(API.Banking.currentUser) }
                #expect(after == 401)
            }
        }
    }
}
