import Rewards
import Testing

/// `unseen.jsonl`: sentences that were written without sight of the parser.
///
/// They are left as they are, also where the parser is wrong: the share that is right is measured.
@Suite("Sentences that the parser has not seen")
struct UnseenSentencesTests {
    private static let file = "unseen.jsonl"
    /// The share that was measured to be right in all four parts, in thousandths.
    private static let leastRightThousandths = 966

    /// What of a sentence is read as it was meant.
    private struct Marks {
        var category: Bool
        var merchant: Bool
        var amount: Bool
        var intent: Bool

        var isRight: Bool { category && merchant && amount && intent }

        /// A sentence that tells no category is general, as a recommendation takes it.
        init(_ row: TableSentence) {
            let read = row.reading
            category = read.told.category.rawValue == row.category ?? "general"
            merchant = Self.bare(read.told.merchant) == Self.bare(row.merchant)
            amount = read.amount?.cents == row.amountCents
            intent = read.intent.rawValue == row.intent
        }

        /// A name without case, spaces and signs: `Dunkin'` is `dunkin`.
        private static func bare(_ name: String?) -> String? {
            name.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
        }
    }

    @Test("are read right as often as was measured")
    func accuracy() {
        let sentences = TableSentence.all(of: Self.file)
        let lines = TableSentence.lines(of: Self.file)
        #expect(sentences.count == lines.count)
        #expect(sentences.count >= 100)
        #expect(Set(sentences.map(\.text)).count == sentences.count)
        let marks = sentences.map(Marks.init)
        let right = marks.count { $0.isRight }
        print(
            """
            unseen sentences: \(marks.count); right in category \(marks.count { $0.category }), \
            merchant \(marks.count { $0.merchant }), amount \(marks.count { $0.amount }), \
            intent \(marks.count { $0.intent }), all \(right)
            """
        )
        #expect(right * 1_000 >= Self.leastRightThousandths * max(1, marks.count))
    }

    @Test("say nothing but categories and intents that there are")
    func words() {
        for row in TableSentence.all(of: Self.file) {
            if let category = row.category {
                #expect(RewardsCategory(rawValue: category) != nil, "\(row.text)")
            }
            #expect(SentenceIntent(rawValue: row.intent) != nil, "\(row.text)")
        }
    }
}
