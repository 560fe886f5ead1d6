import Kernel
import Rewards
import Testing

/// The cases of rewards.md, section 7, by their numbers.
@Suite("Recommendations")
struct RecommendationTests {
    @Test("1: the sample request names Amex Gold, warns of its limit and knows a backup")
    func sample() throws {
        let cards = [gold(spent: 800), doubleCash]
        let answer = try #require(cards.recommended(.groceries, dollars: 150))
        #expect(answer.cards.map(\.line) == ["Amex Gold 4 MR 2.84", "Citi Double Cash 2 TYP 1.6"])
        #expect(answer.cards.map(\.rank) == [1, 2])
        #expect(answer.cards.map(\.cardID) == [id(1), id(2)])
        #expect(answer.primary.category == .groceries)
        #expect(answer.primary.standing.spentCents == 80_000)
        #expect(answer.primary.standing.limitCents == 100_000)
        #expect(!answer.primary.standing.isLimitReached)
        #expect(answer.secondary?.standing.limitCents == 0)
        #expect(answer.warnings == ["Amex Gold is close to its limit for groceries (95%)."])
        #expect(answer.suggestions == ["Consider Citi Double Cash as a backup."])
        let sentence =
            "Amex Gold offers 4x MR points on groceries, with $200.00 remaining of the $1,000.00"
            + " limit."
        #expect(answer.primary.reasoning == sentence)
        #expect(answer.reasoning == sentence + " Backup: Citi Double Cash.")
        #expect(
            answer.secondary?.reasoning == "Citi Double Cash offers 2x TYP points on groceries."
        )
    }

    @Test("2: at 90 % of its limit a card scores less and is still first")
    func tight() throws {
        let cards = [doubleCash, gold(spent: 900)]
        let answer = try #require(cards.recommended(.groceries))
        #expect(answer.cards.map(\.line) == ["Amex Gold 4 MR 2.79", "Citi Double Cash 2 TYP 1.6"])
        #expect(answer.warnings == ["Amex Gold is close to its limit for groceries (90%)."])
    }

    @Test(
        "the per cent of a warning is the nearest whole one",
        arguments: [(154, 95), (155, 96)] as [(Int64, Int)]
    )
    func percent(dollars: Int64, percent: Int) throws {
        let answer = try #require([gold(spent: 800)].recommended(.groceries, dollars: dollars))
        let close = "Amex Gold is close to its limit for groceries (\(percent)%)."
        #expect(answer.warnings == [close])
    }

    @Test("3: a card at its limit is behind every card with room")
    func reached() throws {
        let cards = [gold(spent: 1_000), doubleCash]
        let answer = try #require(cards.recommended(.groceries, dollars: 10))
        #expect(answer.cards.map(\.line) == ["Citi Double Cash 2 TYP 1.6", "Amex Gold 1 MR 0.94"])
        #expect(answer.secondary?.standing.isLimitReached == true)
        #expect(answer.warnings == ["Amex Gold has reached its limit for groceries."])
        let better = "A card with a better rate on groceries would help."
        #expect(answer.suggestions == [better])
    }

    @Test("4: the only card is named, even at its limit")
    func onlyReached() throws {
        let answer = try #require([gold(spent: 1_000)].recommended(.groceries))
        #expect(answer.primary.line == "Amex Gold 1 MR 0.94")
        #expect(answer.primary.standing.isLimitReached)
        #expect(answer.secondary == nil)
        #expect(answer.warnings == ["Amex Gold has reached its limit for groceries."])
        #expect(answer.suggestions == ["A card with a better rate on groceries would help."])
    }

    @Test("5: rates are found along the chain")
    func chain() throws {
        let cards = [card(.amexGold), doubleCash]
        let rows: [(RewardsCategory, [String])] = [
            (.wholeFoods, ["Amex Gold 4 MR 2.84", "Citi Double Cash 2 TYP 1.6"]),
            (.costco, ["Citi Double Cash 2 TYP 1.6", "Amex Gold 1 MR 1.04"]),
            (.coffee, ["Amex Gold 4 MR 2.84", "Citi Double Cash 2 TYP 1.6"]),
        ]
        for (category, lines) in rows {
            #expect(try #require(cards.recommended(category)).cards.map(\.line) == lines)
        }
        let alone = try #require([doubleCash].recommended(.gas))
        #expect(alone.cards.map(\.line) == ["Citi Double Cash 2 TYP 1.6"])
    }

    @Test("6: of equal cards the first by name is first, whatever their order")
    func equal() throws {
        let preferred = card(.chaseSapphirePreferred, number: 9)
        let reserve = card(.chaseSapphireReserve, number: 4)
        for cards in [[preferred, reserve], [reserve, preferred]] {
            let answer = cards.recommended(.dining, preferring: .ultimateRewards)
            #expect(
                answer?.cards.map(\.line) == [
                    "Chase Sapphire Preferred 3 UR 2.24", "Chase Sapphire Reserve 3 UR 2.24",
                ]
            )
        }
    }

    @Test("of cards of one score the one with the better rate is first")
    func equalScores() throws {
        // Fifteen hundredths of a rate weigh as much as the preferred points and the room.
        var better = card(
            .citiDoubleCash,
            name: "Z",
            number: 2,
            limits: [limit(.general, 10, spent: 9)]
        )
        better.rows[0].multiplier = Multiplier(hundredths: 215)
        var preferred = card(.citiDoubleCash, name: "A", number: 1)
        preferred.rows[0].pointType = .membershipRewards
        for cards in [[better, preferred], [preferred, better]] {
            let answer = try #require(cards.recommended(.gas))
            #expect(answer.cards.map(\.line) == ["Z 2.15 TYP 1.64", "A 2 MR 1.64"])
        }
    }

    @Test("of equal names, in any case, the first by id is first")
    func equalNames() throws {
        let one = card(.citiDoubleCash, name: "CASH", number: 7)
        let other = card(.citiDoubleCash, name: "cash", number: 8)
        for cards in [[one, other], [other, one]] {
            #expect(cards.recommended(.gas)?.cards.map(\.cardName) == ["CASH", "cash"])
        }
    }

    @Test("7: a bonus counts in its quarter, by the household's calendar")
    func bonusQuarter() throws {
        let rows = [
            ("2025-01-01T00:00:00Z", "UTC", "Chase Freedom 5 UR 3.4"),
            ("2025-02-10T12:00:00Z", "UTC", "Chase Freedom 5 UR 3.4"),
            ("2025-03-31T23:59:59Z", "UTC", "Chase Freedom 5 UR 3.4"),
            ("2025-04-01T00:00:00Z", "UTC", "Chase Freedom 1 UR 1"),
            ("2024-12-31T23:59:59Z", "UTC", "Chase Freedom 1 UR 1"),
            ("2026-02-10T00:00:00Z", "UTC", "Chase Freedom 1 UR 1"),
            ("2025-04-01T03:59:59Z", "America/New_York", "Chase Freedom 5 UR 3.4"),
            ("2025-04-01T04:00:00Z", "America/New_York", "Chase Freedom 1 UR 1"),
            ("2024-12-31T15:00:00Z", "Asia/Tokyo", "Chase Freedom 5 UR 3.4"),
        ]
        for (now, name, line) in rows {
            let answer = [freedom(spent: 0)].recommended(.gas, at: instant(now), in: zone(name))
            #expect(answer?.primary.line == line, "\(now) in \(name)")
        }
    }

    @Test("8: what a bonus does not cover earns the base rate; the mean has two decimals")
    func bonusMean() throws {
        let rows: [(Int64, Int64?, String)] = [
            (1_450, 100, "Chase Freedom 3 UR 2.2"), (1_450, nil, "Chase Freedom 5 UR 3.4"),
            (1_500, nil, "Chase Freedom 1 UR 1"), (1_450, 50, "Chase Freedom 5 UR 3.4"),
            // (50 × 5 + 10 × 1) ÷ 60 = 4.333…, (50 × 5 + 25 × 1) ÷ 75 = 3.666…
            (1_450, 60, "Chase Freedom 4.33 UR 2.998"), (1_450, 75, "Chase Freedom 3.67 UR 2.602"),
            (1_600, 10, "Chase Freedom 1 UR 1"),
        ]
        for (spent, dollars, line) in rows {
            let answer = [freedom(spent: spent)].recommended(.gas, dollars: dollars)
            #expect(answer?.primary.line == line, "\(spent), \(String(describing: dollars))")
        }
    }

    @Test("a bonus that gives the rate shows its own spending, and warns of its end")
    func bonusFigures() throws {
        let answer = try #require([freedom(spent: 1_450)].recommended(.gas, dollars: 100))
        #expect(answer.primary.standing.spentCents == 145_000)
        #expect(answer.primary.standing.limitCents == 150_000)
        #expect(answer.warnings == ["This purchase would pass the limit of Chase Freedom for gas."])
        let used = try #require([freedom(spent: 1_500)].recommended(.gas, dollars: 100))
        #expect(used.primary.standing.limitCents == 0)
        #expect(used.warnings.isEmpty)
        #expect([freedom(spent: 0)].recommended(.dining)?.primary.standing.limitCents == 0)
    }

    @Test("9: a card without rows earns one Membership Reward")
    func noRows() throws {
        let answer = [card(.custom)].recommended(.dining)
        #expect(answer?.primary.line == "Custom 1 MR 1")
        var bare = card(.custom)
        bare.rows = [
            RewardRow(
                id: id(5),
                category: .gas,
                multiplier: Multiplier(hundredths: 300),
                pointType: .cashBack
            )
        ]
        #expect([bare].recommended(.dining)?.primary.line == "Custom 1 Cash Back 1")
    }

    @Test("18: a card that is not active is not named")
    func inactive() throws {
        var resting = gold(spent: 0)
        resting.isActive = false
        let answer = try #require([resting, doubleCash].recommended(.groceries))
        #expect(answer.cards.map(\.cardName) == ["Citi Double Cash"])
        #expect(
            answer.suggestions == [
                "A card with a better rate on groceries would help.",
                "None of these cards earns MR points, which you prefer.",
            ]
        )
        #expect([resting].recommended(.groceries) == nil)
        #expect([RewardCard]().recommended(.groceries) == nil)
    }

    @Test("when all caps are reached, the best base rate is first and each card is warned of")
    func allReached() throws {
        var cash = card(
            .citiDoubleCash,
            number: 2,
            limits: [limit(.general, 500, spent: 700)]
        )
        let cards = [gold(spent: 1_200), cash]
        let answer = try #require(cards.recommended(.groceries, dollars: 20))
        // The limit of Double Cash is the general one: its rate is one.
        #expect(answer.cards.map(\.line) == ["Amex Gold 1 MR 0.94", "Citi Double Cash 1 TYP 0.9"])
        #expect(answer.warnings.count == 2)
        #expect(answer.suggestions.last == "Consider Citi Double Cash as a backup.")
        cash.limits = [limit(.groceries, 500, spent: 500)]
        let other = try #require([gold(spent: 1_200), cash].recommended(.groceries))
        #expect(other.cards.map(\.line) == ["Citi Double Cash 2 TYP 1.5", "Amex Gold 1 MR 0.94"])
    }

    @Test("a limit of the base row's category comes before one of the requested category")
    func whichLimit() throws {
        let both = card(
            .amexGold,
            limits: [limit(.wholeFoods, 100, spent: 1), limit(.groceries, 1_000, spent: 2)]
        )
        #expect([both].recommended(.wholeFoods)?.primary.standing.limitCents == 100_000)
        let requested = card(.amexGold, limits: [limit(.wholeFoods, 100, spent: 1)])
        #expect([requested].recommended(.wholeFoods)?.primary.standing.limitCents == 10_000)
        let general = card(.amexGold, limits: [limit(.general, 100, spent: 1)])
        #expect([general].recommended(.wholeFoods)?.primary.standing.limitCents == 0)
    }

    @Test("a limit whose period is over has room again")
    func limitMoves() throws {
        let later = instant("2026-02-10T00:00:00Z")
        let before = later.adding(milliseconds: -1)
        let cards = [gold(spent: 1_000)]
        #expect(cards.recommended(.groceries, at: before)?.primary.line == "Amex Gold 1 MR 0.94")
        let moved = try #require(cards.recommended(.groceries, at: later))
        #expect(moved.primary.line == "Amex Gold 4 MR 2.84")
        #expect(moved.primary.standing.spentCents == 0)
        #expect(moved.warnings.isEmpty)
    }
}
