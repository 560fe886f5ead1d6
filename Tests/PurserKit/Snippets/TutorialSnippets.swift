import Foundation
import PurserKit
import PurserTesting
import Testing

struct Shop {
    static func main() async throws {
        let purser = try Purser(configuration: .development)
        do {
            try await buy(with: purser)
        } catch {
            print(error.localizedDescription)
        }
        await purser.shutdown()
    }

    static func buy(with purser: Purser) async throws {
        let member = try await purser.session.signIn(
            email: "ana@demo.example",
            password: "demo-house-1"
        )
        print("Hello, \(member.displayName).")
        let answer = try await purser.guardian.authorizePurchase(
            amountCents: 15_000,
            merchant: "Corner Books",
            category: "fun"
        )
        print(answer.decision.rawValue)
        for check in answer.trace {
            print("-", check.check, check.outcome, check.detail)
        }
    }
}

extension Snippets {
    @Test("the tutorial's last step decides a purchase")
    func tutorial() async throws {
        try await LocalServer.with { server in
            try await server.addDemoHousehold()
            let purser = try server.purser()
            try await Shop.buy(with: purser)
            let summary = try await purser.guardian.spendingSummary(range: .week)
            #expect(summary.authEvents >= 1)
            await purser.shutdown()
        }
    }
}
