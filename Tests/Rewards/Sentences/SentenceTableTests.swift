import Rewards
import Testing

/// `sentences.jsonl`: what sentences say by section 4 of rewards.md.
@Suite("The table of sentences")
struct SentenceTableTests {
    @Test("has enough sentences of each category and intent, none of them twice")
    func size() {
        let sentences = TableSentence.sentences
        #expect(sentences.count == 255)
        #expect(sentences.count == TableSentence.lines(of: "sentences.jsonl").count)
        #expect(Set(sentences.map { [$0.text] + ($0.cards ?? []) }).count == sentences.count)
        for category in RewardsCategory.allCases {
            let told = sentences.count { $0.category == category.rawValue }
            #expect(told >= 2, "\(category.rawValue)")
        }
        for intent in SentenceIntent.allCases {
            let meant = sentences.count { $0.intent == intent.rawValue }
            #expect(meant >= 10, "\(intent.rawValue)")
        }
        #expect(Set(sentences.compactMap(\.merchant)).count >= 60)
        #expect(sentences.count { $0.amountCents != nil } >= 100)
        #expect(sentences.count { $0.category == nil } >= 20)
        #expect(sentences.count { $0.card != nil } >= 10)
    }

    @Test("is read as it says", arguments: TableSentence.sentences)
    func reading(row: TableSentence) {
        let read = row.reading
        #expect(read.category?.rawValue == row.category)
        #expect(read.told.merchant == row.merchant)
        #expect(read.amount?.cents == row.amountCents)
        #expect(read.intent.rawValue == row.intent)
        let meant = row.wallet.first { $0.name == row.card }
        #expect((meant == nil) == (row.card == nil))
        #expect(read.card.id == meant?.id)
        if let percent = row.percent { #expect(read.confidencePercent == percent) }
        #expect(read == row.reading)
    }
}
