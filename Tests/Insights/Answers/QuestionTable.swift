import Foundation
import Insights
import Kernel
import Testing

/// A question of the table, with what its answer must hold.
struct TableQuestion: Decodable, Sendable, CustomTestStringConvertible {
    /// A figure as the table writes it.
    struct Figure: Decodable, Sendable, Hashable {
        let value: String
        let unit: String
        let from: String?
        let to: String?
    }

    let question: String
    let earlier: [String]?
    let kind: String?
    let figures: [Figure]?
    let sources: Int?
    let refusal: Bool?

    var isRefused: Bool { refusal ?? false }

    var testDescription: String { question }

    /// All of them, in the order of their file.
    static let all: [TableQuestion] = {
        let file = URL(filePath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "questions.jsonl")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(TableQuestion.self, from: Data($0.utf8))
        }
    }()

    static let answered = all.filter { !$0.isRefused }
    static let refused = all.filter(\.isRefused)
}

extension TableQuestion.Figure {
    /// A figure of an answer as the table writes it.
    init(_ figure: AnswerFigure) {
        let (value, unit) =
            switch figure.value {
            case .money(let money): (Self.decimals(money.minor), money.currency.code)
            case .count(let count): (String(count), "count")
            case .percent(let points): (Self.decimals(points), "percent")
            case .days(let days): (String(days), "days")
            }
        self.init(value: value, unit: unit, from: figure.first?.text, to: figure.last?.text)
    }

    static func decimals(_ hundredths: Int64) -> String {
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// Rows and accounts without a database.
struct RowLedger: AnswerLedger {
    var rows: [LedgerRow] = []
    var held: [AnswerAccount] = []
    var limits: [AnswerBudget] = []
    var paid: AnswerAllowance?

    /// The demo household at the contract's clock.
    static let demo = RowLedger(
        rows: DemoRow.all(for: AnalysisSample.member, today: AnalysisSample.today).reversed()
            .map { LedgerRow($0.analysed(in: .utc), code: $0.categoryCode) },
        held: DemoAccount.allCases.map { account in
            AnswerAccount(
                name: account.name,
                institution: account.institution,
                type: account.rawValue,
                balance: Money(minor: account.balanceMinor, currency: .usd)
            )
        }
    )

    func visit(_ days: ClosedRange<CivilDay>, _ look: (LedgerRow) -> Void) throws {
        for row in rows where days.contains(row.row.day) { look(row) }
    }

    func accounts() throws -> [AnswerAccount] { held }
    func budgets() throws -> [AnswerBudget] { limits }
    func allowance() throws -> AnswerAllowance? { paid }
}

extension Answerer {
    /// At the contract's clock, in dollars.
    static let sample = Answerer(today: AnalysisSample.today, currency: .usd)
}

extension Answer {
    /// The numbers of the content, apart from days, that are no figure and no amount of a source.
    var numbersFromNowhere: [String] {
        var known = Set(sources.map { TableQuestion.Figure.decimals(Int64($0.cents.magnitude)) })
        known.formUnion(figures.map { TableQuestion.Figure($0).value })
        let plain = content.replacing(#/\d{4}-\d{2}-\d{2}/#, with: "")
        return plain.matches(of: #/-?\$?\d[\d,]*(?:\.\d+)?/#).map { match in
            String(match.output.filter { $0 != "," && $0 != "$" })
        }
        .filter { !known.contains($0) }
    }
}
