import Contract
import Foundation
import Kernel
import Operations
import Testbed
import Testing

@testable import PurserKit

@Suite("A session at the server itself")
struct ServerSessionTests {
    @Test("is signed in, renewed, signed out, and followed by another", arguments: Engine.all)
    func life(engine: Engine) async throws {
        try await withPurser(engine) { server, purser in
            let alice = try await server.registerParent("alice@example.com")
            try await server.registerParent("bob@example.com")
            try await purser.session.signIn(email: "Alice@example.com", password: "password123")
            let keeper = purser.client.keeper
            let first = try #require(try await keeper.session())
            #expect(first.owner == alice.id.text)
            #expect(try await purser.call(API.Banking.currentUser).email == "alice@example.com")

            server.clock.advance(seconds: 3_600)
            #expect(try await purser.call(API.Banking.currentUser).email == "alice@example.com")
            let second = try #require(try await keeper.session())
            #expect(second.id == first.id)
            #expect(second.accessToken != first.accessToken)
            #expect(second.refreshToken != first.refreshToken)

            try await purser.session.signOut()
            #expect(try await purser.session.state == .signedOut(.byMember))
            let stale = server.purser(token: second.accessToken)
            await #expect(throws: PurserError.self) {
                try await stale.call(API.Banking.currentUser)
            }

            try await purser.session.signIn(email: "bob@example.com", password: "password123")
            #expect(try await purser.call(API.Banking.currentUser).email == "bob@example.com")
        }
    }

    @Test(
        "whose spent refresh token comes again within ten seconds goes on, and ends afterwards",
        arguments: Engine.all
    )
    func reuse(engine: Engine) async throws {
        try await withPurser(engine) { server, purser in
            try await server.registerParent("alice@example.com")
            try await purser.session.signIn(email: "alice@example.com", password: "password123")
            let session = try #require(try await purser.client.keeper.session())
            let copies = try (0..<3).map { _ in
                try server.app(tokens: MemoryTokenStore(session))
            }
            server.clock.advance(seconds: 3_600)
            _ = try await copies[0].call(API.Banking.currentUser)
            server.clock.advance(seconds: 9)
            _ = try await copies[1].call(API.Banking.currentUser)
            let kept = try await copies.prefix(2).asyncMap {
                try await $0.client.keeper.session()?.refreshToken
            }
            #expect(kept[0] == kept[1])
            server.clock.advance(seconds: 2)
            // Somebody else has the spent token: the server ends the session for all of them.
            for copy in [copies[2], copies[0], copies[1]] {
                let error = await #expect(throws: PurserError.self) {
                    try await copy.call(API.Banking.currentUser)
                }
                #expect(error?.kind == .unauthorized)
                #expect(try await copy.session.state == .signedOut(.expired))
            }
        }
    }

    @Test("of the Allowance room is renewed while its token is good", arguments: Engine.all)
    func allowance(engine: Engine) async throws {
        try await withServer(engine) { server in
            let time = TestTimekeeper(server.clock)
            let purser = try server.app(time: time)
            try await server.registerParent("alice@example.com")
            try await purser.session.loginMember(
                email: "alice@example.com",
                password: "password123"
            )
            let keeper = purser.client.keeper
            for _ in 0..<3 {
                let before = try #require(try await keeper.session())
                #expect(before.expiresAt - before.issuedAt == 86_400_000)
                time.advance(by: .seconds(43_201))
                _ = try await purser.call(API.Allowance.currentMember)
                await keeper.rest()
                let after = try #require(try await keeper.session())
                #expect(after.accessToken != before.accessToken)
            }
            time.advance(by: .seconds(86_401))
            let error = await #expect(throws: PurserError.self) {
                try await purser.call(API.Allowance.currentMember)
            }
            #expect(error?.kind == .unauthorized)
            #expect(try await purser.session.state == .signedOut(.expired))
        }
    }

    @Test("begins at the sign-in page, whose code is good once", arguments: Engine.all)
    func page(engine: Engine) async throws {
        try await withPurser(engine) { server, purser in
            try await server.registerParent("alice@example.com")
            let redirect = "safepocket://auth/callback"
            let request = try await purser.session.beginSignIn(redirectURI: redirect)
            let code = try await code(server, request)
            let callback = [
                ("code", code), ("state", request.state), ("iss", server.issuer),
            ].map { "\($0.0)=\(PercentCoding.encoded($0.1))" }.joined(separator: "&")
            try await purser.session.finishSignIn(request, callback: "\(redirect)?\(callback)")
            #expect(try await purser.call(API.Banking.currentUser).email == "alice@example.com")
            await #expect(throws: PurserError.self) {
                try await purser.session.finishSignIn(request, callback: "\(redirect)?\(callback)")
            }
            // The second time was not sent: the session lives.
            #expect(try await purser.call(API.Banking.currentUser).email == "alice@example.com")
            server.clock.advance(seconds: 3_600)
            _ = try await purser.call(API.Banking.currentUser)
        }
    }

    /// What the page gives a member who fills it in.
    private func code(_ server: InProcessServer, _ request: SignInRequest) async throws -> String {
        let parts = try #require(URLComponents(url: request.url, resolvingAgainstBaseURL: false))
        let asked = AuthorizationRequest.read(
            (parts.queryItems ?? []).map { (key: $0.name, value: $0.value ?? "") },
            server.operations.identity.oauthClients
        )
        guard case .ask(let authorization) = asked else {
            throw PurserError(.invalid, "\(asked)")
        }
        let step = try await server.operations.identity.signInForCode(
            authorization,
            email: "alice@example.com",
            password: InProcessServer.password,
            server.call()
        )
        guard case .passed(let code) = step else { throw PurserError(.invalid, "\(step)") }
        return code
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(
        _ transform: (Element) async throws -> Value
    ) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
