import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Taking an invited parent out of the family")
struct RemoveParentTests {
    private static let path = "/api/v1/families/current/members/"

    private func remove(
        _ id: ID<Entity.Member>,
        by member: TestMember,
        body: String? = #"{"password":"password123"}"#,
        headers: Headers = [:],
        _ server: InProcessServer
    ) async throws -> TransportResponse {
        try await server.raw(
            "DELETE",
            Self.path + id.text,
            body,
            token: member.token,
            headers: headers
        )
    }

    @Test("ends whatever the parent signs in with, and frees the address", arguments: Engine.all)
    func removed(engine: Engine) async throws {
        try await withServer(engine) { server in
            let founder = try await server.registerParent()
            let second = try await server.registerSecondParent(of: founder)
            let banking = try await server.purser().call(
                API.Banking.loginUser,
                .init(email: second.email, password: InProcessServer.password)
            )
            try await server.addPasskey(try TestAuthenticator(), to: second)
            let flow = CodeFlow()
            let code = try await flow.code(server, second.email)
            let invitation = try await second.purser.call(
                API.Identity.createInvitation,
                .init(email: "third@example.com")
            )
            let answer = try await remove(second.id, by: founder, server)
            #expect(answer.status == 204 && answer.body.isEmpty)
            for token in [second.token, banking.accessToken] {
                #expect(try await server.get("/api/auth/me", token: token).status == 401)
            }
            let refresh =
                #"{"grantType":"refresh_token","refreshToken":"\#(banking.refreshToken)"}"#
            #expect(try await server.post("/auth/token", refresh).status == 401)
            #expect(try await server.token(flow.form(code)).status == 400)
            #expect(try await server.signIn(second.email).status == 401)
            let contents = try await server.contents()
            #expect(contents.count("passkeys") == 0)
            #expect(contents.count("members") == 2)
            let joined = await refusal {
                try await server.purser().call(
                    API.Identity.registerInvited,
                    .init(
                        code: invitation.code,
                        password: InProcessServer.password,
                        firstName: "T",
                        lastName: "T"
                    )
                )
            }
            #expect(joined?.status == 400)
            let members = try await founder.purser.call(API.Allowance.familyMembers).members
            #expect(members.map(\.userID) == [founder.id])
            #expect(try await remove(second.id, by: founder, server).status == 404)
            let again = try await server.registerParent(second.email)
            #expect(again.id != second.id && again.household != founder.household)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("does not come back by repeating its registration", arguments: Engine.all)
    func registration(engine: Engine) async throws {
        try await withServer(engine) { server in
            let founder = try await server.registerParent()
            let invitation = try await founder.purser.call(
                API.Identity.createInvitation,
                .init(email: "second@example.com")
            )
            let body = """
                {"code":"\(invitation.code)","password":"password123","firstName":"Jane",\
                "lastName":"Doe"}
                """
            let register = {
                try await server.post(
                    "/api/v1/auth/register/invited",
                    body,
                    headers: ["Idempotency-Key": "k"]
                )
            }
            let joined = try await register()
            #expect(joined.status == 201)
            let id = try #require(ID<Entity.Member>(try joined.string("userId") ?? ""))
            #expect(try await register().status == 201)
            #expect(try await remove(id, by: founder, server).status == 204)
            let before = try await server.contents()
            let again = try await register()
            #expect(again.status == 401)
            #expect(try again.string("error.message") == "E-mail or password is wrong")
            #expect(try await server.contents() == before)
        }
    }

    @Test(
        "leaves nothing to sign in with, and nothing that keeps who has the address next out",
        arguments: Engine.all,
        [(3, "failed_logins"), (10, "login_locks")]
    )
    func nothing(engine: Engine, row: (failures: Int, table: String)) async throws {
        try await withServer(engine) { server in
            let founder = try await server.registerParent()
            let second = try await server.registerSecondParent(of: founder)
            _ = try await CodeFlow().code(server, second.email)
            _ = try await second.purser.call(
                API.Identity.createInvitation,
                .init(email: "third@example.com")
            )
            _ = try await server.turnOnSecondFactor(of: second)
            for number in 0..<row.failures {
                #expect(try await server.signIn(second.email, "wrong123\(number)").status == 401)
            }
            let before = try await server.contents()
            let personal = ["authorization_codes", "totp_factors", "recovery_codes", row.table]
            for table in personal { #expect(before.count(table) > 0, "\(table)") }
            #expect(try await remove(second.id, by: founder, server).status == 204)
            let after = try await server.contents()
            for table in personal { #expect(after.count(table) == 0, "\(table)") }
            let open = Statement(
                "SELECT COUNT(*) FROM sessions WHERE member_id = $1 AND ended_at_ms IS NULL"
            )
            let live = try await server.database.read { session in
                try session.first(open, [.id(second.id)]) { $0.integer(0) }
            }
            #expect(live == 0)
            let shown = try await founder.purser.call(API.Identity.listInvitations).invitations
            #expect(shown.isEmpty)
        }
    }

    @Test("leaves the records that the parent made, under its name", arguments: Engine.all)
    func records(engine: Engine) async throws {
        try await withWallet(engine, holding: "4") { family in
            let server = family.server
            let second = try await server.registerSecondParent(of: family.parent)
            _ = try await second.setRule("fun", 5_000, for: family.child.id.text)
            _ = try await second.purser.call(
                API.Allowance.createWalletTransaction,
                .init(
                    childID: family.id,
                    amount: DecimalAmount(minor: 300),
                    type: .credit,
                    description: "Gift"
                )
            )
            #expect(try await remove(second.id, by: family.parent, server).status == 204)
            #expect(try await family.child.rules().map(\.monthlyLimitCents) == [5_000])
            let shown = try await server.get(
                "/api/v1/transactions/children/\(family.id.text)",
                token: family.child.token
            )
            #expect(shown.text.contains(#""createdByName":"Jane Doe""#), "\(shown.text)")
            #expect(!shown.text.contains("removed.invalid"))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("is told to every parent who stays, and live", arguments: Engine.all)
    func told(engine: Engine) async throws {
        try await withServer(engine) { server in
            let founder = try await server.registerParent()
            let child = try await server.registerChild(of: founder)
            let (second, third) = try await server.following(founder) { events in
                let second = try await server.registerSecondParent(of: founder)
                let third = try await server.registerSecondParent("c@example.com", of: second)
                #expect(try await remove(third.id, by: second, server).status == 204)
                var heard: [EventReader.Event] = []
                for _ in 0..<5 { heard.append(try #require(await events.next())) }
                let kinds = ["invited", "joined", "invited", "joined", "removed"]
                #expect(heard.map(\.kind) == kinds.map { "parent.\($0)" })
                #expect(heard[1].data.contains(#""member_id":"\#(second.id.text)""#))
                #expect(heard[1].data.contains(#""by_member_id":"\#(founder.id.text)""#))
                let removal =
                    #"{"member_id":"\#(third.id.text)","by_member_id":"\#(second.id.text)"}"#
                #expect(heard[4].data == removal)
                #expect(!heard.contains { $0.data.contains("@") })
                return (second, third)
            }
            let kinds = { (member: TestMember) in
                try await server.authEventKinds(of: member).map(\.rawValue)
                    .filter { $0.hasPrefix("parent_") }
            }
            let whole = [
                "parent_invited", "parent_joined", "parent_invited", "parent_joined",
                "parent_removed",
            ]
            #expect(try await kinds(founder) == whole)
            // Who joins is told of itself, too.
            #expect(try await kinds(second) == Array(whole.dropFirst()))
            #expect(try await kinds(third) == ["parent_joined"])
            #expect(try await kinds(child) == [])
            // A session is its own member's business.
            let told = { (member: TestMember, kind: AuthEvent.Kind) in
                try await server.authEvents(of: member).filter { $0.kind == kind }
                    .map { $0.session != nil }
            }
            #expect(try await told(founder, .parentInvited) == [true, false])
            #expect(try await told(founder, .parentRemoved) == [false])
            #expect(try await told(second, .parentRemoved) == [true])
        }
    }

    @Test(
        "refuses to remove the founder, children and parents of other households",
        arguments: Engine.all
    )
    func spared(engine: Engine) async throws {
        try await withServer(engine) { server in
            let founder = try await server.registerParent()
            let second = try await server.registerSecondParent(of: founder)
            let child = try await server.registerChild(of: founder)
            let other = try await server.registerParent("other@example.com")
            let before = try await server.contents()
            for (id, member, status) in [
                (founder.id, second, 409), (founder.id, founder, 409), (child.id, founder, 409),
                (other.id, founder, 404), (second.id, other, 404), (second.id, child, 403),
            ] {
                let answer = try await remove(id, by: member, server)
                #expect(answer.status == status)
            }
            let path = Self.path + "nobody"
            let answer = try await server.raw("DELETE", path, "{}", token: founder.token)
            #expect(answer.status == 404)
            #expect(try await server.contents() == before)
            #expect(try await server.get("/rules", token: second.token).status == 200)
        }
    }

    @Test("may be done by one who was invited, to itself as well", arguments: Engine.all)
    func leaving(engine: Engine) async throws {
        try await withServer(engine) { server in
            let founder = try await server.registerParent()
            let second = try await server.registerSecondParent(of: founder)
            let third = try await server.registerSecondParent("c@example.com", of: founder)
            #expect(try await remove(third.id, by: second, server).status == 204)
            #expect(try await remove(second.id, by: second, server).status == 204)
            #expect(try await server.get("/rules", token: second.token).status == 401)
            let members = try await founder.purser.call(API.Allowance.familyMembers).members
            #expect(members.map(\.userID) == [founder.id])
        }
    }

    @Test(
        "needs the password or a code, or a sign-in of the last five minutes",
        arguments: Engine.all
    )
    func proof(engine: Engine) async throws {
        try await withServer(engine) { server in
            let founder = try await server.registerParent()
            let second = try await server.registerSecondParent(of: founder)
            server.clock.advance(seconds: 300)
            let before = try await server.contents()
            for body in [nil, "{}", #"{"password":null}"#] {
                let answer = try await remove(second.id, by: founder, body: body, server)
                #expect(answer.status == 401)
                #expect(try answer.faults() == ["password or code is required"])
                #expect(answer.headers["WWW-Authenticate"] == "Bearer")
            }
            // A password has no place in a query, and is not found there.
            let query = try await server.raw(
                "DELETE",
                "\(Self.path)\(second.id.text)?password=password123",
                nil,
                token: founder.token
            )
            #expect(query.status == 401)
            #expect(try await server.contents() == before)
            let wrong = try await remove(
                second.id,
                by: founder,
                body: #"{"password":"no"}"#,
                server
            )
            #expect(wrong.status == 401)
            #expect(try wrong.faults() == ["password is wrong"])
            #expect(try await server.authEvents(of: founder).last?.kind == .signInFailed)
            #expect(try await server.contents().count("failed_logins") == 1)
            #expect(try await remove(second.id, by: founder, server).status == 204)
        }
    }

    @Test("is done once for a key, and answered so again", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await withServer(engine) { server in
            let founder = try await server.registerParent()
            let second = try await server.registerSecondParent(of: founder)
            for replayed in [nil, "true"] {
                let answer = try await remove(
                    second.id,
                    by: founder,
                    headers: ["Idempotency-Key": "k"],
                    server
                )
                #expect(answer.status == 204)
                #expect(answer.headers["Idempotency-Replayed"] == replayed)
            }
        }
    }
}
