import Kernel
import Rewards
import Testing

/// The optimizer against a reading of the contract that is as slow and as plain as can be.
@Suite("Recommendations of random wallets")
struct AgreementTests {
    @Test("both readings keep the same cards, with the same rates, warnings and suggestions")
    func agreement() throws {
        var seen: Set<String> = []
        for seed in 0..<6_000 {
            var chance = Chance(seed: UInt64(seed))
            let cards = (0..<chance.below(9)).map { Self.card($0 + 1, &chance) }
            let amount = chance.oneIn(3) ? nil : Int64(1 + chance.below(chance.oneIn(2) ? 500 : 9))
            let naive = NaiveReading(
                category: Self.category(&chance).rawValue,
                amount: amount,
                preferred: Self.points(&chance),
                thresholdMillionths: [850_000, 500_000, 1_000_000, 1, 333_333][chance.below(5)],
                year: 2025,
                quarter: 1
            )
            try compare(cards, naive, "seed \(seed)", &seen)
        }
        // What the seeds must have met, so that the agreement means something.
        let wanted: Set<String> = [
            "none", "one", "two", "reached", "passing", "close", "better", "prefer", "backup",
            "mean", "tie", "both reached",
        ]
        #expect(wanted.subtracting(seen).isEmpty)
    }

    private func compare(
        _ cards: [RewardCard],
        _ naive: NaiveReading,
        _ seed: Comment,
        _ seen: inout Set<String>
    ) throws {
        let category = try #require(RewardsCategory(rawValue: naive.category))
        let kept = naive.kept(of: cards)
        let answer = RewardWallet(cards, at: today, in: .utc).recommend(
            for: RewardPurchase(category: category, amountCents: naive.amount),
            preferences: RewardPreferences(
                preferred: naive.preferred,
                alertThresholdMillionths: naive.thresholdMillionths
            )
        )
        seen.insert(["none", "one", "two"][kept.count])
        guard let answer else {
            #expect(kept.isEmpty, seed)
            return
        }
        #expect(answer.cards.map(\.cardID.text) == kept.map(\.id), seed)
        for (card, line) in zip(answer.cards, kept) {
            let standing = card.standing
            #expect(Fraction(standing.earning.rate.hundredths, 100) == line.rate, seed)
            #expect(Fraction(standing.totalThousandths, 1_000) == line.total, seed)
            #expect(standing.earning.pointType == line.points, seed)
            #expect(standing.spentCents == line.spent, seed)
            #expect(standing.limitCents == line.limit, seed)
            #expect(standing.isLimitReached == line.isReached, seed)
            #expect(standing.earnsPreferred == line.earnsPreferred, seed)
            if line.rate.denominator > 4 { seen.insert("mean") }
        }
        if kept.count == 2, kept[0].total == kept[1].total { seen.insert("tie") }
        if kept.count == 2, kept[0].isReached { seen.insert("both reached") }
        compareTexts(answer, naive, kept, seed, &seen)
    }

    private func compareTexts(
        _ answer: Recommendation,
        _ naive: NaiveReading,
        _ kept: [NaiveReading.Line],
        _ seed: Comment,
        _ seen: inout Set<String>
    ) {
        let due = kept.compactMap { line in naive.warning(line).map { (line.name, $0) } }
        #expect(answer.warnings.count == due.count, seed)
        let marks = ["reached": "has reached", "passing": "would pass", "close": "is close to"]
        for (warning, (name, kind)) in zip(answer.warnings, due) {
            #expect(warning.contains(name), seed)
            #expect(warning.contains(marks[kind] ?? "?"), seed)
            seen.insert(kind)
        }
        let suggestions = naive.suggestions(kept)
        #expect(answer.suggestions.count == suggestions.count, seed)
        let openings = ["better": "A card with", "prefer": "None of these", "backup": "Consider "]
        for (text, kind) in zip(answer.suggestions, suggestions) {
            #expect(text.hasPrefix(openings[kind] ?? "?"), seed)
            seen.insert(kind)
        }
    }

    // MARK: Wallets

    private static func card(_ number: Int, _ chance: inout Chance) -> RewardCard {
        RewardCard(
            id: id(10 - number),
            name: ["Card", "card", "Gold", "gold", "B", "a", "Zoë"][chance.below(7)],
            type: .custom,
            rows: (0..<chance.below(6)).map { row(number * 100 + $0, &chance) },
            bonus: chance.oneIn(2) ? bonus(&chance) : nil,
            limits: limits(&chance),
            isActive: !chance.oneIn(6),
            createdAt: today,
            updatedAt: today
        )
    }

    private static func row(_ number: Int, _ chance: inout Chance) -> RewardRow {
        RewardRow(
            id: id(number),
            category: category(&chance),
            multiplier: multiplier(&chance),
            pointType: points(&chance),
            isActive: !chance.oneIn(5)
        )
    }

    private static func bonus(_ chance: inout Chance) -> QuarterlyBonus {
        let limit = Int64(1 + chance.below(300))
        return QuarterlyBonus(
            category: category(&chance),
            multiplier: multiplier(&chance),
            pointType: points(&chance),
            limitCents: limit,
            enteredCents: Int64(chance.below(Int(limit) + 20)),
            postedCents: chance.oneIn(3) ? Int64(chance.below(20)) : 0,
            period: CalendarQuarter(
                year: chance.oneIn(8) ? 2024 : 2025,
                quarter: chance.oneIn(6) ? 2 : 1
            )
        )
    }

    private static func limits(_ chance: inout Chance) -> [SpendingLimit] {
        var limits: [SpendingLimit] = []
        for number in 0..<chance.below(5) {
            let category = category(&chance)
            guard !limits.contains(where: { $0.category == category }) else { continue }
            let most = [1, 20, 100, 1_000][chance.below(4)]
            let spent = [0, most * 85 / 100, most, chance.below(most * 5 / 4 + 1)][chance.below(4)]
            limits.append(
                SpendingLimit(
                    id: id(number + 1),
                    category: category,
                    limitCents: Int64(most),
                    enteredCents: Int64(spent),
                    postedCents: chance.oneIn(4) ? 1 : 0,
                    resetDate: instant("2025-12-31T00:00:00Z")
                )
            )
        }
        return limits
    }

    /// A category; those of two chains more often than others.
    private static func category(_ chance: inout Chance) -> RewardsCategory {
        let near: [RewardsCategory] = [.wholeFoods, .groceries, .general, .coffee, .dining]
        if !chance.oneIn(4) { return near[chance.below(near.count)] }
        return RewardsCategory.allCases[chance.below(RewardsCategory.allCases.count)]
    }

    private static func points(_ chance: inout Chance) -> PointType {
        PointType.allCases[chance.below(chance.oneIn(2) ? 2 : PointType.allCases.count)]
    }

    private static func multiplier(_ chance: inout Chance) -> Multiplier {
        let round: [Int64] = [50, 100, 150, 200, 300, 500]
        if !chance.oneIn(4) { return Multiplier(hundredths: round[chance.below(round.count)]) }
        return Multiplier(hundredths: Int64(1 + chance.below(10_000)))
    }
}
