import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("A card recommended on the device")
struct CardAdviceTests {
    private typealias Request = API.Rewards.RecommendationRequest

    @Test("is the server's, word for word, in the contract's cases")
    func cases() async throws {
        try await CardHome.with { home in
            let gold = try await home.addGold()
            try await home.add(.citiDoubleCash)
            try await home.device.device.refreshCards()
            let sample = Request(
                userQuery: "I'm buying groceries at Whole Foods",
                spendingCategory: .groceries,
                merchant: "whole foods",
                amount: DecimalAmount(minor: 15_000)
            )
            var answer = try await home.compare(sample)
            #expect(answer.primaryRecommendation.cardID == gold.id)
            #expect(answer.primaryRecommendation.multiplier.minor == 400)
            #expect(answer.primaryRecommendation.currentSpending.minor == 80_000)
            #expect(answer.secondaryRecommendation?.multiplier.minor == 200)
            #expect(answer.warnings.count == 1 && answer.warnings[0].contains("Amex Gold"))
            #expect(answer.suggestions.contains { $0.contains("Citi Double Cash") })
            // At its limit it earns the base rate, and the other card is the first.
            try await home.device.rewards.updateSpending(
                gold.id,
                on: .groceries,
                DecimalAmount(minor: 100_000)
            )
            answer = try await home.compare(sample)
            #expect(answer.primaryRecommendation.cardName == "Citi Double Cash")
            #expect(answer.secondaryRecommendation?.multiplier.minor == 100)
            #expect(answer.secondaryRecommendation?.isLimitReached == true)
            // An inactive card is no card.
            try await home.device.rewards.updateCard(.init(gold.id, isActive: false))
            answer = try await home.compare(sample)
            #expect(answer.secondaryRecommendation == nil)
        }
    }

    @Test("goes by preferences, also by those of the request, in every language")
    func preferences() async throws {
        try await CardHome.with { home in
            try await home.add(.chaseSapphireReserve)
            try await home.add(.chaseSapphirePreferred)
            try await home.add(.amexGold)
            try await home.device.device.refreshCards()
            var primary = try await home.compare(.init(userQuery: "dinner")).primaryRecommendation
            #expect(primary.cardName == "Amex Gold")
            try await home.device.rewards.updatePreferences(
                .init(preferredPointSystem: .ultimateRewards, language: .bilingual)
            )
            for (said, name) in [
                (nil, "Amex Gold"),
                (.init(preferredPointSystem: .cashBack, language: .chinese), "Amex Gold"),
                (.init(alertThreshold: AlertThreshold(millionths: 1)), "Amex Gold"),
            ] as [(API.Rewards.PreferencesInput?, String)] {
                let request = Request(userQuery: "dinner", userPreferences: said)
                primary = try await home.compare(request).primaryRecommendation
                #expect(primary.cardName == name)
            }
            // Equal in all but the name.
            let cards = try await home.device.rewards.listCards().cards
            let gold = try #require(cards.first { $0.cardType == .amexGold })
            try await home.device.rewards.deleteCard(gold.id)
            primary = try await home.compare(.init(userQuery: "dinner")).primaryRecommendation
            #expect(primary.cardName == "Chase Sapphire Preferred")
        }
    }

    @Test("is the server's, word for word, whatever the wallet and the sentence", arguments: 1...6)
    func chance(seed: UInt64) async throws {
        try await CardHome.with(timeZone: "America/New_York") { home in
            let chance = CardChance(Chance(seed: seed))
            for _ in 0..<(1 + chance.source.number(below: 7)) {
                try await home.device.rewards.createCard(chance.card())
            }
            try await home.add(.custom)
            try await home.device.device.refreshCards()
            var seen: Set<String> = []
            for number in 1...60 {
                let request = chance.request()
                let comment: Comment = "seed \(seed), request \(number): \(request)"
                let answer = try await home.compare(request, comment)
                if answer.secondaryRecommendation != nil { seen.insert("second") }
                if !answer.warnings.isEmpty { seen.insert("warning") }
                if !answer.suggestions.isEmpty { seen.insert("suggestion") }
                if answer.primaryRecommendation.limit.minor > 0 { seen.insert("limit") }
                if chance.source.number(below: 10) == 0 {
                    try await home.device.rewards.updatePreferences(chance.preferences())
                }
            }
            #expect(seen.isSuperset(of: ["second", "suggestion"]), "seed \(seed)")
        }
    }

    @Test("has a bonus to the last second of the quarter, by the household's time")
    func quarter() async throws {
        try await CardHome.with(timeZone: "America/New_York") { home in
            try await home.device.rewards.createCard(
                .init(
                    name: "Freedom",
                    cardType: .chaseFreedom,
                    quarterlyBonus: .init(
                        category: .gas,
                        multiplier: .init(minor: 500),
                        pointType: .ultimateRewards,
                        limit: .init(minor: 150_000)
                    )
                )
            )
            try await home.device.device.refreshCards()
            let asOf = home.server.clock.now
            home.network.isDown = true
            // Midnight is at four in the morning there.
            for (instant, hundredths) in [
                ("2025-04-01T03:59:59Z", 500), ("2025-04-01T04:00:00Z", 100),
            ] as [(String, Int64)] {
                home.server.clock.set(instant)
                let request = Request(userQuery: "filling up", spendingCategory: .gas)
                let advice = try #require(try await home.device.device.recommendCard(request))
                let rate = advice.recommendation.primaryRecommendation.multiplier
                #expect(rate.minor == hundredths && advice.asOf == asOf, "\(instant)")
                let later = try await home.server.login(home.owner.email)
                let answer = try await later.purser.call(
                    API.Rewards.recommendCard,
                    request,
                    idempotencyKey: instant
                )
                #expect(advice.recommendation.withoutIDs == answer.withoutIDs, "\(instant)")
            }
        }
    }

    @Test("has a limit begin anew on its date, without having asked the server")
    func reset() async throws {
        try await CardHome.with { home in
            try await home.device.rewards.createCard(
                .init(
                    name: "Gold",
                    cardType: .amexGold,
                    spendingLimits: [
                        .init(
                            category: .groceries,
                            limit: .init(minor: 100_000),
                            currentSpending: .init(minor: 100_000),
                            resetType: .monthly
                        )
                    ]
                )
            )
            try await home.device.device.refreshCards()
            home.network.isDown = true
            for (instant, spent, hundredths) in [
                ("2025-03-09T23:59:59Z", 100_000, 100), ("2025-03-10T00:00:00Z", 0, 400),
            ] as [(String, Int64, Int64)] {
                home.server.clock.set(instant)
                let advice = try await home.device.device.recommendCard(
                    .init(userQuery: "groceries")
                )
                let card = try #require(advice).recommendation.primaryRecommendation
                #expect(card.currentSpending.minor == spent, "\(instant)")
                #expect(card.multiplier.minor == hundredths, "\(instant)")
                #expect(card.isLimitReached == (spent > 0), "\(instant)")
            }
        }
    }

    @Test("counts what purchases added to a limit once")
    func posted() async throws {
        try await CardHome.with { home in
            let account = try await home.server.openAccount(of: home.owner)
            let rewards = home.device.rewards
            try await rewards.updatePreferences(.init(autoUpdateSpending: true))
            try await rewards.createCard(
                .init(
                    name: "Gold",
                    cardType: .amexGold,
                    spendingLimits: [
                        .init(
                            category: .groceries,
                            limit: .init(minor: 100_000),
                            currentSpending: .init(minor: 50_000)
                        )
                    ],
                    accountID: account.id
                )
            )
            try await home.server.spend(30_000, "FOOD_AND_DRINK_GROCERIES", from: account)
            try await home.device.device.refreshCards()
            let answer = try await home.compare(.init(userQuery: "groceries"))
            #expect(answer.primaryRecommendation.currentSpending.minor == 80_000)
        }
    }

    @Test("is refused as the server refuses it, and is none while no cards are known")
    func refusals() async throws {
        try await CardHome.with { home in
            let (device, rewards) = (home.device.device, home.device.rewards)
            let groceries = Request(userQuery: "groceries")
            #expect(try await device.recommendCard(groceries) == nil)
            try await device.refreshCards()
            let offered = API.Rewards.OfferedCard(
                id: ID(.zero),
                name: "shitty card",
                cardType: .custom
            )
            for request in [
                groceries, Request(userQuery: "hi"), Request(userQuery: "what the fuck"),
                Request(userQuery: String(repeating: "a", count: 501)),
                Request(userQuery: "groceries", amount: DecimalAmount(minor: 0)),
                Request(userQuery: "groceries", userCards: [offered]),
                Request(userQuery: "groceries", userCards: [offered, offered]),
            ] {
                let here = await #expect(throws: PurserError.self) {
                    try await device.recommendCard(request)
                }
                let there = await #expect(throws: PurserError.self) {
                    try await rewards.recommendCard(request)
                }
                #expect(here?.kind == .invalid, "\(request)")
                #expect(here?.details == there?.details, "\(request)")
                #expect(here?.message == there?.message, "\(request)")
            }
            let nobody = await #expect(throws: PurserError.self) {
                try await home.server.app().device.recommendCard(groceries)
            }
            #expect(nobody?.kind == .unauthorized)
        }
    }

    @Test("is forgotten at sign-out, and stays what it was when nothing new can be had")
    func forgetting() async throws {
        try await CardHome.with { home in
            try await home.addGold()
            let device = home.device.device
            let asOf = try await device.refreshCards()
            home.server.clock.advance(seconds: 60)
            home.network.isDown = true
            let error = await #expect(throws: PurserError.self) {
                try await device.refreshCards()
            }
            #expect(error?.kind == .network(.offline))
            let groceries = Request(userQuery: "groceries")
            #expect(try await device.recommendCard(groceries)?.asOf == asOf)
            home.network.isDown = false
            try await home.device.session.signOut()
            _ = try await home.device.session.loginMember(
                email: home.owner.email,
                password: "password123"
            )
            #expect(try await device.recommendCard(groceries) == nil)
        }
    }
}
