public import Kernel

/// What a language model is told of a month, and may say of it.
///
/// It holds nothing but the summary's figures, and names of categories and merchants, masked.
public struct HighlightFacts: Sendable, Equatable {
    /// The facts, one on each line.
    public let text: String
    /// Every figure of ``text``.
    public let figures: [AnswerFigure]
    /// Every name of ``text``.
    public let names: Set<String>

    /// How many expenses that stand out are told at most, the largest first.
    private static let mostOutliers = 5
    /// The longest name that is told, in Unicode scalars.
    private static let nameCharacters = 64

    /// Tells a month.
    ///
    /// - Parameters:
    ///   - summary: The month.
    ///   - currency: What its amounts are in.
    public init(of summary: MonthlySummary, currency: Currency) {
        var facts = FactLines(currency: currency)
        facts.add("Month: \(summary.month.name)")
        facts.add("Transactions", .count(Int64(summary.count)))
        facts.add("Income", facts.money(summary.incomeMinor))
        facts.add("Spending", facts.money(summary.expenseMinor))
        let net =
            switch summary.netMinor.signum() {
            case 1: "Left over"
            case -1: "More went out than came in, by"
            default: "Left over"
            }
        facts.add(net, facts.money(summary.netMinor))
        for category in summary.byCategory {
            let share = AnswerFigure.Value.percent(basisPoints: category.basisPoints)
            let name = Self.name(category.category)
            facts.add("Spending on", name, [facts.money(category.amountMinor), share])
        }
        for merchant in summary.topMerchants {
            let count = AnswerFigure.Value.count(Int64(merchant.transactionCount))
            let name = Self.name(merchant.merchant)
            facts.add("Spending at", name, [facts.money(merchant.amountMinor), count])
        }
        let outliers = summary.anomalies.sorted { $0.row.amountMinor < $1.row.amountMinor }
        for outlier in outliers.prefix(Self.mostOutliers) {
            let name = Self.name(outlier.row.merchant)
            let label = "Unusual on \(outlier.row.day.text), at"
            facts.add(label, name, [facts.money(outlier.row.amountMinor)])
        }
        text = facts.lines.joined(separator: "\n")
        figures = facts.figures
        names = facts.names
    }

    /// A name as it is told: masked, on one line, of a bearable length.
    private static func name(_ text: String) -> String {
        let plain = MaskedText.masked(text).unicodeScalars.map { scalar in
            PlainLine.takes(scalar) ? scalar : " "
        }
        return String(String.UnicodeScalarView(plain.prefix(nameCharacters)))
    }
}

/// The lines of the facts, with the figures and names that they say.
private struct FactLines {
    let currency: Currency
    private(set) var lines: [String] = []
    private(set) var figures: [AnswerFigure] = []
    private(set) var names: Set<String> = []

    init(currency: Currency) {
        self.currency = currency
    }

    func money(_ minor: Int64) -> AnswerFigure.Value {
        .money(Money(minor: Int64(clamping: minor.magnitude), currency: currency))
    }

    mutating func add(_ line: String) { lines.append(line) }

    mutating func add(_ label: String, _ value: AnswerFigure.Value) {
        add("\(label): \(Self.text(value))")
        figures.append(AnswerFigure(label, value))
    }

    mutating func add(_ label: String, _ name: String, _ values: [AnswerFigure.Value]) {
        add("\(label) \(name): \(values.map(Self.text).joined(separator: ", "))")
        figures += values.map { AnswerFigure(label, $0, filter: name) }
        names.insert(name)
    }

    private static func text(_ value: AnswerFigure.Value) -> String {
        switch value {
        case .money(let money): money.display
        case .count(1): "1 transaction"
        case .count(let count): "\(count) transactions"
        case .percent(let basisPoints):
            "\(DecimalText.text(minor: basisPoints, exponent: 2))% of spending"
        case .days(let count): "\(count) days"
        }
    }
}
