import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Registering")
struct RegisterTests {
    private let user = "/api/auth/register"
    private let parent = "/api/v1/auth/register/parent"

    /// A registration in the words of either surface.
    private func body(
        email: String = "parent@example.com",
        password: String = "password123",
        zone: String? = nil
    ) -> String {
        let texts = [
            ("email", email), ("password", password), ("firstName", "John"), ("lastName", "Doe"),
            ("familyName", "Doe Family"),
        ]
        var members = texts.map { JSON.Member($0.0, .string($0.1)) }
        for key in ["timeZone", "time_zone"] {
            members += zone.map { [JSON.Member(key, .string($0))] } ?? []
        }
        return JSON.object(members).text
    }

    @Test(
        "keeps an address trimmed and in lower case, and takes it once on all surfaces",
        arguments: Engine.all
    )
    func addresses(engine: Engine) async throws {
        for paths in [[user, parent], [parent, user], [user, user], [parent, parent]] {
            try await withServer(engine) { server in
                let first = try await server.post(paths[0], body(email: " Parent@Example.COM "))
                #expect(first.status == 201)
                let email = try first.string("email") ?? first.string("user.email")
                #expect(email == "parent@example.com")
                let before = try await server.contents()
                let second = try await server.post(paths[1], body(email: "PARENT@example.com"))
                #expect(second.status == 409)
                #expect(try second.string("error.code") == "CONFLICT")
                #expect(try await server.contents() == before)
            }
        }
    }

    @Test("refuses a child's address that is taken as well", arguments: Engine.all)
    func childAddress(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            _ = try await server.registerChild(of: parent)
            let before = try await server.contents()
            let again = await refusal { try await server.registerChild(of: parent) }
            #expect(again?.status == 409)
            #expect(again?.code == "CONFLICT")
            #expect(try await server.contents() == before)
        }
    }

    @Test(
        "takes passwords of 8 to 128 characters with a letter and a digit",
        arguments: Engine.all
    )
    func goodPasswords(engine: Engine) async throws {
        let passwords = ["abcdefg1", "password123", String(repeating: "a1", count: 64)]
        try await withServer(engine) { server in
            for (number, password) in passwords.enumerated() {
                for path in [user, parent] {
                    let email = path == user ? "a\(number)@b.c" : "d\(number)@e.f"
                    let answer = try await server.post(path, body(email: email, password: password))
                    #expect(answer.status == 201, "\(password)")
                    let login = try await server.post(
                        "/api/auth/login",
                        body(email: email, password: password)
                    )
                    #expect(login.status == 200, "\(password)")
                }
            }
        }
    }

    @Test("refuses other passwords by name and creates nobody", arguments: Engine.all)
    func badPasswords(engine: Engine) async throws {
        let long = String(repeating: "a1", count: 64) + "b"
        try await withServer(engine) { server in
            let before = try await server.contents()
            for password in ["abcdefgh", "12345678", "abc123", long] {
                for (path, code) in [(user, "INVALID_REQUEST"), (parent, "VALIDATION_ERROR")] {
                    let answer = try await server.post(path, body(password: password))
                    #expect(answer.status == 400, "\(password)")
                    #expect(try answer.string("error.code") == code)
                    let rule = "must have 8 to 128 characters, a letter and a digit among them"
                    #expect(try answer.faults() == ["password \(rule)"])
                    #expect(!answer.text.contains(password))
                }
            }
            #expect(try await server.contents() == before)
        }
    }

    @Test(
        "names every bad field at once, in the order of the document",
        arguments: [
            (
                "/api/auth/register", #"{"email":"x","password":"y","time_zone":"z"}"#,
                ["email", "password", "time_zone"]
            ),
            ("/api/auth/register", "{}", ["email", "password"]),
            ("/api/auth/register", "", ["email", "password"]),
            (
                "/api/v1/auth/register/parent", "{}",
                ["email", "password", "firstName", "lastName", "familyName"]
            ),
            (
                "/api/v1/auth/register/parent",
                #"{"familyName":5,"lastName":" ","firstName":null,"email":"a@b.c","password":"a"}"#,
                ["password", "firstName", "lastName", "familyName"]
            ),
        ]
    )
    func faults(path: String, body: String, fields: [String]) async throws {
        try await withServer(.sqlite) { server in
            let before = try await server.contents()
            let answer = try await server.post(path, body)
            #expect(answer.status == 400)
            let details = try answer.json()["error"]?["details"]?.members.map(\.key)
            #expect(details == fields)
            #expect(try await server.contents() == before)
        }
    }

    @Test("names the household after the last name, where none is given", arguments: Engine.all)
    func householdNames(engine: Engine) async throws {
        try await withServer(engine) { server in
            let rows = [
                ("a", "Smith", "Smith Family"), ("b", nil, "My Family"), ("c", "", "My Family"),
            ]
            for (local, last, name) in rows {
                let request = API.Banking.RegisterRequest(
                    email: "\(local)@example.com",
                    password: InProcessServer.password,
                    lastName: last
                )
                let session = try await server.purser().call(API.Banking.registerUser, request)
                let me = try await server.purser(token: session.accessToken)
                    .call(API.Allowance.currentMember)
                #expect(me.familyName == name)
                #expect(me.firstName == "")
                #expect(me.lastName == (last ?? ""))
                #expect(me.role == .parent)
            }
        }
    }

    @Test("takes a time zone by its IANA name", arguments: Engine.all)
    func zones(engine: Engine) async throws {
        try await withServer(engine) { server in
            for (path, field) in [(user, "time_zone"), (parent, "timeZone")] {
                let wrong = try await server.post(path, body(zone: "Mars/Olympus"))
                #expect(wrong.status == 400)
                #expect(try wrong.faults() == ["\(field) is not a known time zone"])
                let email = path == user ? "a@b.c" : "d@e.f"
                let right = try await server.post(path, body(email: email, zone: "Europe/Berlin"))
                #expect(right.status == 201)
            }
            let households = try await server.contents().tables["households"] ?? []
            #expect(households.count == 2)
            #expect(households.allSatisfy { $0.contains(.text("Europe/Berlin")) })
        }
    }

    @Test("one address from many sides at once becomes one user", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withServer(engine) { server in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for path in [user, parent, user, parent] {
                    group.addTask { try await server.post(path, body()).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [201, 409, 409, 409])
            let contents = try await server.contents()
            #expect(contents.count("members") == 1)
            #expect(contents.count("households") == 1)
            #expect(contents.count("accounts") == 1)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("again with its key signs in only whoever has the password now", arguments: Engine.all)
    func again(engine: Engine) async throws {
        for path in [user, parent] {
            try await withServer(engine) { server in
                let key: Headers = ["Idempotency-Key": "k"]
                #expect(try await server.post(path, body(), headers: key).status == 201)
                #expect(try await server.post(path, body(), headers: key).status == 201)
                try await server.operations.identity.resetPassword(
                    email: "parent@example.com",
                    to: Password("another-passw0rd"),
                    server.call()
                )
                let before = try await server.contents()
                #expect(try await server.post(path, body(), headers: key).status == 401)
                #expect(try await server.contents() == before)
            }
        }
    }

    @Test(
        "and a session that is begun while the password changes ends with it",
        arguments: Engine.all
    )
    func whileChanging(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for round in 0..<6 {
                let old = round == 0 ? InProcessServer.password.secret : "passw0rd-\(round)"
                let login = JSON.object([
                    JSON.Member("email", .string(parent.email)),
                    JSON.Member("password", .string(old)),
                ])
                async let begun = server.post("/api/auth/login", login.text)
                try await server.operations.identity.resetPassword(
                    email: parent.email,
                    to: Password("passw0rd-\(round + 1)"),
                    server.call()
                )
                let answer = try await begun
                guard answer.status == 200 else { continue }
                let token = try answer.string("access_token")
                let me = try await server.get("/api/auth/me", token: token)
                #expect(me.status == 401, "round \(round)")
            }
        }
    }

    @Test(
        "is told in the household's chain: who joined, by whose doing, and as what",
        arguments: Engine.all
    )
    func chain(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let invitation = try await parent.purser.call(
                API.Identity.createInvitation,
                .init(email: "second@example.com")
            )
            let second = try await server.purser().call(
                API.Identity.registerInvited,
                .init(
                    code: invitation.code,
                    password: InProcessServer.password,
                    firstName: "Jane",
                    lastName: "Doe"
                )
            )
            let household = parent.household
            let edits = try await server.database.read { session in
                try Edits.links(of: household, after: 0, in: session).map(\.record)
            }
            let joined = edits.filter { $0.kind == .memberJoined }
            #expect(joined.map(\.subject) == [parent.id.text, child.id.text, second.userID.text])
            #expect(joined.map(\.author) == [parent.id, parent.id, parent.id])
            let roles = ["Parent", "Child", "Parent"]
            #expect(joined.map(\.body) == roles.map { #"{"role":"\#($0)"}"# })
        }
    }

    @Test("keeps no password and no token in a form that can be read", arguments: Engine.all)
    func secrets(engine: Engine) async throws {
        try await withServer(engine) { server in
            let answer = try await server.post(user, body(), headers: ["Idempotency-Key": "k"])
            let secrets = [
                "password123", try answer.string("access_token"),
                try answer.string("refresh_token"),
            ]
            let stored = "\(try await server.contents().tables)"
            for secret in secrets { #expect(!stored.contains(try #require(secret))) }
            #expect(stored.contains("$argon2id$"))
        }
    }
}
