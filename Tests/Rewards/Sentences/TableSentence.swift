import Foundation
import Rewards
import Testing

/// A sentence of a table, with what it says.
struct TableSentence: Decodable, Sendable, CustomTestStringConvertible {
    let text: String
    /// The case name; left out where the sentence tells no category.
    let category: String?
    let merchant: String?
    let amountCents: Int64?
    let intent: String
    /// The names of the member's cards: products, else cards of the member's own.
    let cards: [String]?
    /// The name of the card that is meant.
    let card: String?
    /// How sure the reading is, where the table says so.
    let percent: Int?

    var testDescription: String { text }

    /// The lines of a file beside this one, in their order.
    static func lines(of file: String) -> [Substring] {
        let path = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: file)
        let text = try? String(contentsOf: path, encoding: .utf8)
        return text?.split(separator: "\n") ?? []
    }

    /// The sentences of a file, without the lines that are none.
    static func all(of file: String) -> [TableSentence] {
        lines(of: file).compactMap {
            try? JSONDecoder().decode(TableSentence.self, from: Data($0.utf8))
        }
    }

    /// The table whose sentences must be read as it says.
    static let sentences = all(of: "sentences.jsonl")

    /// The wallet in which the sentence is said.
    var wallet: [RewardCard] {
        (cards ?? []).enumerated().map { place, name in
            let product = CardType.allCases.first { $0.displayValue == name }
            return RewardsTests.card(product ?? .custom, name: name, number: place + 1)
        }
    }

    /// What is read of it.
    var reading: PurchaseSentence { PurchaseSentence(text, cards: wallet) }
}
