import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Server
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

@Suite("One address that keeps the hasher busy", .timeLimit(.minutes(10)))
struct HashingAttackTests {
    /// How many of the attackers' passwords may be hashed while somebody else signs in; behind all
    /// who wait it would be one for each connection.
    private static let bound = connections / 2

    @Test("keeps nobody else from signing in", arguments: ["taken", "free", "wrong"])
    func others(attack: String) async throws {
        let passwords = try PasswordHasher()
        var settings = ServerSettings.unlimited
        settings.failedSignIns = 0
        try await withServer(.sqlite, settings: settings, passwords: passwords) { server in
            try await server.registerParent()
            let most = try await server.listening { port in
                let end = End()
                return try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<Self.connections {
                        group.addTask {
                            try await LoopbackConnection.to(port, from: "127.0.0.2") { attacker in
                                var round = 0
                                while !end.isReached.load(ordering: .relaxed) {
                                    round += 1
                                    let (target, body) = Self.request(attack, number, round)
                                    let answer = try await attacker.ask("POST", target, body)
                                    #expect([201, 401, 409, 429].contains(answer.status))
                                    if [201, 401].contains(answer.status) {
                                        end.hashed.add(1, ordering: .relaxed)
                                    }
                                }
                            }
                        }
                    }
                    await eventually("the attack is under way") {
                        passwords.waiting + passwords.running > 0 || attack == "taken"
                    }
                    defer { end.isReached.store(true, ordering: .relaxed) }
                    return try await Self.mostHashed(during: 5, port, end)
                }
            }
            #expect(most < Self.bound)
        }
    }

    /// When the attackers stop, and how far they got.
    private final class End: Sendable {
        let isReached = Atomic(false)
        /// Answers for which a password was hashed.
        let hashed = Atomic(0)
    }

    private static let connections = 96

    private static func request(
        _ attack: String,
        _ number: Int,
        _ round: Int
    ) -> (target: String, body: String) {
        switch attack {
        case "taken": ("/api/auth/register", credentials("parent@example.com"))
        case "free": ("/api/auth/register", credentials("\(number).\(round)@example.com"))
        default: ("/api/auth/login", credentials("\(number).\(round)@example.com"))
        }
    }

    private static func credentials(_ email: String) -> String {
        #"{"email":"\#(email)","password":"password123"}"#
    }

    /// Signs in a few times from another address, and tells how much the attackers got meanwhile.
    private static func mostHashed(during times: Int, _ port: Int, _ end: End) async throws -> Int {
        try await LoopbackConnection.to(port, from: "127.0.0.3") { connection in
            var most = 0
            for _ in 0..<times {
                let before = end.hashed.load(ordering: .relaxed)
                let body = credentials("parent@example.com")
                let answer = try await connection.ask("POST", "/api/auth/login", body)
                #expect(answer.status == 200)
                most = max(most, end.hashed.load(ordering: .relaxed) - before)
            }
            return most
        }
    }
}
