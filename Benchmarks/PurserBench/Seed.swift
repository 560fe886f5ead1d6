import ArgumentParser
import Contract
import Foundation
import Kernel
import Ledger
import Operations
import SQL
import Server

/// Fills a database: households of one parent with limits, geofences and a history, and a token for
/// each.
struct Seed: AsyncParsableCommand {
    @Option(help: "sqlite:///abs/path.db or postgresql://…") var database: String
    @Option(help: "How many households.") var households: Int
    @Option(help: "Transfers of history in each.") var history: Int
    @Option(help: "Days that the history spans, up to now.") var days = 120
    @Option(help: "Monthly limits in each.") var rules = 1
    @Option(help: "Geofences in each.") var fences = 0
    @Option(help: "Reward cards of each parent.") var cards = 0
    @Option(help: "Live policies in each.") var policies = 0
    @Option(help: "What the passwords cost: least or standard.") var passwords = PasswordCost.least
    @Option(help: "The file for the tokens, one a line.") var tokens: String
    @Option(help: "The key file.") var keys: String

    private static let password = "bench-password-1"
    private static let page = 2_000

    func run() async throws {
        let bench = try await Bench(database: database, keys: keys, passwords: passwords)
        var lines: [String] = []
        for index in 0..<households {
            let email = "parent\(index)@bench.example"
            let member = try await bench.operations.identity.createUser(
                email: email,
                password: Password(Self.password),
                firstName: nil,
                lastName: nil,
                timeZone: nil,
                bench.call()
            )
            let session = try await bench.operations.identity.loginMember(
                API.Allowance.LoginRequest(email: email, password: Password(Self.password)),
                bench.call()
            )
            lines.append(session.token)
            guard
                let bearer = bench.operations.identity.tokens.bearer(
                    of: session.token,
                    now: SystemTime.now()
                )
            else { throw ValidationError("a token is not good") }
            let call = bench.call(.member(bearer))
            try await addLimits(bench, call)
            try await addFences(bench, call)
            let account = try await addHistory(to: member, bearer, bench)
            try await addCards(on: account, bench, call)
            try await BenchPolicies.install(policies, bench, call)
        }
        try Data(lines.map { "\($0)\n" }.joined().utf8).write(to: URL(filePath: tokens))
        await bench.database.close()
    }

    /// A limit for fun that no load reaches, and others.
    private func addLimits(_ bench: Bench, _ call: Call) async throws {
        for number in 0..<rules {
            _ = try await bench.operations.guardian.setRule(
                API.Guardian.RuleRequest(
                    category: number == 0 ? "fun" : "word \(number)",
                    monthlyLimitCents: 1_000_000_000
                ),
                call
            )
        }
    }

    /// A grid of geofences over a city, and a position between them.
    private func addFences(_ bench: Bench, _ call: Call) async throws {
        guard fences > 0 else { return }
        for number in 0..<fences {
            _ = try await bench.operations.guardian.createGeofence(
                API.Guardian.GeofenceRequest(
                    name: "Fence \(number)",
                    latitude: 40.7 + 0.02 * Double(number % 8),
                    longitude: -74 + 0.02 * Double(number / 8),
                    radiusM: 500,
                    category: number % 3 == 0 ? "fun" : nil,
                    policy: number % 2 == 0 ? .block : .warn
                ),
                call
            )
        }
        _ = try await bench.operations.guardian.updateLocation(
            API.Guardian.LocationUpdate(latitude: 40.74, longitude: -73.99),
            call
        )
    }

    private func addHistory(
        to member: ID<Entity.Member>,
        _ bearer: SignedIn,
        _ bench: Bench
    ) async throws -> ID<Entity.Account> {
        let accounts = try await bench.operations.ledger.openAccount(
            .bank,
            named: "Checking",
            of: member,
            bench.call()
        )
        let start = SystemTime.now().adding(seconds: -Int64(days) * 86_400)
        for first in stride(from: 0, to: history, by: Self.page) {
            let page = (first..<min(first + Self.page, history)).map { index in
                let offset = Int64(days) * 86_400 * Int64(index) / Int64(history)
                return NewTransfer(
                    debitAccount: accounts.account,
                    creditAccount: accounts.world,
                    amount: Money(minor: Int64(100 + index % 900), currency: .usd),
                    kind: .purchase,
                    member: member,
                    details: Transfer.Details(
                        merchant: Self.merchants[index % Self.merchants.count],
                        category: Self.categories[index % Self.categories.count]
                    ),
                    occurredAt: start.adding(seconds: offset)
                )
            }
            _ = try await bench.operations.ledger.recordTransfers(
                page,
                of: bearer.household,
                bench.call()
            )
        }
        return accounts.account
    }

    private static let merchants = ["Steam", "Starbucks", "Shell", "Whole Foods Market", "Amazon"]
    private static let categories = [
        "ENTERTAINMENT_VIDEO_GAMES", "FOOD_AND_DRINK_COFFEE", "TRANSPORTATION_GAS",
        "FOOD_AND_DRINK_GROCERIES", "GENERAL_MERCHANDISE_ONLINE_MARKETPLACES",
    ]
}
