import Contract
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A registration that names an Idempotency-Key")
struct IdempotentRegistrationTests {
    @Test("signs a user up once, and gives new tokens to who repeats it", arguments: Engine.all)
    func register(engine: Engine) async throws {
        try await withServer(engine) { server in
            let body = #"{"email":"a@b.c","password":"password123"}"#
            let headers: Headers = ["Idempotency-Key": "k"]
            let first = try await server.post("/api/auth/register", body, headers: headers)
            let second = try await server.post("/api/auth/register", body, headers: headers)
            #expect(first.status == 201 && second.status == 201)
            #expect(first.headers["Idempotency-Replayed"] == nil)
            #expect(second.headers["Idempotency-Replayed"] == "true")
            #expect(try first.json()["user"] == (try second.json()["user"]))
            for key in ["access_token", "refresh_token"] {
                #expect(try first.string(key) != second.string(key))
            }
            for answer in [first, second] {
                let token = try #require(try answer.string("access_token"))
                #expect(try await server.get("/api/auth/me", token: token).status == 200)
            }
            let contents = try await server.contents()
            #expect(contents.count("members") == 1 && contents.count("sessions") == 2)
            let other = try await server.post(
                "/api/auth/register",
                #"{"email":"d@e.f","password":"password123"}"#,
                headers: headers
            )
            #expect(other.status == 409)
            let elsewhere = try await server.raw(
                "POST",
                "/api/auth/register",
                body,
                headers: headers,
                from: "192.0.2.2"
            )
            #expect(elsewhere.status == 409)
            #expect(elsewhere.headers["Idempotency-Replayed"] == nil)
            #expect(try elsewhere.string("error.message") == "This e-mail address is taken")
        }
    }

    @Test("signs a family up once, and a child", arguments: Engine.all)
    func registerFamily(engine: Engine) async throws {
        try await withServer(engine) { server in
            let headers: Headers = ["Idempotency-Key": "k"]
            let family = """
                {"email":"p@b.c","password":"password123","firstName":"a","lastName":"b",
                "familyName":"c"}
                """
            let parents = [
                try await server.post("/api/v1/auth/register/parent", family, headers: headers),
                try await server.post("/api/v1/auth/register/parent", family, headers: headers),
            ]
            #expect(parents.map(\.status) == [201, 201])
            #expect(try parents[0].string("userId") == parents[1].string("userId"))
            #expect(try parents[0].string("token") != parents[1].string("token"))
            let token = try #require(try parents[1].string("token"))
            let child = """
                {"email":"c@b.c","password":"password123","firstName":"a","lastName":"b",
                "weeklyAllowance":10}
                """
            var children: [TransportResponse] = []
            for _ in 0..<2 {
                children.append(
                    try await server.post(
                        "/api/v1/auth/register/child",
                        child,
                        token: token,
                        headers: headers
                    )
                )
            }
            #expect(children.map(\.status) == [201, 201])
            #expect(children[0].body == children[1].body)
            #expect(children[1].headers["Idempotency-Replayed"] == "true")
            #expect(try await server.contents().count("members") == 2)
            #expect(try await server.contents().count("children") == 1)
        }
    }

    @Test(
        "opens no door once a second factor is on: repeating it has no code to show",
        arguments: Engine.all,
        [
            ("/api/auth/register", #"{"email":"p@b.c","password":"password123"}"#),
            (
                "/api/v1/auth/register/parent",
                #"""
                {"email":"p@b.c","password":"password123","firstName":"a","lastName":"b",
                "familyName":"c"}
                """#
            ),
        ]
    )
    func secondFactor(engine: Engine, door: (path: String, body: String)) async throws {
        try await withServer(engine) { server in
            let register = {
                let headers: Headers = ["Idempotency-Key": "k"]
                return try await server.post(door.path, door.body, headers: headers)
            }
            #expect(try await register().status == 201)
            #expect(try await register().status == 201)
            _ = try await server.turnOnSecondFactor(of: try await server.login("p@b.c"))
            let before = try await server.contents()
            let refused = try await register()
            #expect(refused.status == 401)
            let message = try refused.string("error.message")
            #expect(message == "A code of the second factor is needed")
            #expect(try await server.contents() == before)
        }
    }

    @Test("signs in as often as it is called", arguments: Engine.all)
    func login(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let body = #"{"email":"parent@example.com","password":"password123"}"#
            for door in ["/api/auth/login", "/api/v1/auth/login"] {
                for _ in 0..<2 {
                    let headers: Headers = ["Idempotency-Key": "k"]
                    let answer = try await server.post(door, body, headers: headers)
                    #expect(answer.status == 200)
                    #expect(answer.headers["Idempotency-Replayed"] == nil)
                }
            }
            #expect(try await server.contents().count("sessions") == 5)
            #expect(try await server.contents().count("idempotency_keys") == 0)
        }
    }
}
