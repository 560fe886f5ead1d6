import Contract
import Kernel
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import Operations
@testable import ServerTestbed

@Suite("Months of missed rewards in memory")
struct MissedMonthsTests {
    /// Whether a month is in memory and of now.
    private func isKnown(_ home: RewardsHome, _ month: String = "2025-01") async throws -> Bool {
        let call = try home.server.call(as: home.owner)
        let month = try #require(CivilMonth(month))
        let months = home.server.operations.rewards.missedMonths
        return try await home.server.database.read { session in
            let membership = try RewardsOperations.membership(of: call, in: session)
            return try months.find(month, of: membership, in: session) != nil
        }
    }

    /// What a month missed, as the server answers and as a process does that knows nothing yet.
    private func missed(
        _ home: RewardsHome,
        _ month: String = "2025-01"
    ) async throws -> API.Rewards.MissedRewards {
        let other = RewardsHome(server: try home.server.another(), owner: home.owner)
        let (answer, fresh) = (try await home.missed(month), try await other.missed(month))
        #expect(answer == fresh)
        #expect(try await isKnown(home, month))
        return answer
    }

    @Test("are forgotten with what they follow from, and with nothing else", arguments: Engine.all)
    func follows(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let bank = try await home.server.openAccount(of: home.owner)
            let cash = try await home.add(RewardsHome.doubleCash)
            let bought = try await home.server.record(
                home.bought(10_000, on: "2025-01-20", with: bank),
                in: bank
            )
            #expect(try await !isKnown(home))
            #expect(try await missed(home).sums == [200, 200, 0, 1])

            // A decision is a link of the chain, and no purchase.
            let asked = #"{"amount_cents":500,"merchant":"Steam","category":"fun"}"#
            let decision = try await home.send("POST", "/guardian/authorize", asked)
            #expect(decision.status == 200)
            #expect(try await isKnown(home))
            #expect(try await missed(home).sums == [200, 200, 0, 1])

            let gold = try await home.add(
                #"{"name":"Gold","cardType":"amexGold","accountId":"\#(bank.id.text)"}"#
            )
            #expect(try await !isKnown(home))
            #expect(try await missed(home).sums == [0, 0, 400, 0])

            try await home.server.record(
                home.bought(5_000, RewardsHome.gas, on: "2025-01-21", with: bank),
                in: bank
            )
            #expect(try await !isKnown(home))
            #expect(try await missed(home).sums == [50, 0, 450, 1])

            let valued = try await home.send(
                "PUT",
                "/api/preferences",
                #"{"pointValues":[{"program":"TYP","centsPerPoint":0.5}]}"#
            )
            #expect(valued.status == 200)
            #expect(try await !isKnown(home))
            #expect(try await missed(home).sums == [0, 0, 450, 0])

            let line = try await home.send(
                "PATCH",
                "/transactions/\(bought[0].text)",
                #"{"category":"dining"}"#
            )
            #expect(line.status == 200)
            #expect(try await !isKnown(home))
            #expect(try await missed(home).earned.minor == 450)

            try await home.server.record(
                bank.reversal(of: bought[0], 10_000, on: home.server.clock.now),
                in: bank
            )
            #expect(try await !isKnown(home))
            #expect(try await missed(home).earned.minor == 50)

            #expect(try await home.send("DELETE", "/api/cards/\(gold.id.text)").status < 300)
            #expect(try await !isKnown(home))
            #expect(try await missed(home).sums == [50, 50, 0, 1])
            #expect(try await home.send("DELETE", "/api/cards/\(cash.id.text)").status < 300)
            #expect(try await missed(home).sums == [0, 0, 0, 0])
        }
    }

    @Test("are each member's and each month's own")
    func own() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let bank = try await home.server.openAccount(of: home.owner)
            _ = try await home.add(RewardsHome.doubleCash)
            try await home.server.record(
                home.bought(10_000, on: "2025-01-20", with: bank),
                in: bank
            )
            let child = try await home.server.registerChild(of: home.owner)
            #expect(try await missed(home).sums == [200, 200, 0, 1])
            #expect(try await missed(home, "2024-12").sums == [0, 0, 0, 0])
            #expect(try await home.missed("2025-01", as: child).sums == [0, 0, 0, 0])
            #expect(try await missed(home).sums == [200, 200, 0, 1])
            #expect(home.server.operations.rewards.missedMonths.count == 3)
        }
    }

    @Test("are bounded in bytes, and those asked for lately stay")
    func bounded() async throws {
        try await RewardsHome.with(.sqlite) { home in
            let call = try home.server.call(as: home.owner)
            let (membership, basis) = try await home.server.database.read { session in
                let membership = try RewardsOperations.membership(of: call, in: session)
                return (membership, try MissedMonths.Basis(of: membership, in: session))
            }
            let answer = try await home.missed("2025-01")
            let months = MissedMonths(bytesMost: 10 * 512)
            months.keep(answer, of: membership.member, basis)
            for number in 0..<100 {
                let other = ID<Entity.Member>(RawID(high: 1, low: UInt64(number)))
                months.keep(answer, of: other, basis)
                #expect(months.count <= 11)
                let found = try await home.server.database.read { session in
                    try months.find(answer.month.month, of: membership, in: session)
                }
                #expect(found == answer, "\(number)")
            }
        }
    }
}
