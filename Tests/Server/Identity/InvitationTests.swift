import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Inviting a second parent")
struct InvitationTests {
    private static let path = "/api/v1/auth/register/invited"
    private static let week: Int64 = 7 * 86_400

    private func invite(
        _ email: String = "second@example.com",
        by parent: TestMember
    ) async throws -> API.Identity.InvitationResponse {
        try await parent.purser.call(API.Identity.createInvitation, .init(email: email))
    }

    private func open(of parent: TestMember) async throws -> [String] {
        try await parent.purser.call(API.Identity.listInvitations).invitations.map(\.email)
    }

    private func request(_ code: String) -> API.Identity.RegisterInvitedRequest {
        API.Identity.RegisterInvitedRequest(
            code: code,
            password: InProcessServer.password,
            firstName: "Jane",
            lastName: "Doe"
        )
    }

    private func body(_ code: String, password: String = "password123") -> String {
        #"{"code":"\#(code)","password":"\#(password)","firstName":"Jane","lastName":"Doe"}"#
    }

    /// Registering with a code is refused like with one that never was, and nothing changes.
    private func expectRefused(_ code: String, _ server: InProcessServer) async throws {
        let before = try await server.contents()
        let answer = try await server.post(Self.path, body(code))
        #expect(answer.status == 400)
        #expect(try answer.string("error.code") == "VALIDATION_ERROR")
        #expect(try answer.faults() == ["code is of no open invitation"])
        #expect(try await server.contents() == before)
    }

    @Test("makes a parent of the same family, who may do what parents may", arguments: Engine.all)
    func joins(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let invitation = try await invite(" Second@Example.COM ", by: parent)
            #expect(invitation.code.count == 43)
            #expect(invitation.email == "second@example.com")
            let expiry = TestClock.noon.adding(seconds: Self.week)
            #expect(invitation.expiresAt.instant == expiry)
            #expect(try await open(of: parent) == ["second@example.com"])
            let joined = try await server.purser().call(
                API.Identity.registerInvited,
                request(invitation.code)
            )
            #expect(joined.familyID == parent.household)
            #expect(joined.familyName == "Doe Family")
            #expect(joined.role == .parent)
            #expect(joined.email == "second@example.com")
            #expect(try await open(of: parent) == [])
            let second = try await server.login("second@example.com")
            let members = try await second.purser.call(API.Allowance.familyMembers).members
            #expect(Set(members.map(\.userID)) == [parent.id, child.id, second.id])
            _ = try await invite("third@example.com", by: second)
            let events = try await second.purser.call(API.Identity.listAccountEvents, .init())
            #expect(events.events.map(\.kind).contains("joined"))
            #expect(try await server.faultInBooks() == nil)
            try await expectRefused(invitation.code, server)
        }
    }

    @Test("keeps neither the code nor, in the chain, the address", arguments: Engine.all)
    func secrets(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let invitation = try await invite(by: parent)
            _ = try await parent.purser.call(
                API.Identity.withdrawInvitation,
                .init(invitationID: invitation.invitationID)
            )
            let contents = try await server.contents()
            let everything = contents.tables.values.flatMap { $0 }.flatMap { $0 }
            #expect(!everything.contains(.text(invitation.code)))
            let edits = String(describing: contents.tables["edits"])
            #expect(edits.contains("member.invited"))
            #expect(!edits.contains("second@example.com"))
            #expect(!edits.contains(invitation.code))
            #expect(!server.log.lines.contains { $0.contains(invitation.code) })
        }
    }

    @Test("ends after a week, not before", arguments: Engine.all)
    func expiry(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let (first, second) = (
                try await invite("a@example.com", by: parent),
                try await invite("b@example.com", by: parent)
            )
            server.clock.advance(seconds: Self.week - 1)
            let member = try await server.login(parent.email)
            let joined = try await server.post(Self.path, body(first.code))
            #expect(joined.status == 201)
            #expect(try await open(of: member) == ["b@example.com"])
            server.clock.advance(seconds: 1)
            #expect(try await open(of: member) == [])
            try await expectRefused(second.code, server)
            let late = await refusal {
                try await member.purser.call(
                    API.Identity.withdrawInvitation,
                    .init(invitationID: second.invitationID)
                )
            }
            #expect(late?.status == 404)
            let kept = server.clock.now.adding(seconds: 30 * 86_400)
            try await server.operations.forgetOldRecords(now: kept)
            #expect(try await server.contents().count("invitations") == 2)
            try await server.operations.forgetOldRecords(now: kept.adding(milliseconds: 1))
            #expect(try await server.contents().count("invitations") == 0)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "is worth nothing when withdrawn, when its parent is locked out or had to be reset",
        arguments: Engine.all
    )
    func worthless(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let withdrawn = try await invite("a@example.com", by: parent)
            _ = try await parent.purser.call(
                API.Identity.withdrawInvitation,
                .init(invitationID: withdrawn.invitationID)
            )
            try await expectRefused(withdrawn.code, server)
            let open = try await invite("b@example.com", by: parent)
            try await server.operations.identity.setUserActive(
                false,
                email: parent.email,
                server.call()
            )
            try await expectRefused(open.code, server)
            try await server.operations.identity.setUserActive(
                true,
                email: parent.email,
                server.call()
            )
            try await server.operations.identity.resetPassword(
                email: parent.email,
                to: InProcessServer.password,
                server.call()
            )
            try await expectRefused(open.code, server)
            for code in ["", "x", String(repeating: "A", count: 43), withdrawn.code + "A"] {
                let before = try await server.contents()
                let answer = try await server.post(Self.path, body(code))
                #expect(answer.status == 400)
                #expect(try answer.faults().first?.hasPrefix("code ") == true)
                #expect(try await server.contents() == before)
            }
        }
    }

    @Test("belongs to one family, and to its parents", arguments: Engine.all)
    func visibility(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let stranger = try await server.registerParent("other@example.com")
            let invitation = try await invite(by: parent)
            let before = try await server.contents()
            let target = "/api/v1/auth/invitations"
            for (member, status) in [(stranger, 404), (child, 403)] {
                let answer = try await server.raw(
                    "DELETE",
                    "\(target)/\(invitation.invitationID.text)",
                    nil,
                    token: member.token
                )
                #expect(answer.status == status)
            }
            #expect(try await open(of: stranger) == [])
            #expect(try await server.get(target, token: child.token).status == 403)
            let body = #"{"email":"x@example.com"}"#
            #expect(try await server.post(target, body, token: child.token).status == 403)
            #expect(try await server.contents() == before)
        }
    }

    @Test("may be open ten times at once, and no more", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            var last: API.Identity.InvitationResponse?
            for number in 0..<10 {
                last = try await invite("p\(number)@example.com", by: parent)
            }
            let before = try await server.contents()
            let refused = await refusal { try await invite("p10@example.com", by: parent) }
            #expect(refused?.status == 409)
            #expect(try await server.contents() == before)
            _ = try await parent.purser.call(
                API.Identity.withdrawInvitation,
                .init(invitationID: try #require(last).invitationID)
            )
            _ = try await invite("p10@example.com", by: parent)
            #expect(try await open(of: parent).count == 10)
        }
    }

    @Test("does not take over an address that somebody has", arguments: Engine.all)
    func taken(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let other = try await server.registerParent("second@example.com")
            let invitation = try await invite(by: parent)
            let before = try await server.contents()
            let refused = await refusal {
                try await server.purser().call(
                    API.Identity.registerInvited,
                    request(invitation.code)
                )
            }
            #expect(refused?.status == 409)
            #expect(try await server.contents() == before)
            #expect(try await server.login(other.email).household == other.household)
        }
    }

    @Test("makes one parent when many register with one code at once", arguments: Engine.all)
    func race(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let invitation = try await invite(by: parent)
            let text = body(invitation.code)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await server.post(Self.path, text).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 1)
            #expect(statuses.allSatisfy { [201, 400, 409].contains($0) })
            #expect(try await server.contents().count("members") == 2)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "with an Idempotency-Key makes one parent, and gives new tokens to who repeats it",
        arguments: Engine.all
    )
    func repeated(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let code = try await invite(by: parent).code
            let headers: Headers = ["Idempotency-Key": "k"]
            let answers = [
                try await server.post(Self.path, body(code), headers: headers),
                try await server.post(Self.path, body(code), headers: headers),
            ]
            #expect(answers.map(\.status) == [201, 201])
            #expect(answers[1].headers["Idempotency-Replayed"] == "true")
            #expect(try answers[0].string("userId") == answers[1].string("userId"))
            #expect(try answers[0].string("token") != answers[1].string("token"))
            let other = try await server.post(
                Self.path,
                body(code, password: "password124"),
                headers: headers
            )
            #expect(other.status == 409)
            #expect(try await server.contents().count("members") == 2)
        }
    }
}
