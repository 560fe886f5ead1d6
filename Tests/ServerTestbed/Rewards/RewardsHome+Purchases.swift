import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Store
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

    /// An account at the bank that is built in, of which that has told nothing yet.
    func linkAccount() async throws -> TestAccount {
        _ = try await owner.exchangePlaidToken("public-sandbox-a")
        let id = try #require(try await linkedAccounts().first).account.id
        let world = try await server.openAccount(of: owner).world
        return TestAccount(owner: owner, id: id, world: world)
    }

    /// Unlinks an account at a bank.
    func unlink(_ account: TestAccount) async throws {
        let listed = try await linkedAccounts().first { $0.account.id == account.id }
        let number = try #require(listed).number.value
        _ = try await owner.purser.call(API.Banking.deleteAccount, .init(id: number))
    }

    private func linkedAccounts() async throws -> [ListedAccount] {
        try await server.database.read { session in
            try ListedAccounts.list(of: owner.id, in: session).filter { $0.bank != nil }
        }
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
