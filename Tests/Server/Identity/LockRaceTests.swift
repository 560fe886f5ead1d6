import Contract
import Operations
import PurserKit
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A sign-in whose password is still being checked")
struct LockRaceTests {
    @Test(
        "is refused when the address was locked meanwhile, right or wrong, and counts nothing",
        arguments: Engine.all,
        ["password123", "wrong1234"]
    )
    func locked(engine: Engine, password: String) async throws {
        let between = Interposed()
        try await withServer(engine, interposing: between.make) { server in
            try await server.registerParent()
            let database = try #require(between.database)
            let gate = Gate()
            let writes = Writes()
            database.before { kind in
                if case .write = kind, writes.isFirst() { await gate.pass() }
            }
            async let held = Self.login(password, server)
            await gate.arrived()
            for _ in 0..<10 {
                let wrong = try await Self.login("wrong1234", server)
                #expect(wrong.status == 401)
            }
            let before = try await server.contents()
            await gate.open()
            let answer = try await held
            #expect(answer.status == 429)
            #expect(answer.headers["Retry-After"] == "900")
            #expect(try await server.contents() == before)
        }
    }

    private static func login(
        _ password: String,
        _ server: InProcessServer
    ) async throws -> TransportResponse {
        try await server.post(
            "/api/v1/auth/login",
            #"{"email":"parent@example.com","password":"\#(password)"}"#
        )
    }

    /// Tells the first write from those after it.
    private final class Writes: Sendable {
        private let count = Mutex(0)

        func isFirst() -> Bool {
            count.withLock { count in
                count += 1
                return count == 1
            }
        }
    }
}
