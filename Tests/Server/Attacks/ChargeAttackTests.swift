import Guardian
import Kernel
import Ledger
import Operations
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Charges after very many decisions", .serialized)
struct ChargeAttackTests {
    /// As many as a member can ask for in the time in which a charge looks for them, and a few.
    private static let count = 16_000
    private static let charges = 100
    /// Long, and of letters whose normal form takes time.
    private static let merchant = String(repeating: "Éİß ", count: 28)

    @Test("do not let another household's decision wait", arguments: Engine.embedded)
    func waiting(engine: Engine) async throws {
        let cards = CardProcessors(mock: TestProcessor())
        try await withServer(engine, cards: cards) { server in
            let attacker = try await server.registerParent()
            let other = try await server.registerParent("other@example.com")
            try await attacker.addCard()
            try await Self.decide(for: attacker, on: server)
            try await server.listening { port in
                let charge = #"{"amount_cents":500,"merchant":"Elsewhere"}"#
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<Self.charges {
                        group.addTask {
                            try await Self.post("/guardian/charge", charge, attacker, port)
                        }
                    }
                    let coffee = #"{"amount_cents":500,"merchant":"Cafe"}"#
                    // The first may come before all charges.
                    for _ in 0..<5 {
                        let start = ContinuousClock.now
                        let decided = try await Self.post(
                            "/guardian/authorize",
                            coffee,
                            other,
                            port
                        )
                        let waited = ContinuousClock.now - start
                        #expect(decided == 200)
                        #expect(waited < .seconds(2), "another household waited \(waited)")
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses == Array(repeating: 200, count: Self.charges))
            }
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// Puts decisions into the books of a member, of one amount and at as many merchants.
    private static func decide(for member: TestMember, on server: InProcessServer) async throws {
        let call = server.call()
        try await server.database.write { session in
            guard var head = try Households.head(of: member.household, in: session) else { return }
            for number in 0..<count {
                let record = DecisionRecord(
                    id: call.ids.next(at: call.now),
                    household: member.household,
                    member: member.id,
                    merchant: "\(merchant)\(number)",
                    merchantKey: "shop \(number)",
                    categorySource: "given",
                    facts: PurchaseFacts(
                        amount: Money(minor: 500, currency: .usd),
                        category: "fun",
                        override: nil,
                        limit: nil,
                        spentThisMonth: nil
                    ),
                    answer: "APPROVE",
                    reason: "ok",
                    message: nil,
                    trace: "[]",
                    decidedAt: call.now
                )
                head = try Decisions.append(record, to: head, in: session)
            }
        }
    }

    /// The status of the answer to a call over a socket of its own.
    private static func post(
        _ path: String,
        _ body: String,
        _ member: TestMember,
        _ port: Int
    ) async throws -> Int {
        let head = [
            "POST \(path) HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json",
            "Authorization: Bearer \(member.token)", "Content-Length: \(body.utf8.count)",
            "Connection: close",
        ]
        let request = head.joined(separator: "\r\n") + "\r\n\r\n" + body
        return try await LoopbackConnection.to(port) { connection in
            try await connection.write(Array(request.utf8))
            return try await connection.next()?.status ?? 0
        }
    }
}
