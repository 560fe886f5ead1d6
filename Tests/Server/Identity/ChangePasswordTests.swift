import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Changing the password")
struct ChangePasswordTests {
    private let path = "/api/v1/auth/password"

    private func put(
        _ current: String = "password123",
        to new: String = "7 green parrots",
        as member: TestMember,
        choices: [JSON.Member] = [],
        headers: Headers = [:],
        _ server: InProcessServer
    ) async throws -> TransportResponse {
        let fields: [JSON.Member] = [
            .init("currentPassword", .string(current)), .init("newPassword", .string(new)),
        ]
        let body = JSON.object(fields + choices)
        return try await server.raw("PUT", path, body.text, token: member.token, headers: headers)
    }

    @Test("ends every other session, and this one goes on", arguments: Engine.all)
    func sessions(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let other = try await server.login(parent.email)
            let child = try await server.registerChild(of: parent)
            let banking = try await server.purser().call(
                API.Banking.loginUser,
                .init(email: parent.email, password: InProcessServer.password)
            )
            let answer = try await put(as: parent, server)
            #expect(answer.status == 200)
            #expect(try answer.json().members.map(\.key) == ["message"])
            for (token, status) in [
                (parent.token, 200), (other.token, 401), (banking.accessToken, 401),
                (child.token, 200),
            ] {
                #expect(try await server.get("/api/auth/me", token: token).status == status)
            }
            let exchange = await refusal {
                try await server.purser().call(
                    API.Identity.exchangeToken,
                    .init(grantType: .refreshToken, refreshToken: banking.refreshToken)
                )
            }
            #expect(exchange?.status == 401)
            #expect(try await server.signIn(parent.email).status == 401)
            #expect(try await server.signIn(parent.email, "7 green parrots").status == 200)
        }
    }

    @Test("leaves the sessions and codes where that is asked for", arguments: Engine.all)
    func keptSessions(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let other = try await server.login(parent.email)
            let flow = CodeFlow()
            let code = try await flow.code(server)
            _ = try await parent.purser.call(
                API.Identity.createInvitation,
                .init(email: "second@example.com")
            )
            let answer = try await put(
                as: parent,
                choices: [.init("endSessions", .bool(false))],
                server
            )
            #expect(answer.status == 200)
            #expect(try answer.string("message") == "The password was changed")
            #expect(try await server.get("/api/auth/me", token: other.token).status == 200)
            #expect(try await server.token(flow.form(code)).status == 200)
            // Who had the old password may have invited somebody all the same.
            let open = try await parent.purser.call(API.Identity.listInvitations).invitations
            #expect(open.isEmpty)
        }
    }

    @Test(
        "removes the passkeys where that is asked for, and tells of each",
        arguments: Engine.all,
        [(nil, 2), (false, 2), (true, 0)] as [(Bool?, Int)]
    )
    func passkeys(engine: Engine, row: (removes: Bool?, left: Int)) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for number in 1...2 {
                try await server.addPasskey(
                    try TestAuthenticator(number: UInt8(number)),
                    to: parent
                )
            }
            let other = try await server.registerParent("other@example.com")
            try await server.addPasskey(try TestAuthenticator(number: 3), to: other)
            let choices = row.removes.map { [JSON.Member("removePasskeys", .bool($0))] } ?? []
            #expect(try await put(as: parent, choices: choices, server).status == 200)
            let left = try await parent.purser.call(API.Identity.listPasskeys).passkeys
            #expect(left.count == row.left)
            #expect(try await other.purser.call(API.Identity.listPasskeys).passkeys.count == 1)
            let told = try await server.authEventKinds(of: parent)
            #expect(told.count { $0 == .passkeyRemoved } == 2 - row.left)
        }
    }

    @Test(
        "withdraws what may let somebody in later: invitations, codes and a factor that was begun",
        arguments: Engine.all
    )
    func withdrawn(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let flow = CodeFlow()
            let code = try await flow.code(server)
            let invitation = try await parent.purser.call(
                API.Identity.createInvitation,
                .init(email: "second@example.com")
            )
            _ = try await parent.purser.call(
                API.Identity.beginSecondFactor,
                .init(password: InProcessServer.password)
            )
            #expect(try await server.contents().count("totp_factors") == 1)
            #expect(try await put(as: parent, server).status == 200)
            #expect(try await server.contents().count("totp_factors") == 0)
            let redeemed = try await server.token(flow.form(code))
            #expect(redeemed.status == 400)
            #expect(try redeemed.string("error") == "invalid_grant")
            let open = try await parent.purser.call(API.Identity.listInvitations).invitations
            #expect(open.isEmpty)
            let joined = await refusal {
                try await server.purser().call(
                    API.Identity.registerInvited,
                    .init(
                        code: invitation.code,
                        password: InProcessServer.password,
                        firstName: "Jane",
                        lastName: "Doe"
                    )
                )
            }
            #expect(joined?.status == 400)
            #expect(try await server.contents().count("members") == 1)
        }
    }

    @Test("is told to the member and the household, without the password", arguments: Engine.all)
    func recorded(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let edits = try await server.contents().count("edits")
            let headers: Headers = ["X-Request-Trace": "abc-123"]
            #expect(try await put(as: parent, headers: headers, server).status == 200)
            let event = try #require(try await server.authEvents(of: parent).last)
            #expect(event.kind == .passwordChanged && event.trace == "abc-123")
            let contents = try await server.contents()
            #expect(contents.count("edits") == edits + 1)
            #expect(contents.mention("account.password"))
            #expect(!contents.mention("parrots") && !contents.mention("password123"))
            for line in server.log.lines { #expect(!line.contains("parrots")) }
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "takes the password as it is; wrong ones lock like those of a sign-in",
        arguments: Engine.all
    )
    func wrong(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            for number in 0..<10 {
                let answer = try await put("wrong123\(number)", as: parent, server)
                #expect(answer.status == 400)
                #expect(try answer.string("error.code") == "VALIDATION_ERROR")
                #expect(try answer.faults() == ["currentPassword is wrong"])
            }
            let changed = try await server.contents().changed(since: before)
            #expect(changed == ["auth_events", "login_locks"])
            #expect(try await server.authEventKinds(of: parent).last == .locked)
            let verifications = server.operations.identity.passwords.verifications
            let locked = try await put(as: parent, server)
            #expect(locked.status == 429)
            #expect(locked.headers["Retry-After"] == "900")
            #expect(try await server.signIn(parent.email).status == 429)
            #expect(server.operations.identity.passwords.verifications == verifications)
            server.clock.advance(seconds: 900)
            #expect(try await put(as: parent, server).status == 200)
        }
    }

    @Test(
        "keeps the rules of new passwords, and names what breaks them",
        arguments: ["abcdefgh", "12345678", "abc123", String(repeating: "a1", count: 65)]
    )
    func rules(password: String) async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            let answer = try await put(to: password, as: parent, server)
            #expect(answer.status == 400)
            let rule = "must have 8 to 128 characters, a letter and a digit among them"
            #expect(try answer.faults() == ["newPassword \(rule)"])
            #expect(try await server.contents() == before)
            #expect(server.operations.identity.passwords.verifications == 0)
        }
    }

    @Test("is done once for a key, though the old password is wrong by then", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let headers: Headers = ["Idempotency-Key": "k"]
            let first = try await put(as: parent, headers: headers, server)
            let before = try await server.contents()
            let second = try await put(as: parent, headers: headers, server)
            #expect(first.status == 200 && second.status == 200)
            #expect(first.body == second.body)
            #expect(second.headers["Idempotency-Replayed"] == "true")
            let other = try await put(to: "8 green parrots", as: parent, headers: headers, server)
            #expect(other.status == 409)
            #expect(try await server.contents() == before)
        }
    }

    @Test("is refused to who has no password", arguments: Engine.all)
    func none(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let removal = Statement("UPDATE members SET password_hash = NULL WHERE id = $1")
            try await server.database.write { session in
                _ = try session.run(removal, [.id(parent.id)])
            }
            let verifications = server.operations.identity.passwords.verifications
            #expect(try await put(as: parent, server).status == 400)
            #expect(server.operations.identity.passwords.verifications == verifications + 1)
        }
    }
}
