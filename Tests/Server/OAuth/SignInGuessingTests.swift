import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Server
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Guessing on the sign-in page")
struct SignInGuessingTests {
    /// What 200 tries were answered with, and how many passwords were checked for them.
    private struct Tries: Equatable {
        var statuses: Set<Int> = []
        var pages: Set<String> = []
        var headers: Set<[String]> = []
        var verifications: [Int] = []
    }

    private func tries(_ email: String, _ server: InProcessServer) async throws -> Tries {
        var tries = Tries()
        let visit = try await SignInVisit.begin(server)
        for _ in 0..<200 {
            // Nine lie within 15 minutes, so that no lock stands in for the answer.
            server.clock.advance(seconds: 120)
            let before = server.operations.identity.passwords.verifications
            let answer = try await visit.signIn(email, "wrong1234")
            tries.statuses.insert(answer.status)
            tries.pages.insert(answer.lasting)
            tries.headers.insert(answer.headers.all.map(\.name))
            tries.verifications.append(server.operations.identity.passwords.verifications - before)
        }
        return tries
    }

    @Test("tells nobody who has an account: 200 tries each, all alike", arguments: Engine.all)
    func enumeration(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let known = try await tries("parent@example.com", server)
            let unknown = try await tries("nobody@example.com", server)
            #expect(known == unknown)
            #expect(known.statuses == [200])
            #expect(known.pages.count == 1)
            // Nothing else of a sign-in takes a time that could be told from the network's.
            #expect(known.verifications == Array(repeating: 1, count: 200))
        }
    }

    @Test("one password on a thousand addresses is stopped, however slowly", arguments: Engine.all)
    func spraying(engine: Engine) async throws {
        try await withServer(engine, settings: ServerSettings()) { server in
            try await server.registerParent("family500@example.com")
            server.clock.advance(seconds: 60)
            let visit = try await SignInVisit.begin(server, from: "192.0.2.66")
            var statuses: [Int: Int] = [:]
            for number in 0..<1_000 {
                server.clock.advance(seconds: 1)
                let answer = try await visit.signIn("family\(number)@example.com", "password123")
                statuses[answer.status, default: 0] += 1
                guard answer.status == 429 else { continue }
                // A quarter of an hour after the first failure.
                let passed = number % 900
                #expect(answer.headers["Retry-After"] == String(900 - passed))
                #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
                #expect(answer.headers["Location"] == nil)
            }
            #expect(statuses == [200: 200, 429: 800])
            #expect(server.operations.identity.passwords.verifications == 200)
            let elsewhere = try await SignInVisit.begin(server, from: "192.0.2.67")
            #expect(try await elsewhere.signIn("family500@example.com").status == 302)
        }
    }

    @Test("the budget of an address holds at every door, and right passwords cost nothing of it")
    func doors() async throws {
        try await withServer(.sqlite, settings: ServerSettings()) { server in
            let parent = try await server.registerParent()
            func login(_ email: String, _ password: String) async throws -> Int {
                server.clock.advance(seconds: 1)
                let body = #"{"email":"\#(email)","password":"\#(password)"}"#
                let headers: Headers = ["Content-Type": "application/json"]
                return try await server.transport(from: "192.0.2.66")
                    .send("POST", "/api/v1/auth/login", headers: headers, body: Array(body.utf8))
                    .status
            }
            for number in 0..<50 {
                #expect(try await login("a\(number)@example.com", "wrong1234") == 401)
                #expect(try await login("parent@example.com", "password123") == 200)
            }
            let visit = try await SignInVisit.begin(server, from: "192.0.2.66")
            for number in 0..<50 {
                server.clock.advance(seconds: 1)
                let page = try await visit.signIn("b\(number)@example.com", "wrong1234")
                #expect(page.status == 200)
            }
            #expect(try await login("parent@example.com", "password123") == 429)
            #expect(try await visit.signIn().status == 429)
            // Whoever is signed in already is not concerned.
            #expect(try await parent.purser.call(API.Banking.currentUser).email != "")
        }
    }

    @Test("ten wrong passwords lock the address, whoever has it or not", arguments: Engine.all)
    func lock(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let visit = try await SignInVisit.begin(server)
            for email in ["parent@example.com", "nobody@example.com"] {
                for _ in 0..<10 {
                    #expect(try await visit.signIn(email, "wrong1234").status == 200)
                }
                let before = try await server.contents()
                let verifications = server.operations.identity.passwords.verifications
                let locked = try await visit.signIn(email)
                #expect(locked.status == 429)
                #expect(locked.headers["Retry-After"] == "900")
                #expect(locked.alert == "Too many attempts; try again in 15 minutes")
                #expect(locked.text.contains("href=\"/oauth2/authorize?"))
                #expect(server.operations.identity.passwords.verifications == verifications)
                #expect(try await server.contents() == before)
            }
            server.clock.advance(seconds: 900)
            #expect(try await visit.signIn().status == 302)
        }
    }

    @Test("a ticket is worth nothing without its form", arguments: Engine.all)
    func tickets(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let visit = try await SignInVisit.begin(server)
            let before = try await server.contents()
            for ticket in ["x", String(repeating: "A", count: 200), "\u{0}", "../.."] {
                let answer = try await visit.send(["ticket": ticket, "code": "123456"])
                #expect(answer.status == 200)
                #expect(answer.headers["Location"] == nil)
                #expect(answer.alert != nil)
            }
            #expect(try await server.contents() == before)
        }
    }
}
