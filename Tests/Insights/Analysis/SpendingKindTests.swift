import Testing

@testable import Insights

@Suite("The kind of an expense")
struct SpendingKindTests {
    @Test(
        "is told by the words of a category or a merchant",
        arguments: [
            ("Housing", .fixed), ("RENT", .fixed), ("Car-loan", .fixed), ("(debt)", .fixed),
            ("Subscriptions", .fixed), ("State Farm Insurance #12", .fixed), ("phone", .fixed),
            ("Savings", .sinking), ("my investments", .sinking), ("Vacation 2025", .sinking),
            // What counts before the other, in whichever order.
            ("rent of savings", .fixed), ("savings for rent", .fixed),
            // Parts of words, and words that only begin or end as one.
            ("Rental", .variable), ("Parent", .variable), ("rent2", .variable), ("", .variable),
            ("subscriptionsubscription", .variable), ("  ", .variable), ("Groceries", .variable),
            // A digit is part of a word, a sign is not.
            ("rent_2", .fixed), ("no.rent!", .fixed), ("1rent", .variable),
            // Letters of other alphabets.
            ("Café rent", .fixed), ("rentá", .variable), ("家賃 savings", .sinking),
            ("rent\u{301}", .variable), ("é", .variable),
        ] as [(String, SpendingKind)]
    )
    func words(text: String, kind: SpendingKind) {
        #expect(SpendingKind(wordsOf: text) == kind)
    }
}
