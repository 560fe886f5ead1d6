import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

/// Purchases in the ledger, and what they missed.
extension RewardsHome {
    static let groceries = "FOOD_AND_DRINK_GROCERIES"
    static let gas = "TRANSPORTATION_GAS"
    static let coffee = "FOOD_AND_DRINK_COFFEE"

    /// A purchase at noon UTC of a day.
    func bought(
        _ minor: Int64,
        _ category: String = groceries,
        at merchant: String = "Shop",
        on day: String,
        with account: TestAccount
    ) -> NewTransfer {
        let noon = Timestamp(test: "\(day)T12:00:00Z")
        return account.purchase(minor, category, at: merchant, on: noon)
    }

    /// What a month missed.
    func missed(
        _ month: String,
        as member: TestMember? = nil
    ) async throws -> API.Rewards.MissedRewards {
        let path = "/api/recommendations/missed?month=\(month)"
        let answer = try await server.get(path, token: (member ?? owner).token)
        try #require(answer.status == 200, "\(answer.text)")
        return try API.Rewards.missedRewards.output(of: answer.body)
    }
}

extension API.Rewards.MissedRewards {
    /// Each purchase: merchant, day, what it earned, the better card, what that had earned.
    var lines: [String] {
        purchases.map { row in
            """
            \(row.merchant) \(row.date.day.text) \(row.earned.minor) \(row.betterCardName) \
            \(row.betterEarned.minor)
            """
        }
    }

    /// What was missed, that without a card, what was earned, and how many purchases missed.
    var sums: [Int64] { [missed.minor, missedWithoutCard.minor, earned.minor, count] }
}
