import Contract
import Kernel
import Providers
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import Operations
@testable import ServerTestbed

@Suite("Signing in in two steps")
struct SignInStepTests {
    private let context = "client purser-native"

    private func first(
        _ email: String,
        password: Password = InProcessServer.password,
        _ server: InProcessServer
    ) async throws -> SignInProgress<String> {
        try await server.operations.identity.beginSigningIn(
            email: email,
            password: password,
            context: context,
            client: "purser-native",
            call: server.call()
        ) { member, _ in member.id.text }
    }

    private func ticket(_ email: String, _ server: InProcessServer) async throws -> String {
        guard case .secondFactor(let ticket) = try await first(email, server) else {
            Issue.record("no second factor was asked for")
            return ""
        }
        return ticket
    }

    private func second(
        _ ticket: String,
        _ code: String,
        context: String? = nil,
        _ server: InProcessServer
    ) async throws -> String {
        try await server.operations.identity.finishSigningIn(
            ticket: ticket,
            code: code,
            context: context ?? self.context,
            client: "purser-native",
            call: server.call()
        ) { member, _ in member.id.text }
    }

    private func expectRefused(
        _ kind: Problem.Kind,
        _ ticket: String,
        _ code: String,
        context: String? = nil,
        _ server: InProcessServer,
        _ location: SourceLocation = #_sourceLocation
    ) async {
        let problem = await #expect(throws: Problem.self, sourceLocation: location) {
            _ = try await second(ticket, code, context: context, server)
        }
        #expect(problem?.kind == kind, sourceLocation: location)
    }

    @Test("is done after the first where no second factor is on", arguments: Engine.all)
    func one(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            guard case .passed(let id) = try await first(parent.email, server) else {
                Issue.record("a second factor was asked for")
                return
            }
            #expect(id == parent.id.text)
            let event = try #require(try await server.authEvents(of: parent).last)
            #expect(event.kind == .signedIn && event.client == "purser-native")
            for email in [parent.email, "nobody@example.com"] {
                let problem = await #expect(throws: Problem.self) {
                    _ = try await first(email, password: Password("wrong1234"), server)
                }
                #expect(problem == Problem(.unauthenticated, "E-mail or password is wrong"))
            }
        }
    }

    @Test("a ticket and a code are enough, after wrong codes too, but once", arguments: Engine.all)
    func two(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let ticket = try await ticket(parent.email, server)
            #expect(!ticket.contains(parent.id.text))
            for _ in 0..<3 {
                await expectRefused(.unauthenticated, ticket, app.wrongCode(server.clock), server)
            }
            let code = app.code(server.clock)
            #expect(try await second(ticket, code, server) == parent.id.text)
            let before = try await server.contents()
            await expectRefused(.invalid, ticket, app.recoveryCodes[0], server)
            #expect(try await server.contents() == before)
            let fresh = try await self.ticket(parent.email, server)
            #expect(try await second(fresh, app.recoveryCodes[0], server) == parent.id.text)
            #expect(before.count("failed_logins") == 0)
        }
    }

    @Test("a ticket of another request, changed or too old is none", arguments: Engine.all)
    func foreign(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let ticket = try await ticket(parent.email, server)
            let code = app.recoveryCodes[0]
            let before = try await server.contents()
            await expectRefused(.invalid, ticket, code, context: "client other", server)
            for index in stride(from: 0, to: ticket.utf8.count, by: 7) {
                var bytes = Array(ticket.utf8)
                bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : 0x41
                await expectRefused(.invalid, String(decoding: bytes, as: UTF8.self), code, server)
            }
            for text in ["", "A", "é", "\(ticket)A", String(ticket.dropLast(4)), parent.token] {
                await expectRefused(.invalid, text, code, server)
            }
            server.clock.advance(seconds: 300)
            await expectRefused(.invalid, ticket, code, server)
            #expect(try await server.contents() == before)
            let fresh = try await self.ticket(parent.email, server)
            server.clock.advance(milliseconds: 299_999)
            #expect(try await second(fresh, code, server) == parent.id.text)
        }
    }

    @Test(
        "a ticket ends with the password, the second factor and the member",
        arguments: Engine.all
    )
    func ended(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let codes = app.recoveryCodes
            let first = try await ticket(parent.email, server)
            try await server.operations.identity.setUserActive(
                false,
                email: parent.email,
                server.call()
            )
            await expectRefused(.invalid, first, codes[0], server)
            try await server.operations.identity.setUserActive(
                true,
                email: parent.email,
                server.call()
            )
            try await server.operations.identity.resetPassword(
                email: parent.email,
                to: Password("another123"),
                server.call()
            )
            await expectRefused(.invalid, first, codes[0], server)
            try await server.operations.identity.resetPassword(
                email: parent.email,
                to: InProcessServer.password,
                server.call()
            )
            let second = try await ticket(parent.email, server)
            try await server.database.write { session in
                _ = try SecondFactors.remove(of: parent.id, in: session)
            }
            await expectRefused(.invalid, second, codes[0], server)
        }
    }

    @Test("wrong codes lock the address, for every ticket and every door", arguments: Engine.all)
    func locked(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            for _ in 0..<10 {
                let ticket = try await ticket(parent.email, server)
                await expectRefused(.unauthenticated, ticket, app.wrongCode(server.clock), server)
            }
            server.clock.advance(seconds: 30)
            let code = app.code(server.clock)
            let problem = await #expect(throws: Problem.self) {
                _ = try await first(parent.email, server)
            }
            #expect(problem?.kind == .rateLimited && problem?.retryAfterSeconds == 870)
            #expect(try await server.signIn(parent.email, code: code).status == 429)
        }
    }

    @Test("a lock holds for a ticket that was given before it", arguments: Engine.all)
    func lockedBetween(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let ticket = try await ticket(parent.email, server)
            for _ in 0..<10 { _ = try await server.signIn(parent.email, "wrong1234") }
            let before = try await server.contents()
            await expectRefused(.rateLimited, ticket, app.code(server.clock), server)
            #expect(try await server.contents() == before)
        }
    }
}
