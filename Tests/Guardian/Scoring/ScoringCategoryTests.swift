import Testing

@testable import Guardian

@Suite("What scoring knows of categories")
struct ScoringCategoryTests {
    @Test(
        "share and kind are those of the contract's table",
        arguments: [
            ("rent_bills", 30, ScoringCategory.Kind.essential), ("groceries", 15, .essential),
            ("fast_food", 5, .want), ("alcohol", 3, .want), ("clothing", 5, .want),
            ("electronics", 8, .want), ("pharmacy_health", 5, .essential),
            ("transport", 10, .essential), ("subscription", 3, .neither),
            ("misc_online", 5, .want), ("fun", 10, .want), ("entertainment", 10, .want),
            ("gifts", 10, .neither), ("", 10, .neither),
        ]
    )
    func table(word: String, share: Int64, kind: ScoringCategory.Kind) {
        let category = ScoringCategory(word)
        #expect(category.code == word)
        #expect(category.sharePercent == share)
        #expect(category.kind == kind)
    }

    @Test("what has no category is scored as bought online")
    func uncategorized() {
        #expect(ScoringCategory("uncategorized") == ScoringCategory("misc_online"))
        #expect(ScoringCategory("uncategorized").nameInSentence == "online shopping")
    }

    @Test(
        "a profile has its threshold and its place in the model",
        arguments: [
            (SpendingProfile.saver, "Saver", 0.40, 2), (.average, "Average", 0.60, 1),
            (.spender, "Spender", 0.75, 0),
        ]
    )
    func profiles(profile: SpendingProfile, word: String, threshold: Double, score: Int) {
        #expect(profile.rawValue == word)
        #expect(profile.threshold == threshold)
        #expect(profile.saverScore == score)
    }

    @Test("the features are the contract's, in its order")
    func features() {
        #expect(ModelFeatures.names.count == 22)
        #expect(
            ModelFeatures.names.prefix(5) == [
                "amount", "hour_of_day", "day_of_week", "saver_score", "base_category=rent_bills",
            ]
        )
        #expect(
            ModelFeatures.names.suffix(6) == [
                "micro_category=groceries_0", "micro_category=groceries_1",
                "micro_category=groceries_2", "micro_category=none", "channel=offline",
                "channel=online",
            ]
        )
    }

    @Test(
        "a purchase sets the flags of its category, its kind of grocery shopping and its channel",
        arguments: [
            ("groceries", 19.0, PurchaseChannel.offline, [5, 16, 20]),
            ("groceries", 300, .online, [5, 18, 21]), ("rent_bills", 19, .offline, [4, 19, 20]),
            ("entertainment", 19, .online, [15, 19, 21]), ("gifts", 19, .online, [19, 21]),
        ]
    )
    func flags(category: String, amount: Double, channel: PurchaseChannel, flags: [Int]) {
        let centres = [20.0, 60, 100].map { GroceryCentre(amount: $0, hour: 15, weekday: 3) }
        let input = ModelInput(
            amount: amount,
            hour: 15,
            weekday: 3,
            profile: .average,
            category: ScoringCategory(category).known,
            channel: channel
        )
        #expect(ModelFeatures.flags(of: input, centres: centres) == flags)
    }
}
