import Catalogue
import Kernel

/// Writes the answer to one question.
///
/// What is said is made of figures and sources alone, so no number can be said that is not among
/// them.
struct AnswerWriter<Ledger: AnswerLedger> {
    typealias Days = ClosedRange<CivilDay>

    let question: LedgerQuestion
    let ledger: Ledger
    let today: CivilDay
    let currency: Currency
    let catalogue: Catalogue

    init(_ answerer: Answerer, _ question: LedgerQuestion, _ ledger: Ledger) {
        self.question = question
        self.ledger = ledger
        today = answerer.today
        currency = answerer.currency
        catalogue = answerer.catalogue
    }

    /// The answer; `nil` when the question names something that is nothing.
    func answer() throws -> Answer? {
        switch question.kind {
        case .spending, .income: return try sum()
        case .net: return try net()
        case .count: return try count()
        case .average: return try average()
        case .balance: return try balance()
        case .largest: return try largest()
        case .topMerchants: return try top(by: \.merchant, "merchants")
        case .topCategories: return try top(by: \.category, "categories")
        case .compare: return try compare()
        case .lookup: return try lookup()
        case .unusual: return try unusual()
        case .safe: return try safe()
        case .trend: return try trend()
        case .recurring: return try recurring()
        case .allowance: return try allowance()
        case .budgets: return try budgets()
        case .change: return try change()
        }
    }

    // MARK: Rows

    /// The days that are asked for, or the current month.
    var days: Days { question.period ?? today.month.days }

    /// The rows of some days that the question is about.
    func select(_ days: Days, for question: LedgerQuestion? = nil) throws -> RowSelection {
        var selection = RowSelection(question ?? self.question, catalogue)
        try ledger.visit(days) { selection.look(at: $0) }
        selection.finish()
        return selection
    }

    /// What stands behind an answer: some rows whatever their size, and the largest.
    func sources(_ rows: [LedgerRow], shown: [LedgerRow] = []) -> [AnswerSource] {
        let wanted = Set(shown.map(\.row.id))
        let others = Self.largestFirst(rows.filter { !wanted.contains($0.row.id) })
        let most = max(0, Limits.answerSources - shown.count)
        let chosen = shown.prefix(Limits.answerSources) + others.prefix(most)
        return Self.largestFirst(Array(chosen)).map(\.source)
    }

    /// The largest amounts first, of equals the newest.
    static func largestFirst(_ rows: [LedgerRow]) -> [LedgerRow] {
        rows.sorted { left, right in
            (left.size, left.row.day, left.row.id) > (right.size, right.row.day, right.row.id)
        }
    }

    /// What rows add up to, money that goes out above zero.
    func spent(_ rows: [LedgerRow]) -> Int128 {
        rows.reduce(0) { $0 - Int128($1.row.amountMinor) }
    }

    // MARK: Figures

    func money(_ minor: Int128) -> Money {
        Money(minor: Int64(clamping: minor), currency: currency)
    }

    func figure(
        _ label: String,
        _ minor: Int128,
        _ days: Days?,
        _ filter: String? = nil
    )
        -> AnswerFigure
    {
        AnswerFigure(
            label,
            .money(money(minor)),
            first: days?.lowerBound,
            last: days?.upperBound,
            filter: filter
        )
    }

    func counted(
        _ label: String,
        _ count: Int,
        _ days: Days?,
        _ filter: String? = nil
    )
        -> AnswerFigure
    {
        AnswerFigure(
            label,
            .count(Int64(count)),
            first: days?.lowerBound,
            last: days?.upperBound,
            filter: filter
        )
    }

    // MARK: Words

    /// Days as an answer says them.
    func text(_ days: Days) -> String {
        days.lowerBound == days.upperBound
            ? "on \(days.lowerBound.text)"
            : "between \(days.lowerBound.text) and \(days.upperBound.text)"
    }

    /// Days as an answer says them beside others.
    func range(_ days: Days) -> String {
        days.lowerBound == days.upperBound
            ? days.lowerBound.text : "\(days.lowerBound.text) to \(days.upperBound.text)"
    }

    func number(_ count: Int, _ word: String) -> String {
        "\(count) \(word)\(count == 1 ? "" : "s")"
    }

    /// A share or change, such as `-4.05%`.
    func percent(_ points: Int64) -> String {
        let (whole, rest) = points.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(points < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)%"
    }

    func masked(_ text: String) -> String { MaskedText.masked(text) }

    /// The categories and merchants that are asked for, such as `Groceries`; `nil` for all.
    func filter(_ rows: [LedgerRow], of question: LedgerQuestion? = nil) -> String? {
        let question = question ?? self.question
        var parts = question.categories.map(\.label)
        if !question.names.isEmpty {
            let merchants = Set(rows.map(\.row.merchant)).sorted()
            let isFew = (1...3).contains(merchants.count)
            parts += isFew ? merchants.map(masked) : question.names.map(\.shown)
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// ` on Groceries`, ` at Whole Foods`, or nothing.
    func subject(_ filter: String?, of question: LedgerQuestion? = nil) -> String {
        let question = question ?? self.question
        let bounds = question.leastMinor != nil || question.mostMinor != nil
        let named = filter.map { name in
            let link = question.names.isEmpty ? "on" : "at"
            return " \(question.direction == .received ? "from" : link) \(name)"
        }
        return (named ?? "") + (bounds ? " within the amounts you named" : "")
    }

    /// The answer where no rows are.
    func nothing(_ what: String, _ days: Days?, zero: AnswerFigure? = nil) -> Answer {
        let name = filter([])
        let zero = zero ?? counted("Transactions", 0, days, name)
        let when = days.map { " \(text($0))" } ?? ""
        var said = "I found no \(what)\(subject(name))\(when): "
        switch zero.value {
        case .money(let money): said += "the total is \(money.display)."
        default: said += "0 transactions."
        }
        return Answer(said, figures: [zero])
    }
}

extension WantedName {
    /// A name as it was typed, without numbers, which would be ones that nothing stands behind.
    fileprivate var shown: String {
        if let catalogueName { return catalogueName }
        let letters = words.filter { $0.utf8.allSatisfy { !(0x30...0x39).contains($0) } }
        let shown = letters.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return String(shown.joined(separator: " ").prefix(Limits.answerNameCharacters))
    }
}
