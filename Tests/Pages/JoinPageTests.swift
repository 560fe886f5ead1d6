import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The page to join a household on")
struct JoinPageTests {
    private let path = "/app/join"

    /// The code that the page of the household shows for a new invitation.
    private func code(of parent: TestMember, _ server: InProcessServer) async throws -> String {
        let visit = try await WebVisit.signedIn(parent, server)
        let page = try await visit.submit(
            "/app/settings/household",
            ["do": "invite", "email": "second@example.com", "password": "password123"]
        )
        let shown = try #require(page.text.firstMatch(of: /class="secret">([^<]+)</))
        return String(shown.1)
    }

    private func fields(
        _ code: String,
        _ password: String = "7 green parrots"
    ) -> [String: String] {
        ["code": code, "firstName": "Jane", "lastName": "Doe", "password": password]
    }

    @Test("takes the code that a parent gave, once, and signs in", arguments: Engine.all)
    func joining(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let code = try await code(of: parent, server)
            let visit = WebVisit(server)
            let page = try await visit.get(path)
            #expect(page.status == 200)
            let joined = try await visit.send(page, to: path, fields(" \(code) "))
            #expect(joined.status == 303 && joined.headers["Location"] == "/app")
            #expect(try await visit.get("/app").status == 200)
            let household = try await visit.get("/app/settings/household").text
            #expect(household.contains("Jane Doe") && household.contains("second@example.com"))
            let members = try await parent.purser.call(API.Allowance.familyMembers).members
            #expect(members.map(\.role) == [.parent, .parent])
            let again = WebVisit(server)
            let spent = try await again.send(try await again.get(path), to: path, fields(code))
            #expect(spent.status == 400 && spent.text.contains("id=\"code-problem\""))
            #expect(again.cookies["purser-session"] == nil)
            let own = try await WebVisit(server).signIn("second@example.com", "7 green parrots")
            #expect(own.status == 303)
        }
    }

    @Test("keeps what was typed beside what is wrong", arguments: Engine.all)
    func wrong(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let code = try await code(of: parent, server)
            let before = try await server.contents()
            let visit = WebVisit(server)
            let rows = [
                (fields("nothing"), "code-problem"),
                (fields(code, "short"), "join-password-problem"),
                (fields(code).merging(["firstName": ""]) { $1 }, "firstName-problem"),
                ([:], "code-problem"),
            ]
            for (typed, problem) in rows {
                let answer = try await visit.send(try await visit.get(path), to: path, typed)
                #expect(answer.status == 400, "\(problem)")
                #expect(answer.text.contains("id=\"\(problem)\""), "\(problem)")
                #expect(!answer.text.contains("parrots") && !answer.text.contains("\"short\""))
                guard typed["lastName"] != nil else { continue }
                #expect(answer.text.contains("value=\"Doe\""))
            }
            #expect(try await server.contents() == before)
            _ = try await server.registerParent("second@example.com")
            let taken = try await visit.send(try await visit.get(path), to: path, fields(code))
            #expect(taken.status == 409 && taken.text.contains("This e-mail address is taken"))
            #expect(visit.cookies["purser-session"] == nil)
        }
    }

    @Test("takes no form that another site made up, and registers nobody without a code")
    func forged() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let code = try await code(of: parent, server)
            let before = try await server.contents()
            let visit = WebVisit(server)
            #expect(try await visit.post(path, fields(code)).status == 400)
            let page = try await visit.get(path)
            let elsewhere = WebVisit(server)
            #expect(try await elsewhere.send(page, to: path, fields(code)).status == 400)
            for headers: Headers in [
                ["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"],
            ] {
                let page = try await visit.get(path)
                let answer = try await visit.send(page, to: path, fields(code), headers: headers)
                #expect(answer.status == 400)
            }
            let stranger = fields("").merging(["email": "new@example.com"]) { $1 }
            let answer = try await visit.send(try await visit.get(path), to: path, stranger)
            #expect(answer.status == 400)
            #expect(try await server.contents() == before)
        }
    }
}
