import Foundation
import PurserKit

/// Signs in once, sets a limit, has a purchase decided, and prints why it was decided so.
@main
struct Quickstart {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        let url = words.first ?? "http://127.0.0.1:8080"
        let purser = try Purser(configuration: Configuration(.development, at: url))
        do {
            try await decide(with: purser, as: words.dropFirst().first ?? "ana@demo.example")
        } catch {
            print(error.localizedDescription)
        }
        await purser.shutdown()
    }

    static func decide(with purser: Purser, as email: String) async throws {
        if case .signedOut = try await purser.session.state {
            let password = ProcessInfo.processInfo.environment["PURSER_PASSWORD"] ?? "demo-house-1"
            try await purser.session.signIn(email: email, password: password)
        }
        print("Hello, \(try await purser.session.currentUser().displayName).")

        try await purser.guardian.setRule(category: "books", monthlyLimitCents: 20_000)
        let answer = try await purser.guardian.authorizePurchase(
            amountCents: 15_000,
            merchant: "Corner Books",
            category: "books"
        )
        print("An atlas for $150.00: \(answer.decision.rawValue)")
        for check in answer.trace { print("- \(check.check): \(check.outcome). \(check.detail)") }
    }
}
