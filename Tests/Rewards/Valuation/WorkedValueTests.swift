import Foundation
import Kernel
import Testing

@testable import Rewards

/// The worked example of `docs/concepts/rewards-value.md`, whose figures are read.
@Suite("The worked example of what a purchase is worth")
struct WorkedValueTests {
    /// A row of the page's table.
    struct Row: Sendable, CustomTestStringConvertible {
        /// The figures in hundredths: amount, value of a point, and what comes of them.
        let figures: [Int64]
        let isForeign: Bool
        let best: String
        let testDescription: String

        init?(_ line: Substring) {
            guard line.wholeMatch(of: /\| [\d,]+\.\d\d \| (home|abroad) \|.*/) != nil else {
                return nil
            }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let figures = (cells[..<1] + cells[2..<(cells.count - 1)]).compactMap {
                Int64($0.replacing(#/[.,]/#, with: ""))
            }
            guard cells.count == 10, figures.count == 8 else { return nil }
            self.figures = figures
            isForeign = cells[1] == "abroad"
            best = cells[9]
            testDescription = String(line)
        }
    }

    private static let page = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/concepts/rewards-value.md")

    private static func text() throws -> String { try String(contentsOf: page, encoding: .utf8) }

    private static let gold = ValueFixture.card(
        1,
        "Gold",
        [
            ValueFixture.row(.groceries, 400, .membershipRewards),
            ValueFixture.row(.general, 100, .membershipRewards),
        ],
        limits: [ValueFixture.limit(.groceries, 100_000, entered: 90_000)],
        fee: 270
    )
    private static let ventureX = ValueFixture.card(
        2,
        "Venture X",
        [ValueFixture.row(.general, 200, .ventureXMiles)],
        fee: 0
    )

    @Test("comes out row by row as it is written")
    func example() throws {
        let lines = try Self.text().split(separator: "\n")
        let rows = lines.compactMap(Row.init)
        #expect(rows.count == 8)
        #expect(rows.count == lines.count { $0.contains("| home |") || $0.contains("| abroad |") })
        let cards = [Self.gold, Self.ventureX]
        let wallet = RewardWallet(cards, at: ValueFixture.midnight("2025-02-10"), in: .utc)
        for row in rows {
            let values = ValueFixture.values([("MR", row.figures[1])])
            let purchase = ValuedPurchase(
                amountCents: row.figures[0],
                category: .groceries,
                isForeign: row.isForeign
            )
            let (gold, other) = (
                try value(of: purchase, on: "Gold", in: wallet, values),
                try value(of: purchase, on: "Venture X", in: wallet, values)
            )
            let figures = [
                gold.atRateCents, gold.aboveLimitCents, gold.rewardCents, gold.feeCents,
                gold.cents, other.cents,
            ]
            #expect(figures == Array(row.figures[2...]), "\(row)")
            let best = BestByValue.of(purchase, in: wallet, values: values)
            let name = cards.first { $0.id == best?.cardID }?.name
            #expect(name == row.best, "\(row)")
            #expect(best?.value == (row.best == "Gold" ? gold : other), "\(row)")
        }
    }

    @Test("shows a limit that is passed, a fee that decides, and points of several values")
    func breadth() throws {
        let rows = try Self.text().split(separator: "\n").compactMap(Row.init)
        #expect(rows.contains { $0.figures[2] > 0 && $0.figures[3] > 0 })
        #expect(Set(rows.filter(\.isForeign).map(\.best)) == ["Gold", "Venture X"])
        #expect(Set(rows.map { $0.figures[1] }).count >= 3)
    }

    private func value(
        of purchase: ValuedPurchase,
        on name: String,
        in wallet: RewardWallet,
        _ values: PointValues
    ) throws -> PurchaseValue {
        let card = try #require(wallet.cards.first { $0.card.name == name })
        return CardValuation(card, values: values).value(of: purchase)
    }
}
