import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A change of signing keys")
struct KeyRotationTests {
    /// The name of the key that signed a token.
    private func key(of token: String) throws -> String? {
        let head = try #require(token.split(separator: ".").first)
        let json = try JSONParser.parse(try #require(Base64URL.bytes(String(head))))
        guard case .string(let id) = json["kid"] else { return nil }
        return id
    }

    private func status(_ token: String, _ server: InProcessServer) async throws -> Int {
        try await server.get("/api/auth/me", token: token).status
    }

    @Test(
        "signs nothing with the new key before every process had time to see it",
        arguments: Engine.all
    )
    func handover(engine: Engine) async throws {
        try await withServer(engine) { server in
            let other = try server.another()
            let before = try await server.registerParent()
            server.clock.advance(seconds: 3_600)
            let keys = server.keys.rotated(now: server.clock.now)
            let (old, new) = (server.keys.signing[0].id, keys.signing[0].id)
            #expect(try server.operations.identity.tokens.take(keys))
            #expect(try !server.operations.identity.tokens.take(keys))
            server.clock.advance(seconds: 59, milliseconds: 999)
            let meanwhile = try await server.login(before.email)
            #expect(try key(of: meanwhile.token) == old)
            #expect(try await status(meanwhile.token, other) == 200)
            #expect(try other.operations.identity.tokens.take(keys))
            server.clock.advance(milliseconds: 1)
            for (signing, checking) in [(server, other), (other, server)] {
                let after = try await signing.login(before.email)
                #expect(try key(of: after.token) == new)
                #expect(try await status(after.token, checking) == 200)
                for token in [before.token, meanwhile.token] {
                    #expect(try await status(token, checking) == 200)
                }
            }
        }
    }

    @Test("is told to clients: both keys for a day, then the new one alone", arguments: Engine.all)
    func published(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let keys = server.keys.rotated(now: server.clock.now)
            let (old, new) = (server.keys.signing[0].id, keys.signing[0].id)
            #expect(try await server.publishedKeys() == [old])
            #expect(try server.operations.identity.tokens.take(keys))
            #expect(try await server.publishedKeys() == [new, old])
            server.clock.advance(seconds: 60)
            let after = try await server.login(parent.email)
            #expect(try key(of: after.token) == new)
            server.clock.advance(seconds: 86_399, milliseconds: 999)
            #expect(try await server.publishedKeys() == [new, old])
            server.clock.advance(milliseconds: 1)
            #expect(try await server.publishedKeys() == [new])
        }
    }

    @Test("leaves every token good until its own time is over", arguments: Engine.all)
    func lives(engine: Engine) async throws {
        try await withServer(engine) { server in
            let first = try await server.registerParent()
            #expect(
                try server.operations.identity.tokens.take(
                    server.keys.rotated(now: server.clock.now)
                )
            )
            server.clock.advance(seconds: 59)
            let last = try await server.login(first.email)
            server.clock.advance(seconds: 86_399)
            #expect(try await status(first.token, server) == 401)
            #expect(try await status(last.token, server) == 200)
            server.clock.advance(seconds: 1)
            #expect(try await status(last.token, server) == 401)
        }
    }

    @Test(
        "made twice drops the key before, also for tokens once found good; refresh tokens stay",
        arguments: Engine.all
    )
    func twice(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let login = API.Banking.LoginRequest(
                email: parent.email,
                password: InProcessServer.password
            )
            let session = try await server.purser().call(API.Banking.loginUser, login)
            #expect(try await status(parent.token, server) == 200)
            let once = server.keys.rotated(now: server.clock.now)
            let twice = once.rotated(now: server.clock.now)
            #expect(try server.operations.identity.tokens.take(twice))
            for token in [parent.token, session.accessToken] {
                #expect(try await status(token, server) == 401)
            }
            let answer = try await server.purser().call(
                API.Identity.exchangeToken,
                .init(grantType: .refreshToken, refreshToken: session.refreshToken)
            )
            #expect(try key(of: answer.accessToken) == once.signing[0].id)
            #expect(try await status(answer.accessToken, server) == 200)
        }
    }

    @Test("takes nothing from a key file with other secrets")
    func otherFile() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            #expect(throws: ReplacedKeyFile.self) {
                try server.operations.identity.tokens.take(KeyFile(now: server.clock.now))
            }
            #expect(try await status(parent.token, server) == 200)
            let again = try await server.login(parent.email)
            #expect(try key(of: again.token) == server.keys.signing[0].id)
        }
    }
}
