import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A password longer than any")
struct LongPasswordTests {
    private static let longest = String(repeating: "a1", count: 64)

    private func login(
        _ door: String,
        _ password: String,
        _ server: InProcessServer
    ) async throws -> TransportResponse {
        try await server.post(
            door,
            #"{"email":"parent@example.com","password":"\#(password)"}"#,
            headers: ["X-Request-Trace": "t"]
        )
    }

    @Test(
        "is a wrong one at every door: the same answer, one check, and it is counted",
        arguments: ["/api/auth/login", "/api/v1/auth/login"]
    )
    func doors(door: String) async throws {
        try await withServer(.sqlite) { server in
            try await server.registerParent()
            let wrong = try await login(door, "wrong1234", server)
            for number in 1..<9 {
                let long = number.isMultiple(of: 2) ? Self.longest + "a" : "a1" + LongTexts.marks
                let verifications = server.operations.identity.passwords.verifications
                let answer = try await login(door, long, server)
                #expect(answer.status == 401)
                #expect(answer.text == wrong.text)
                #expect(server.operations.identity.passwords.verifications == verifications + 1)
            }
            #expect(try await login(door, Self.longest + "a", server).status == 401)
            let locked = try await login("/api/v1/auth/login", "password123", server)
            #expect(locked.status == 429)
        }
    }

    @Test("is a wrong one on the page")
    func page() async throws {
        try await withServer(.sqlite) { server in
            try await server.registerParent()
            let visit = try await SignInVisit.begin(server)
            let wrong = try await visit.signIn("parent@example.com", "wrong1234")
            #expect(wrong.text.contains("E-mail or password is wrong"))
            for long in [Self.longest + "a", "a1" + LongTexts.marks] {
                let verifications = server.operations.identity.passwords.verifications
                let page = try await visit.signIn("parent@example.com", long)
                #expect(page.status == 200)
                #expect(page.text.contains("E-mail or password is wrong"))
                #expect(server.operations.identity.passwords.verifications == verifications + 1)
            }
        }
    }

    @Test("is a wrong one where a member has to say the password again")
    func proof() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            for long in [Self.longest + "a", "a1" + LongTexts.marks] {
                let verifications = server.operations.identity.passwords.verifications
                let change = #"{"currentPassword":"\#(long)","newPassword":"password124"}"#
                let path = "/api/v1/auth/password"
                let answer = try await server.raw("PUT", path, change, token: parent.token)
                #expect(answer.status == 400)
                #expect(try answer.faults() == ["currentPassword is wrong"])
                #expect(server.operations.identity.passwords.verifications == verifications + 1)
            }
            let after = try await server.contents()
            #expect(after.count("sessions") == before.count("sessions"))
        }
    }

    @Test("is refused as a new one, before anything is hashed")
    func new() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            let hashes = server.operations.identity.passwords.hashes
            for long in [Self.longest + "a", "a1" + LongTexts.marks] {
                let register = #"{"email":"new@example.com","password":"\#(long)"}"#
                let registered = try await server.post("/api/auth/register", register)
                #expect(registered.status == 400)
                #expect(registered.text.contains(#""password":"must have 8 to 128"#))
                let change = #"{"currentPassword":"password123","newPassword":"\#(long)"}"#
                let path = "/api/v1/auth/password"
                let changed = try await server.raw("PUT", path, change, token: parent.token)
                #expect(changed.status == 400)
                #expect(try changed.faults().first?.hasPrefix("newPassword must") == true)
            }
            #expect(server.operations.identity.passwords.hashes == hashes)
            #expect(try await server.contents() == before)
        }
    }
}
