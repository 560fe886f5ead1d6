import Contract
import Kernel
import Operations
import PurserKit
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Texts that take long to look at", .timeLimit(.minutes(10)))
struct PasswordAttackTests {
    /// Seconds that somebody else may wait; milliseconds are usual.
    private static let bound = Duration.seconds(5)

    @Test("sent as passwords, keep nobody else waiting, whichever door they come to")
    func passwords() async throws {
        try await withServer(.sqlite) { server in
            try await server.registerParent()
            let password = "a1" + LongTexts.marks
            let json = #"{"email":"parent@example.com","password":"\#(password)"}"#
            let visit = try await SignInVisit.begin(server)
            let form = SignInVisit.encoded(
                visit.hidden.merging(["email": "parent@example.com", "password": password]) { $1 }
            )
            let formHeaders = ["Content-Type": SignInVisit.form, "Cookie": visit.cookie ?? ""]
            let jsonHeaders = ["Content-Type": "application/json"]
            let longest = try await server.longestWait(
                attackers: [
                    ("/api/auth/login", json, jsonHeaders, 401),
                    ("/api/v1/auth/login", json, jsonHeaders, 401),
                    ("/oauth2/authorize", form, formHeaders, 200),
                    ("/api/auth/register", json, jsonHeaders, 400),
                ]
            )
            #expect(longest < Self.bound)
        }
    }

    @Test("sent as names, keys and words, keep nobody else waiting")
    func others() async throws {
        try await withServer(.sqlite) { server in
            let text = LongTexts.most
            let headers = ["Content-Type": "application/json"]
            let form = ["Content-Type": SignInVisit.form]
            let keyed = ["Content-Type": "application/json", "Idempotency-Key": "k"]
            let longest = try await server.longestWait(
                attackers: [
                    ("/location-check", #"{"user_id":"\#(text)","lat":1,"lon":1}"#, headers, 400),
                    ("/location-check", #"{"lat\#(text)":1,"user_id":"a"}"#, headers, 400),
                    ("/location-check", Self.keys(0), headers, 400),
                    ("/location-check", Self.keys(8), headers, 400),
                    ("/location-check", Self.keys(3, Self.location), keyed, 400),
                    ("/api/auth/login", #"{"email":"\#(text)","password":"a"}"#, headers, 400),
                    ("/api/auth/register", Self.registration(email: text), headers, 400),
                    ("/auth/token", #"{"grantType":"a\#(text)"}"#, headers, 400),
                    ("/auth/token", #"{"grantType\#(text)":"a"}"#, headers, 400),
                    ("/oauth2/token", "grant_type=a\(text)", form, 400),
                    ("/oauth2/token", "grant_type\(text)=a", form, 400),
                    ("/oauth2/authorize", "client_id=a\(text)", form, 400),
                ]
            )
            #expect(longest < Self.bound)
        }
    }

    private static let location = #""user_id":"a","lat":1,"lon":1,"#

    /// Two keys that begin alike, behind so many others.
    private static func keys(_ others: Int, _ fields: String = "") -> String {
        let before = (0..<others).map { #""\#($0)":1,"# }.joined() + fields
        return "{\(before)\"a\(LongTexts.marks)b\":1,\"a\(LongTexts.marks)c\":2}"
    }

    private static func registration(email: String) -> String {
        #"{"email":"a\#(email)@example.com","password":"password123"}"#
    }
}

extension InProcessServer {
    /// Sends requests at the same time over connections of their own, each to be answered with its
    /// status, and asks for `/health` over another one until they are.
    ///
    /// - Returns: The longest that an answer to that took.
    fileprivate func longestWait(
        attackers: [(target: String, body: String, headers: [String: String], status: Int)]
    ) async throws -> Duration {
        try await listening { port in
            let left = Unanswered(attackers.count)
            return try await withThrowingTaskGroup(of: Void.self) { group in
                for attacker in attackers {
                    group.addTask {
                        let answer = try await LoopbackConnection.to(port) { connection in
                            try await connection.ask(
                                "POST",
                                attacker.target,
                                attacker.body,
                                headers: attacker.headers
                            )
                        }
                        #expect(answer.status == attacker.status, "\(attacker.target)")
                        left.count.subtract(1, ordering: .relaxed)
                    }
                }
                let longest = try await LoopbackConnection.to(port) { connection in
                    var longest = Duration.zero
                    repeat {
                        let started = ContinuousClock.now
                        let health = try await connection.ask("GET", "/health", headers: [:])
                        #expect(health.status == 200)
                        longest = max(longest, ContinuousClock.now - started)
                    } while left.count.load(ordering: .relaxed) > 0
                    return longest
                }
                try await group.waitForAll()
                return longest
            }
        }
    }
}

/// How many attackers still wait for their answer.
private final class Unanswered: Sendable {
    let count: Atomic<Int>

    init(_ count: Int) { self.count = Atomic(count) }
}
