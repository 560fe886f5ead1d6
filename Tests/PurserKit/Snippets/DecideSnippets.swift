import PurserKit
import Testing

extension Snippets {
    static func decide(_ purser: Purser) async throws -> [String] {
        let answer = try await purser.guardian.authorizePurchase(
            amountCents: 15_000,
            merchant: "Corner Books",
            category: "fun"
        )
        var lines = [answer.isApproved ? "Go ahead." : answer.message ?? "No."]
        for check in answer.trace {
            lines.append("\(check.check): \(check.detail)")
        }
        return lines
    }

    static func readAnew(_ purser: Purser) async throws -> Int64 {
        let summary = try await purser.with { $0.freshness = .reload }.guardian.spendingSummary()
        return summary.spendCents
    }

    static func twoTapsOnePurchase(_ purser: Purser, key: String) async throws -> Bool {
        let once = purser.with { $0.idempotencyKey = key }
        let first = try await once.guardian.authorizePurchase(amountCents: 500, merchant: "Steam")
        let again = try await once.guardian.authorizePurchase(amountCents: 500, merchant: "Steam")
        return first.decisionID == again.decisionID
    }

    @Test("a purchase is decided, with its reasons")
    func decides() async throws {
        try await Self.asParent { purser in
            let lines = try await Self.decide(purser)
            #expect(lines.count > 1)
            #expect(try await Self.readAnew(purser) > 0)
            #expect(try await Self.twoTapsOnePurchase(purser, key: "purchase-1"))
        }
    }
}
