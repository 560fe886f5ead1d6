import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Changing the e-mail address")
struct ChangeEmailTests {
    private func put(
        _ email: String,
        _ password: String = "password123",
        as member: TestMember,
        headers: Headers = [:],
        _ server: InProcessServer
    ) async throws -> TransportResponse {
        let body = JSON.object([
            .init("email", .string(email)), .init("password", .string(password)),
        ])
        return try await server.raw(
            "PUT",
            "/api/v1/auth/email",
            body.text,
            token: member.token,
            headers: headers
        )
    }

    @Test("is what the member signs in with from then on", arguments: Engine.all)
    func changed(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            for (member, email) in [(parent, "new@example.com"), (child, "kid@example.com")] {
                let answer = try await put(" \(email.uppercased()) ", as: member, server)
                #expect(answer.status == 200)
                #expect(try answer.string("email") == email)
                #expect(try answer.string("userId") == member.id.text)
                let me = try await server.get("/api/v1/auth/me", token: member.token)
                #expect(try me.json() == (try answer.json()))
                #expect(try await server.signIn(member.email).status == 401)
                #expect(try await server.signIn(email).status == 200)
            }
            // The old address is anybody's again.
            try await server.registerParent(parent.email)
        }
    }

    @Test("is told to the member and the household, without any address", arguments: Engine.all)
    func recorded(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            #expect(try await put("new@example.com", as: parent, server).status == 200)
            #expect(try await server.authEventKinds(of: parent).last == .emailChanged)
            let contents = try await server.contents()
            for table in ["edits", "auth_events"] {
                for row in contents.tables[table] ?? [] {
                    for case .text(let text) in row { #expect(!text.contains("@")) }
                }
            }
            #expect(contents.mention("account.email"))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("is refused when it is taken, and nothing changes", arguments: Engine.all)
    func taken(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let other = try await server.registerParent("other@example.com")
            let before = try await server.contents()
            let answer = try await put("OTHER@example.com", as: parent, server)
            #expect(answer.status == 409)
            #expect(try answer.string("error.message") == "This e-mail address is taken")
            #expect(try await server.contents() == before)
            #expect(try await server.signIn(other.email).status == 200)
            #expect(try await put(parent.email, as: parent, server).status == 200)
        }
    }

    @Test("goes to one of those who want it together", arguments: Engine.all)
    func together(engine: Engine) async throws {
        try await withServer(engine) { server in
            var members: [TestMember] = []
            for number in 0..<6 {
                members.append(try await server.registerParent("p\(number)@example.com"))
            }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for member in members {
                    group.addTask { try await put("new@example.com", as: member, server).status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1, "\(statuses)")
            #expect(Set(statuses).isSubset(of: [200, 409, 503]))
        }
    }

    @Test("and registering with the address at once: it goes to one of them", arguments: Engine.all)
    func registering(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for round in 0..<5 {
                let email = "new\(round)@example.com"
                let register = #"{"email":"\#(email)","password":"password123"}"#
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    group.addTask { try await put(email, as: parent, server).status }
                    for _ in 0..<3 {
                        group.addTask {
                            try await server.post("/api/auth/register", register).status
                        }
                    }
                    return try await group.reduce(into: [Int]()) { $0.append($1) }
                }
                #expect(Set(statuses).isSubset(of: [200, 201, 409]), "\(statuses)")
                #expect(statuses.count { $0 < 300 } == 1, "\(statuses)")
                #expect(try await server.signIn(email).status == 200)
            }
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("takes an address and the password", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            let bad = try await put("new", as: parent, server)
            #expect(bad.status == 400)
            #expect(try bad.faults() == ["email is not an e-mail address"])
            #expect(try await server.contents() == before)
            let wrong = try await put("new@example.com", "wrong1234", as: parent, server)
            #expect(wrong.status == 400)
            #expect(try wrong.faults() == ["password is wrong"])
            let changed = try await server.contents().changed(since: before)
            #expect(changed == ["auth_events", "failed_logins"])
        }
    }

    @Test("is done once for a key", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let headers: Headers = ["Idempotency-Key": "k"]
            for isReplay in [false, true] {
                let answer = try await put("new@example.com", as: parent, headers: headers, server)
                #expect(answer.status == 200)
                let replayed = answer.headers["Idempotency-Replayed"]
                #expect(replayed == (isReplay ? "true" : nil))
            }
            #expect(
                try await server.authEventKinds(of: parent).count { $0 == .emailChanged } == 1
            )
        }
    }
}
