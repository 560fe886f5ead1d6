import Guardian
import Kernel
import Ledger
import Operations
import SQL
import Store
import Testbed

/// A decision that a test puts into the books as if it had been asked for.
struct TestDecision: Sendable {
    let member: ID<Entity.Member>
    let reason: PurchaseDecision.Reason
    let decidedAt: Timestamp

    init(
        _ reason: PurchaseDecision.Reason,
        of member: TestMember,
        at instant: Timestamp
    ) {
        self.member = member.id
        self.reason = reason
        decidedAt = instant
    }
}

extension InProcessServer {
    /// Records decisions of a household, in this order, whatever their instants are.
    func decide(_ decisions: [TestDecision], in household: ID<Entity.Household>) async throws {
        let call = call()
        try await database.write { session in
            guard var head = try Households.head(of: household, in: session) else { return }
            for decision in decisions {
                let record = DecisionRecord(
                    id: call.ids.next(at: call.now),
                    household: household,
                    member: decision.member,
                    merchant: "Steam",
                    categorySource: "given",
                    facts: PurchaseFacts(
                        amount: Money(minor: 500, currency: .usd),
                        category: "fun",
                        override: decision.reason == .override ? ID(.zero) : nil,
                        limit: nil,
                        spentThisMonth: nil
                    ),
                    answer: decision.reason == .risky ? "DECLINE" : "APPROVE",
                    reason: decision.reason.rawValue,
                    message: nil,
                    trace: "[]",
                    decidedAt: decision.decidedAt
                )
                head = try Decisions.append(record, to: head, in: session)
            }
        }
    }

    /// Up to which position the household's decisions are counted.
    func tallied(_ household: ID<Entity.Household>) async throws -> Int64 {
        try await database.read { try DecisionTallies.sequence(of: household, in: $0) }
    }

    /// Where the household's chain ends.
    func chainEnd(_ household: ID<Entity.Household>) async throws -> Int64? {
        try await database.read { try Households.head(of: household, in: $0)?.sequence }
    }
}
