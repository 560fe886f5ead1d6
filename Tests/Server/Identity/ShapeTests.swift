import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Answers of the two sign-ins")
struct ShapeTests {
    private static let user = [
        "id", "email", "first_name", "last_name", "is_active", "created_at",
    ]
    private static let session = [
        "access_token", "refresh_token", "token_type", "expires_in", "user",
    ]
    private static let member = [
        "userId", "email", "firstName", "lastName", "role", "familyId", "familyName",
    ]

    @Test("of Money App have the document's keys", arguments: Engine.embedded)
    func banking(engine: Engine) async throws {
        try await withServer(engine) { server in
            let register = try await server.post(
                "/api/auth/register",
                """
                {"email":"parent@example.com","password":"password123","first_name":"John",
                "last_name":"Doe"}
                """
            )
            #expect(register.status == 201)
            #expect(try register.json().members.map(\.key) == Self.session)
            #expect(try register.json()["token_type"] == .string("bearer"))
            #expect(try register.json()["expires_in"] == .number("3600"))
            let user = try #require(try register.json()["user"])
            #expect(user.members.map(\.key) == Self.user)
            #expect(user["created_at"] == .string("2025-01-15T12:00:00Z"))
            #expect(user["is_active"] == .bool(true))
            #expect(user["email"] == .string("parent@example.com"))

            let login = try await server.post(
                "/api/auth/login",
                #"{"email":"parent@example.com","password":"password123"}"#
            )
            #expect(login.status == 200)
            #expect(try login.json().members.map(\.key) == Self.session)
            #expect(try login.json()["user"] == user)
            let token = try #require(try login.string("access_token"))
            let me = try await server.get("/api/auth/me", token: token)
            #expect(me.status == 200)
            #expect(try me.json() == user)
            let logout = try await server.post("/api/auth/logout", nil, token: token)
            #expect(logout.status == 200)
            #expect(try logout.json().members.map(\.key) == ["message"])
        }
    }

    @Test("of Money App leave out names that were not given", arguments: Engine.embedded)
    func nameless(engine: Engine) async throws {
        try await withServer(engine) { server in
            let register = try await server.post(
                "/api/auth/register",
                #"{"email":"parent@example.com","password":"password123","first_name":" "}"#
            )
            let user = try #require(try register.json()["user"])
            #expect(user.members.map(\.key) == ["id", "email", "is_active", "created_at"])
            let token = try #require(try register.string("access_token"))
            let me = try await server.get("/api/v1/auth/me", token: token)
            #expect(try me.string("firstName") == "")
            #expect(try me.string("lastName") == "")
            #expect(try me.string("familyName") == "My Family")
        }
    }

    @Test("of Allowance have the document's keys", arguments: Engine.embedded)
    func allowance(engine: Engine) async throws {
        try await withServer(engine) { server in
            let register = try await server.post(
                "/api/v1/auth/register/parent",
                """
                {"email":"parent@example.com","password":"password123","firstName":"John",
                "lastName":"Doe","familyName":"Doe Family"}
                """
            )
            #expect(register.status == 201)
            let keys = Self.member + ["token", "expiresAt"]
            #expect(try register.json().members.map(\.key) == keys)
            #expect(try register.string("role") == "Parent")
            #expect(try register.string("expiresAt") == "2025-01-16T12:00:00Z")
            let token = try #require(try register.string("token"))
            let refresh = try await server.post("/api/v1/auth/refresh", nil, token: token)
            #expect(refresh.status == 200)
            #expect(try refresh.json().members.map(\.key) == keys)
            let me = try await server.get("/api/v1/auth/me", token: token)
            #expect(me.status == 200)
            #expect(try me.json().members.map(\.key) == Self.member)
            for key in Self.member {
                #expect(try me.json()[key] == (try register.json()[key]), "\(key)")
            }
        }
    }

    @Test(
        "of Allowance to a new child tell its profile and its empty wallet",
        arguments: Engine.embedded
    )
    func child(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let answer = try await server.post(
                "/api/v1/auth/register/child",
                """
                {"email":"Alice@example.com","password":"password123","firstName":"Alice",
                "lastName":"Doe","weeklyAllowance":10.5}
                """,
                token: parent.token
            )
            #expect(answer.status == 201)
            let json = try answer.json()
            #expect(
                json.members.map(\.key) == [
                    "userId", "childId", "email", "firstName", "lastName", "role", "familyId",
                    "weeklyAllowance", "currentBalance",
                ]
            )
            #expect(json["role"] == .string("Child"))
            #expect(json["email"] == .string("alice@example.com"))
            #expect(json["weeklyAllowance"] == .number("10.5"))
            #expect(json["currentBalance"] == .number("0"))
            #expect(json["familyId"] == .string(parent.household.text))
            #expect(json["childId"] != json["userId"])
            let child = try await server.login("alice@example.com")
            #expect(json["userId"] == .string(child.id.text))
            #expect(child.household == parent.household)
            #expect(try await child.purser.call(API.Allowance.currentMember).role == .child)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("tell an amount in its shortest form, however it was written", arguments: Engine.embedded)
    func amounts(engine: Engine) async throws {
        let rows = [
            ("19.99", "19.99"), ("19.989999999999998", "19.99"), ("1e2", "100"), ("0", "0"),
            ("10000", "10000"), ("25.50", "25.5"),
        ]
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for (number, row) in rows.enumerated() {
                let answer = try await server.post(
                    "/api/v1/auth/register/child",
                    child("child\(number)", allowance: row.0),
                    token: parent.token
                )
                #expect(answer.status == 201, "\(row.0)")
                #expect(try answer.json()["weeklyAllowance"] == .number(row.1), "\(row.0)")
            }
        }
    }

    @Test(
        "to what is no amount name the field, and nobody is registered",
        arguments: Engine.embedded
    )
    func badAmounts(engine: Engine) async throws {
        let rows = [
            ("10.005", "must have at most 2 decimals"), (#""5""#, "has the wrong type"),
            ("-0.01", "must be between 0 and 10000"), ("10000.01", "must be between 0 and 10000"),
            ("1e400", "is out of range"), ("null", "is required"), ("[]", "has the wrong type"),
        ]
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            for (amount, rule) in rows {
                let answer = try await server.post(
                    "/api/v1/auth/register/child",
                    child("alice", allowance: amount),
                    token: parent.token
                )
                #expect(answer.status == 400, "\(amount)")
                #expect(try answer.string("error.code") == "VALIDATION_ERROR", "\(amount)")
                #expect(try answer.faults() == ["weeklyAllowance \(rule)"], "\(amount)")
            }
            #expect(try await server.contents() == before)
        }
    }

    private func child(_ name: String, allowance: String) -> String {
        """
        {"email":"\(name)@example.com","password":"password123","firstName":"Alice",
        "lastName":"Doe","weeklyAllowance":\(allowance)}
        """
    }

    @Test("to refusals have the surface's own words", arguments: Engine.embedded)
    func refusals(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let rows: [(String, String, String?, Int, String)] = [
                ("POST", "/api/auth/login", nil, 400, "INVALID_REQUEST"),
                ("POST", "/api/v1/auth/login", nil, 400, "VALIDATION_ERROR"),
                ("GET", "/api/auth/me", nil, 401, "UNAUTHENTICATED"),
                ("GET", "/api/v1/auth/me", nil, 401, "AUTHENTICATION_REQUIRED"),
                ("POST", "/api/v1/auth/register/child", child.token, 403, "FORBIDDEN"),
                ("PUT", "/api/auth/me", nil, 405, "INVALID_REQUEST"),
                ("PUT", "/api/v1/auth/me", nil, 405, "VALIDATION_ERROR"),
                ("POST", "/auth/token", nil, 400, "INVALID_REQUEST"),
                ("GET", "/nope", nil, 404, "NOT_FOUND"),
                ("GET", "/api/v1/nope", nil, 404, "NOT_FOUND"),
            ]
            for (method, path, token, status, code) in rows {
                let answer = try await server.raw(method, path, nil, token: token)
                #expect(answer.status == status, "\(method) \(path)")
                #expect(try answer.string("error.code") == code, "\(method) \(path)")
                let keys = try answer.json().members.map(\.key)
                #expect(keys == ["error", "traceId"])
                #expect(try answer.string("traceId") == answer.headers["X-Request-Trace"])
                let message = try #require(try answer.string("error.message"))
                #expect(!message.isEmpty)
            }
        }
    }
}
