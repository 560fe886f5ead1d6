import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Server
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The deletion of a user")
struct DeleteUserTests {
    private static let adminToken = "the operator's token of this test"

    private func with(
        _ engine: Engine,
        adminToken: String? = Self.adminToken,
        _ work: (InProcessServer) async throws -> Void
    ) async throws {
        var settings = ServerSettings.unlimited
        settings.operatorToken = adminToken
        try await withServer(engine, settings: settings) { server in
            try await work(server)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    private func delete(
        _ id: String,
        by member: TestMember? = nil,
        admin: String? = nil,
        key: String? = nil,
        _ server: InProcessServer
    ) async throws -> Int {
        var headers: Headers = [:]
        if let admin { headers["X-Admin-Token"] = admin }
        if let key { headers["Idempotency-Key"] = key }
        let answer = try await server.raw(
            "DELETE",
            "/users/\(id)",
            nil,
            token: member?.token,
            headers: headers
        )
        #expect(answer.status != 204 || answer.body.isEmpty)
        if answer.status == 404 { #expect(try answer.string("error.code") == "NOT_FOUND") }
        if answer.status == 409 { #expect(try answer.string("error.code") == "CONFLICT") }
        return answer.status
    }

    @Test("is not for everybody, and who may not hears that there is nobody", arguments: Engine.all)
    func strangers(engine: Engine) async throws {
        try await with(engine) { server in
            let parent = try await server.registerParent()
            let second = try await server.registerSecondParent(of: parent)
            let child = try await server.registerChild(of: parent)
            let sibling = try await server.registerChild("bob@example.com", of: parent)
            let stranger = try await server.registerParent("stranger@example.com")
            let before = try await server.contents()
            for (subject, actor) in [
                (child, stranger), (parent, stranger), (stranger, parent), (child, sibling),
                (parent, child), (second, parent), (parent, second),
            ] {
                #expect(try await delete(subject.id.text, by: actor, server) == 404)
            }
            for id in ["00000000-0000-7000-8000-000000000000", "me", "{userId}"] {
                #expect(try await delete(id, by: parent, server) == 404)
            }
            #expect(try await delete(parent.id.text, server) == 404)
            #expect(try await server.contents() == before)
            let bad = try await server.raw("DELETE", "/users/\(child.id)", nil, token: "bad")
            #expect(bad.status == 401)
        }
    }

    @Test("takes a child, by its parent or by itself, once", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await with(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            #expect(try await delete(child.id.text, by: parent, server) == 204)
            #expect(try await delete(child.id.text, by: parent, server) == 404)
            #expect(try await server.get("/accounts", token: child.token).status == 401)
            let again = try await server.registerChild(of: parent)
            #expect(again.id != child.id)
            _ = try await again.syncTransactions(demoSeed: true)
            #expect(try await delete(again.id.text, by: again, server) == 204)
            #expect(try await delete(again.id.text, by: again, server) == 401)
            #expect(try await server.contents().count("bank_records") == 0)
            let members = try await parent.purser.call(API.Allowance.familyMembers).members
            #expect(members.map(\.userID) == [parent.id])
        }
    }

    @Test("takes no parent while there are children", arguments: Engine.all)
    func parent(engine: Engine) async throws {
        try await with(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let before = try await server.contents()
            #expect(try await delete(parent.id.text, by: parent, server) == 409)
            let byOperator = try await delete(parent.id.text, admin: Self.adminToken, server)
            #expect(byOperator == 409)
            #expect(try await server.contents() == before)
            #expect(try await delete(child.id.text, by: parent, server) == 204)
            #expect(try await delete(parent.id.text, by: parent, server) == 204)
            #expect(try await server.get("/accounts", token: parent.token).status == 401)
            await #expect(throws: PurserError.self) { try await server.login(parent.email) }
            let again = try await server.registerParent(parent.email)
            #expect(again.id != parent.id && again.household != parent.household)
            #expect(try await again.transactionsOverview().total == 0)
        }
    }

    @Test("leaves nothing of the last one but what the books need", arguments: Engine.all)
    func forgotten(engine: Engine) async throws {
        try await with(engine) { server in
            let parent = try await server.registerParent()
            _ = try await parent.syncTransactions(demoSeed: true)
            let home = InsightsHome(server: server, owner: parent)
            let row = try #require(try await home.lastMonth(server.clock).first)
            let edit = #"{"notes":"for Dana"}"#
            #expect(try await home.patch(row.id.text, edit, key: "k").status == 200)
            _ = try await parent.setRule("fun", 5)
            try await server.addPasskey(try TestAuthenticator(), to: parent)
            _ = try await parent.purser.call(
                API.Identity.createInvitation,
                .init(email: "third@example.com", password: InProcessServer.password)
            )
            let transfers = try await server.contents().count("transfers")
            #expect(transfers > 99)
            #expect(try await delete(parent.id.text, by: parent, server) == 204)
            let after = try await server.contents()
            #expect(after.count("transfers") == transfers)
            for table in [
                "bank_accounts", "bank_records", "rules", "passkeys", "idempotency_keys",
                "refresh_tokens", "external_identities", "auth_events", "notifications",
            ] {
                #expect(after.count(table) == 0, "\(table)")
            }
            let texts = after.tables.values.joined().joined().compactMap { value in
                guard case .text(let text) = value else { return String?.none }
                return text
            }
            for word in ["John", "Doe", "parent@", "$argon2"] {
                #expect(!texts.contains { $0.contains(word) }, "\(word)")
            }
            let open = try await server.database.read { session in
                try session.first(
                    Statement(
                        "SELECT COUNT(*) FROM invitations WHERE withdrawn_at_ms IS NULL"
                    )
                ) { $0.integer(0) }
            }
            #expect(open == 0)
        }
    }

    @Test("leaves one of two parents, whom nobody can take out then", arguments: Engine.all)
    func second(engine: Engine) async throws {
        try await with(engine) { server in
            let founder = try await server.registerParent()
            let second = try await server.registerSecondParent(of: founder)
            #expect(try await delete(founder.id.text, by: founder, server) == 204)
            let current = try await second.purser.call(API.Allowance.currentFamily)
            #expect(current.memberCount == 1)
            let answer = try await server.raw(
                "DELETE",
                "/api/v1/families/current/members/\(second.id)",
                #"{"password":"password123"}"#,
                token: second.token
            )
            #expect(answer.status == 409)
            let child = try await server.registerChild(of: second)
            #expect(try await delete(second.id.text, by: second, server) == 409)
            #expect(try await delete(child.id.text, by: second, server) == 204)
            #expect(try await delete(second.id.text, by: second, server) == 204)
        }
    }

    @Test("is the operator's for anyone, without a token of their own", arguments: Engine.all)
    func `operator`(engine: Engine) async throws {
        try await with(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let before = try await server.contents()
            for wrong in ["", "x", Self.adminToken + "x", String(Self.adminToken.dropLast())] {
                #expect(try await delete(child.id.text, admin: wrong, server) == 404)
            }
            #expect(try await server.contents() == before)
            let id = child.id.text
            #expect(try await delete(id, admin: Self.adminToken, key: "k", server) == 204)
            #expect(try await delete(id, admin: Self.adminToken, key: "k", server) == 204)
            #expect(try await delete(id, admin: Self.adminToken, server) == 404)
            // Who signed in and has the token is the operator as well.
            let other = try await server.registerParent("other@example.com")
            let admin = Self.adminToken
            #expect(try await delete(parent.id.text, by: other, admin: admin, server) == 204)
            #expect(try await delete(parent.id.text, admin: admin, server) == 404)
            #expect(try await server.get("/accounts", token: other.token).status == 200)
        }
    }

    @Test("is no operator's where no token is configured", arguments: Engine.all)
    func unconfigured(engine: Engine) async throws {
        try await with(engine, adminToken: nil) { server in
            let parent = try await server.registerParent()
            for token in ["", "nil", "null"] {
                #expect(try await delete(parent.id.text, admin: token, server) == 404)
            }
            #expect(try await server.get("/accounts", token: parent.token).status == 200)
        }
    }

    @Test("gives its banks up at their provider", arguments: Engine.all)
    func banks(engine: Engine) async throws {
        try await InsightsHome.scripted(engine) { home, bank in
            bank.tell(.page(.test("t1", 700)))
            _ = try await home.owner.syncTransactions()
            let id = home.owner.id.text
            #expect(try await delete(id, by: home.owner, home.server) == 204)
            let call = home.server.call()
            let report = try await home.server.operations.banking.syncDueItems(call)
            #expect(report.failures == [] && bank.removals == 1)
            #expect(try await home.server.contents().count("bank_items") == 0)
        }
    }

    @Test("goes on by housekeeping where it was cut off", arguments: Engine.all)
    func cutOff(engine: Engine) async throws {
        try await with(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            #expect(try await delete(parent.id.text, by: parent, server) == 204)
            let insertion = Statement(
                """
                INSERT INTO pings (member_id, latitude, longitude, taken_at_ms)
                VALUES ($1, 0, 0, $2)
                """
            )
            let now = server.clock.now
            try await server.database.write { session in
                _ = try session.run(insertion, [.id(account.owner.id), .instant(now)])
            }
            try await server.operations.forgetOldRecords(now: now)
            #expect(try await server.contents().count("pings") == 0)
        }
    }
}

extension InsightsHome {
    /// The transactions of the month before that of a clock.
    fileprivate func lastMonth(_ clock: TestClock) async throws -> [API.Insights.Transaction] {
        let month = Zone.utc.day(of: clock.now).month.adding(months: -1)
        return try await overview("month=\(month.text)").transactions
    }
}
