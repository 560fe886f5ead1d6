import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Too many failed sign-ins")
struct LockTests {
    private let doors = ["/api/auth/login", "/api/v1/auth/login"]

    private func login(
        _ door: String,
        _ password: String,
        email: String = "parent@example.com",
        _ server: InProcessServer
    ) async throws -> TransportResponse {
        try await server.post(
            door,
            JSON.object([
                .init("email", .string(email)), .init("password", .string(password)),
            ]).text
        )
    }

    @Test("lock an address for 15 minutes from the tenth", arguments: Engine.all, [0, 1])
    func locked(engine: Engine, door: Int) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            server.clock.set("2025-01-15T12:00:00Z")
            for minute in 0..<10 {
                server.clock.set("2025-01-15T12:0\(minute):00Z")
                #expect(try await login(doors[door], "wrong1234", server).status == 401)
            }
            server.clock.set("2025-01-15T12:09:30Z")
            let banking = try await login(doors[0], "password123", server)
            #expect(banking.status == 403)
            #expect(banking.headers["Retry-After"] == "870")
            #expect(try banking.string("error.code") == "FORBIDDEN")
            #expect(try banking.string("error.message") == "account locked")
            let allowance = try await login(doors[1], "password123", server)
            #expect(allowance.status == 429)
            #expect(allowance.headers["Retry-After"] == "870")
            #expect(try allowance.string("error.code") == "RATE_LIMITED")
            server.clock.set("2025-01-15T12:23:59.001Z")
            #expect(try await login(doors[1], "password123", server).headers["Retry-After"] == "1")
            server.clock.set("2025-01-15T12:24:00Z")
            #expect(try await login(doors[door], "password123", server).status == 200)
        }
    }

    @Test("do not lock when only nine lie within 15 minutes", arguments: Engine.all)
    func nine(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let times = ["12:00:00"] + Array(repeating: "12:10:00", count: 8) + ["12:15:01"]
            for time in times {
                server.clock.set("2025-01-15T\(time)Z")
                #expect(try await login(doors[0], "wrong1234", server).status == 401)
            }
            #expect(try await login(doors[0], "password123", server).status == 200)
        }
    }

    @Test("check no password and count nothing while the lock holds", arguments: Engine.all)
    func nothingCounted(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            for _ in 0..<10 { _ = try await login(doors[0], "wrong1234", server) }
            let before = try await server.contents()
            let verifications = server.operations.identity.passwords.verifications
            #expect(verifications == 10)
            for password in ["wrong1234", "password123"] {
                #expect(try await login(doors[0], password, server).status == 403)
                #expect(try await login(doors[1], password, server).status == 429)
            }
            #expect(server.operations.identity.passwords.verifications == verifications)
            #expect(try await server.contents() == before)
            server.clock.advance(seconds: 900)
            for _ in 0..<9 {
                #expect(try await login(doors[0], "wrong1234", server).status == 401)
            }
            #expect(try await login(doors[0], "password123", server).status == 200)
        }
    }

    @Test("lock an address that nobody has just the same", arguments: Engine.all)
    func unknown(engine: Engine) async throws {
        try await withServer(engine) { server in
            for number in 0..<10 {
                let email = number.isMultiple(of: 2) ? "nobody@example.com" : " NOBODY@example.com"
                #expect(
                    try await login(doors[number % 2], "wrong1234", email: email, server).status
                        == 401
                )
            }
            let locked = try await login(doors[0], "wrong1234", email: "nobody@example.com", server)
            #expect(locked.status == 403)
            #expect(locked.headers["Retry-After"] == "900")
            let other = try await login(doors[0], "wrong1234", email: "other@example.com", server)
            #expect(other.status == 401)
        }
    }

    @Test("are forgotten after a success", arguments: Engine.all)
    func cleared(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            for _ in 0..<3 {
                for _ in 0..<9 {
                    #expect(try await login(doors[0], "wrong1234", server).status == 401)
                }
                #expect(try await login(doors[1], "password123", server).status == 200)
            }
        }
    }

    @Test("end no session that is there already", arguments: Engine.all)
    func sessions(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for _ in 0..<10 { _ = try await login(doors[0], "wrong1234", server) }
            _ = try await parent.purser.call(API.Banking.currentUser)
        }
    }
}
