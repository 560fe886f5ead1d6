import Contract
import Kernel
import Providers
import PurserKit
import SQL
import Server
import Store
import Testbed
import Testing

@testable import Operations
@testable import ServerTestbed

@Suite("Signing in with a passkey")
struct PasskeySignInTests {
    private typealias Circumstances = TestAuthenticator.Circumstances

    /// A server that browsers keep passkeys for.
    private static var settings: ServerSettings {
        var settings = ServerSettings.unlimited
        settings.publicURL = "https://purser.example"
        return settings
    }

    /// Runs `work` with a parent who has a passkey.
    private func withPasskey(
        _ engine: Engine,
        _ algorithm: PasskeyKey.Algorithm = .es256,
        _ work: (InProcessServer, TestMember, TestAuthenticator) async throws -> Void
    ) async throws {
        try await withServer(engine, settings: Self.settings) { server in
            let parent = try await server.registerParent()
            let authenticator = try TestAuthenticator(algorithm)
            try await server.addPasskey(authenticator, to: parent)
            try await work(server, parent, authenticator)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    private func signed(
        _ authenticator: TestAuthenticator,
        _ member: TestMember,
        on server: InProcessServer,
        _ change: (inout Circumstances) -> Void = { _ in }
    ) throws -> PasskeyAssertion {
        let request = try #require(server.operations.identity.passkeyRequest(now: server.clock.now))
        #expect(request.relyingPartyID == "purser.example")
        var circumstances = server.site
        change(&circumstances)
        let challenge = try #require(Base64URL.bytes(request.challenge))
        return try authenticator.sign(challenge, for: member.id, circumstances)
    }

    /// Who is signed in; `nil` when nobody is.
    private func signIn(
        _ assertion: PasskeyAssertion,
        on server: InProcessServer
    ) async throws -> ID<Entity.Member>? {
        do {
            return try await server.operations.identity.signInWithPasskey(
                assertion,
                client: "purser-native",
                server.call()
            ) { member, _ in member.id }
        } catch let problem as Problem {
            #expect(problem == Problem(.unauthenticated, "This passkey was not accepted"))
            return nil
        }
    }

    private func events(
        of member: TestMember,
        _ server: InProcessServer
    ) async throws -> [String] {
        let id = member.id
        return try await server.database.read { session in
            try AuthEvents.list(of: id, limit: 100, in: session)
                .map { "\($0.kind.rawValue) \($0.client ?? "-")" }
        }
    }

    @Test("is told to its member, and when it was", arguments: Engine.all)
    func life(engine: Engine) async throws {
        for algorithm in PasskeyKey.Algorithm.allCases {
            try await withPasskey(engine, algorithm) { server, parent, authenticator in
                server.clock.advance(seconds: 60)
                let assertion = try signed(authenticator, parent, on: server)
                #expect(try await signIn(assertion, on: server) == parent.id)
                let passkeys = try await parent.purser.call(API.Identity.listPasskeys).passkeys
                #expect(passkeys.map(\.lastUsedAt?.instant) == [server.clock.now])
                #expect(try await events(of: parent, server).first == "signed_in purser-native")
            }
        }
    }

    @Test("takes a challenge once, also of many at once", arguments: Engine.all)
    func replay(engine: Engine) async throws {
        try await withPasskey(engine) { server, parent, authenticator in
            let assertion = try signed(authenticator, parent, on: server)
            let successes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await signIn(assertion, on: server) != nil }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(successes == 1)
            #expect(try await signIn(assertion, on: server) == nil)
            let told = try await events(of: parent, server)
            #expect(told.filter { $0 == "sign_in_failed purser-native" }.count == 8)
            let another = try signed(authenticator, parent, on: server)
            #expect(try await signIn(another, on: server) == parent.id)
        }
    }

    @Test("takes a challenge for five minutes", arguments: Engine.all)
    func expiry(engine: Engine) async throws {
        try await withPasskey(engine) { server, parent, authenticator in
            let early = try signed(authenticator, parent, on: server)
            let late = try signed(authenticator, parent, on: server)
            server.clock.advance(seconds: 299, milliseconds: 999)
            #expect(try await signIn(early, on: server) == parent.id)
            server.clock.advance(milliseconds: 1)
            #expect(try await signIn(late, on: server) == nil)
        }
    }

    @Test("refuses a counter that does not go up, and tells of the copy", arguments: Engine.all)
    func cloned(engine: Engine) async throws {
        try await withPasskey(engine) { server, parent, authenticator in
            let signIn = { (count: UInt32) in
                let assertion = try signed(authenticator, parent, on: server) {
                    $0.signCount = count
                }
                return try await self.signIn(assertion, on: server) != nil
            }
            let rows: [(UInt32, Bool)] = [
                (5, true), (5, false), (4, false), (0, false), (6, true), (7, true),
            ]
            for (count, isGood) in rows { #expect(try await signIn(count) == isGood, "\(count)") }
            let told = try await events(of: parent, server)
            #expect(told.filter { $0 == "passkey_cloned purser-native" }.count == 3)
            #expect(told.filter { $0 == "signed_in purser-native" }.count == 3)
        }
    }

    @Test("refuses what was made elsewhere, by another, or without its user", arguments: Engine.all)
    func refused(engine: Engine) async throws {
        try await withPasskey(engine) { server, parent, authenticator in
            let other = try await server.registerParent("other@example.com")
            let challenge = try #require(
                Base64URL.bytes(
                    try await parent.purser.call(API.Identity.passkeyOptions).challenge
                )
            )
            let stranger = try TestAuthenticator()
            let assertions = [
                try signed(authenticator, parent, on: server) {
                    $0.origin = "https://evil.example"
                },
                try signed(authenticator, parent, on: server) { $0.isCrossOrigin = true },
                try signed(authenticator, parent, on: server) { $0.relyingPartyID = "example" },
                try signed(authenticator, parent, on: server) { $0.flags = 0x01 },
                try signed(authenticator, parent, on: server) { $0.type = "webauthn.create" },
                try signed(authenticator, other, on: server),
                try signed(stranger, parent, on: server),
                // A challenge that was given out for making a passkey.
                try authenticator.sign(challenge, for: parent.id, server.site),
                try authenticator.sign([], for: parent.id, server.site),
            ]
            let before = try await server.contents()
            for (index, assertion) in assertions.enumerated() {
                #expect(try await signIn(assertion, on: server) == nil, "row \(index)")
            }
            let after = try await server.contents()
            #expect(after.changed(since: before) == ["auth_events"])
            let told = try await events(of: parent, server)
            #expect(told.filter { $0 == "sign_in_failed purser-native" }.count == assertions.count)
        }
    }

    @Test("of a passkey that nobody has changes nothing", arguments: Engine.all)
    func unknown(engine: Engine) async throws {
        try await withPasskey(engine) { server, parent, _ in
            let before = try await server.contents()
            let assertion = try signed(TestAuthenticator(number: 2), parent, on: server)
            #expect(try await signIn(assertion, on: server) == nil)
            #expect(try await server.contents() == before)
        }
    }

    @Test("ends with the passkey, and with its member's leave", arguments: Engine.all)
    func ended(engine: Engine) async throws {
        try await withPasskey(engine) { server, parent, authenticator in
            let operations = server.operations
            let email = parent.email
            try await operations.identity.setUserActive(false, email: email, server.call())
            let locked = try signed(authenticator, parent, on: server)
            #expect(try await signIn(locked, on: server) == nil)
            try await operations.identity.setUserActive(true, email: email, server.call())
            let unlocked = try signed(authenticator, parent, on: server)
            #expect(try await signIn(unlocked, on: server) == parent.id)
            let member = try await server.login(email)
            let passkey = try #require(
                try await member.purser.call(API.Identity.listPasskeys).passkeys.first
            )
            _ = try await member.purser.call(
                API.Identity.deletePasskey,
                .init(passkeyID: passkey.passkeyID)
            )
            let removed = try signed(authenticator, parent, on: server)
            #expect(try await signIn(removed, on: server) == nil)
        }
    }

    @Test("is worth nothing after a reset by the operator", arguments: Engine.all)
    func reset(engine: Engine) async throws {
        try await withPasskey(engine) { server, parent, authenticator in
            let before = try signed(authenticator, parent, on: server)
            try await server.operations.identity.resetPassword(
                email: parent.email,
                to: InProcessServer.password,
                server.call()
            )
            #expect(try await signIn(before, on: server) == nil)
            let after = try signed(authenticator, parent, on: server)
            #expect(try await signIn(after, on: server) == nil)
            #expect(try await server.contents().count("passkeys") == 0)
        }
    }

    @Test("is not kept out by a lock after wrong passwords", arguments: Engine.all)
    func lock(engine: Engine) async throws {
        try await withPasskey(engine) { server, parent, authenticator in
            let body = #"{"email":"parent@example.com","password":"wrong12345"}"#
            for _ in 0..<11 { _ = try await server.post("/api/v1/auth/login", body) }
            #expect(try await server.post("/api/v1/auth/login", body).status == 429)
            let assertion = try signed(authenticator, parent, on: server)
            #expect(try await signIn(assertion, on: server) == parent.id)
        }
    }

    @Test("what is begun fails as a whole, and the challenge is good again", arguments: Engine.all)
    func failing(engine: Engine) async throws {
        try await withPasskey(engine) { server, parent, authenticator in
            let assertion = try signed(authenticator, parent, on: server)
            let before = try await server.contents()
            await #expect(throws: Problem(.conflict)) {
                _ = try await server.operations.identity.signInWithPasskey(
                    assertion,
                    server.call()
                ) { _, _ -> Bool in throw Problem(.conflict) }
            }
            #expect(try await server.contents() == before)
            #expect(try await signIn(assertion, on: server) == parent.id)
        }
    }

    @Test("is not offered where the public URL is an address")
    func address() async throws {
        try await withServer(.sqlite) { server in
            #expect(server.operations.identity.passkeyRequest(now: server.clock.now) == nil)
        }
    }
}
