import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Signing in")
struct LoginTests {
    private let doors = ["/api/auth/login", "/api/v1/auth/login"]

    private func body(_ email: String, _ password: String) -> String {
        JSON.object([.init("email", .string(email)), .init("password", .string(password))]).text
    }

    @Test(
        "an unknown address and a wrong password are one answer and one check each",
        arguments: Engine.all
    )
    func unknown(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            for door in doors {
                var answers: [TransportResponse] = []
                for email in ["parent@example.com", "nobody@example.com"] {
                    let before = server.operations.identity.passwords.verifications
                    answers.append(
                        try await server.post(
                            door,
                            body(email, "wrong1234"),
                            headers: ["X-Request-Trace": "same"]
                        )
                    )
                    #expect(server.operations.identity.passwords.verifications == before + 1)
                }
                #expect(answers[0] == answers[1])
                #expect(answers[0].status == 401)
                #expect(answers[0].headers["WWW-Authenticate"] == "Bearer")
                #expect(try answers[0].string("error.message") == "E-mail or password is wrong")
            }
        }
    }

    @Test("who was locked out hears what who does not exist hears", arguments: Engine.all)
    func inactive(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await server.operations.identity.setUserActive(
                false,
                email: parent.email,
                server.call()
            )
            for door in doors {
                let before = server.operations.identity.passwords.verifications
                let answer = try await server.post(door, body(parent.email, "password123"))
                #expect(answer.status == 401)
                #expect(try answer.string("error.message") == "E-mail or password is wrong")
                #expect(server.operations.identity.passwords.verifications == before + 1)
            }
        }
    }

    @Test("an address is taken in any case and with space around it", arguments: Engine.all)
    func spelling(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            for door in doors {
                let answer = try await server.post(
                    door,
                    body(" Parent@EXAMPLE.com\n", "password123")
                )
                #expect(answer.status == 200)
            }
        }
    }

    @Test("a password is taken as it is, but however its accents were typed", arguments: Engine.all)
    func passwords(engine: Engine) async throws {
        try await withServer(engine) { server in
            let register = JSON.object([
                .init("email", .string("a@b.c")), .init("password", .string(" Cafe\u{301} 123")),
            ])
            #expect(try await server.post("/api/auth/register", register.text).status == 201)
            let rows = [
                (" Cafe\u{301} 123", 200), (" Caf\u{E9} 123", 200), ("Cafe\u{301} 123", 401),
                (" cafe\u{301} 123", 401), (" Cafe\u{301} 123 ", 401), (" Cafe 123", 401),
            ]
            for (password, status) in rows {
                let answer = try await server.post(doors[0], body("a@b.c", password))
                #expect(answer.status == status)
            }
        }
    }

    @Test("a token of Money App lives 3600 seconds, one of Allowance 86,400", arguments: Engine.all)
    func lives(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let rows = [(doors[0], "access_token", Int64(3_600)), (doors[1], "token", 86_400)]
            for (door, key, seconds) in rows {
                let answer = try await server.post(door, body(parent.email, "password123"))
                let claims = try Claims(try #require(try answer.string(key)))
                #expect(claims.integer("iat") == TestClock.noon.seconds)
                #expect(claims.integer("exp") == TestClock.noon.seconds + seconds)
                #expect(claims.string("sub") == parent.id.text)
                #expect(claims.string("hid") == parent.household.text)
                #expect(claims.string("role") == "Parent")
                #expect(claims.string("aud") == "purser")
                #expect(claims.string("client_id") == "purser-native")
                #expect(
                    claims.string("scope") == "guardian banking rewards allowance insights account"
                )
                #expect(claims.string("iss") == server.issuer)
                if key == "token" {
                    #expect(try answer.string("expiresAt") == "2025-01-16T12:00:00Z")
                } else {
                    #expect(try answer.json()["expires_in"] == .number("3600"))
                }
            }
        }
    }

    @Test(
        "what is missing is named, and no password is checked",
        arguments: ["/api/auth/login", "/api/v1/auth/login"],
        [
            ("{}", ["email is required", "password is required"]),
            (#"{"email":"a@b.c"}"#, ["password is required"]),
            (#"{"email":" ","password":""}"#, ["email is required", "password is required"]),
            (
                #"{"email":1,"password":true}"#,
                ["email has the wrong type", "password has the wrong type"]
            ),
        ]
    )
    func faults(door: String, row: (String, [String])) async throws {
        try await withServer(.sqlite) { server in
            let before = try await server.contents()
            let answer = try await server.post(door, row.0)
            #expect(answer.status == 400)
            #expect(try answer.faults() == row.1)
            #expect(server.operations.identity.passwords.verifications == 0)
            #expect(try await server.contents() == before)
        }
    }

    @Test("what a client wants to remember changes nothing", arguments: Engine.all)
    func rememberMe(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            for remember in [true, false] {
                let answer = try await server.purser().call(
                    API.Allowance.loginMember,
                    API.Allowance.LoginRequest(
                        email: "parent@example.com",
                        password: InProcessServer.password,
                        rememberMe: remember
                    )
                )
                #expect(answer.expiresAt.instant == TestClock.noon.adding(seconds: 86_400))
            }
        }
    }
}
