import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A family")
struct FamilyTests {
    @Test("begins with its parent", arguments: Engine.all)
    func founded(engine: Engine) async throws {
        let clock = TestClock("2025-01-01T09:00:00Z")
        try await withServer(engine, clock: clock) { server in
            let answer = try await server.post(
                "/api/v1/auth/register/parent",
                """
                {"email":"parent@example.com","password":"password123","firstName":"John",\
                "lastName":"Doe","familyName":"Doe Family"}
                """
            )
            #expect(answer.status == 201)
            #expect(try answer.string("role") == "Parent")
            #expect(try answer.string("expiresAt") == "2025-01-02T09:00:00Z")
            let id = try #require(try answer.string("familyId"))
            let token = try #require(try answer.string("token"))
            let family = try await server.get("/api/v1/families/current", token: token)
            #expect(family.status == 200)
            #expect(
                family.text == """
                    {"id":"\(id)","name":"Doe Family","createdAt":"2025-01-01T09:00:00Z",\
                    "memberCount":1,"childrenCount":0,"timeZone":"UTC"}
                    """
            )
        }
    }

    @Test("grows by a child with an empty wallet and no days yet", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await withWallet(engine, zone: "America/New_York") { family in
            let bob = try await family.registerSibling(weeklyMinor: 1_000)
            #expect(bob.currentBalance.minor == 0)
            #expect(bob.childID.text != bob.userID.text)
            let answer = try await family.get("/children/\(bob.childID.text)")
            #expect(
                answer.text == """
                    {"childId":"\(bob.childID.text)","userId":"\(bob.userID.text)",\
                    "firstName":"Bob","lastName":"Doe","email":"bob@example.com",\
                    "currentBalance":0,"weeklyAllowance":10,"createdAt":"2025-01-03T09:00:00Z"}
                    """
            )
            let current = try await family.parent.purser.call(API.Allowance.currentFamily)
            #expect(current.memberCount == 3)
            #expect(current.childrenCount == 2)
            #expect(current.timeZone == "America/New_York")
        }
    }

    @Test("is seen whole by a parent; a child sees the parents and itself", arguments: Engine.all)
    func visibility(engine: Engine) async throws {
        try await withWallet(engine) { family in
            let (parent, child) = (family.parent, family.child)
            family.server.clock.advance(seconds: 60)
            let bob = try await family.registerSibling()
            let members = try await parent.purser.call(API.Allowance.familyMembers)
            #expect(members.familyID == parent.household)
            #expect(members.familyName == "Doe Family")
            #expect(members.members.map(\.userID) == [parent.id, child.id, bob.userID])
            #expect(members.members.map(\.role) == [.parent, .child, .child])
            let seen = try await child.purser.call(API.Allowance.familyMembers)
            #expect(seen.members == Array(members.members.prefix(2)))
            let children = try await parent.purser.call(API.Allowance.familyChildren)
            #expect(children.familyID == parent.household)
            #expect(children.children.map(\.childID) == [family.id, bob.childID])
            let own = try await child.purser.call(API.Allowance.familyChildren)
            #expect(own.children == Array(children.children.prefix(1)))
            // The numbers are the family's, whoever asks.
            let byParent = try await family.get("/families/current")
            let byChild = try await family.get("/families/current", as: child)
            #expect(byChild.body == byParent.body)
        }
    }

    @Test("is listed by when its members joined, parents first, then by id", arguments: Engine.all)
    func order(engine: Engine) async throws {
        try await withWallet(engine) { family in
            let bob = try await family.registerSibling()
            let carol = try await family.registerSibling("carol@example.com")
            // The parent joined last, Carol first; the other two at once.
            try await family.execute(
                "UPDATE members SET created_at_ms = created_at_ms + 5 WHERE role = 'Parent'",
                """
                UPDATE members SET created_at_ms = created_at_ms - 5
                WHERE email = 'carol@example.com'
                """,
                """
                UPDATE children SET created_at_ms = created_at_ms - 5
                WHERE id = '\(carol.childID.text)'
                """
            )
            let members = try await family.parent.purser.call(API.Allowance.familyMembers).members
            let twins = [family.child.id, bob.userID].sorted()
            #expect(members.map(\.userID) == [family.parent.id, carol.userID] + twins)
            let children = try await family.parent.purser.call(API.Allowance.familyChildren)
            let profiles = [family.id, bob.childID].sorted()
            #expect(children.children.map(\.childID) == [carol.childID] + profiles)
        }
    }

    @Test("has empty names for whoever registered without", arguments: Engine.all)
    func nameless(engine: Engine) async throws {
        try await withServer(engine) { server in
            let answer = try await server.post(
                "/api/auth/register",
                #"{"email":"nameless@example.com","password":"password123"}"#
            )
            let token = try #require(try answer.string("access_token"))
            let members = try await server.get("/api/v1/families/current/members", token: token)
            #expect(members.text.contains(#""firstName":"","lastName":"","role":"Parent""#))
        }
    }

    @Test(
        "is shown to nobody who is not signed in",
        arguments: [
            "/families/current", "/families/current/members", "/families/current/children",
            "/children/00000000-0000-7000-8000-000000000000", "/dashboard/parent",
            "/dashboard/child", "/transactions/children/00000000-0000-7000-8000-000000000000",
            "/transactions/children/00000000-0000-7000-8000-000000000000/balance",
        ]
    )
    func anonymous(path: String) async throws {
        try await withServer(.sqlite) { server in
            for token in [nil, "bad"] {
                let answer = try await server.get("/api/v1\(path)", token: token)
                #expect(answer.status == 401)
                #expect(try answer.string("error.code") == "AUTHENTICATION_REQUIRED")
            }
        }
    }
}
