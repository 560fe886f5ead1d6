import Catalogue
import Kernel

/// The rows that a question is about, taken while all rows of its days go by.
struct RowSelection {
    /// The rows that fit.
    private(set) var rows: [LedgerRow] = []
    /// The months that have any row.
    private(set) var months: Set<CivilMonth> = []
    private var near: [LedgerRow] = []
    private var matches: [String: [NameMatch]] = [:]
    /// The best that each name was fitted.
    private var best: [NameMatch]
    private let question: LedgerQuestion
    private let catalogue: Catalogue
    private let wantsTransfers: Bool

    init(_ question: LedgerQuestion, _ catalogue: Catalogue) {
        self.question = question
        self.catalogue = catalogue
        best = question.names.map { _ in .none }
        let named = question.categories.contains { $0.names.contains(CategoryName.transfer) }
        wantsTransfers =
            named
            || question.names.contains { name in
                name.words.contains { $0.hasPrefix("transfer") }
            }
    }

    /// Looks at a row.
    mutating func look(at row: LedgerRow) {
        months.insert(row.row.day.month)
        guard goesTheWay(row.row), isOfSize(row), isOfCategory(row) else { return }
        guard !question.names.isEmpty else {
            rows.append(row)
            return
        }
        let matches = matches(of: row.row.merchant)
        for (place, match) in matches.enumerated() { best[place] = max(best[place], match) }
        switch matches.max() ?? .none {
        case .exact: rows.append(row)
        case .near: near.append(row)
        case .none: break
        }
    }

    /// Ends it: merchants that a name fits only nearly count where none fits it exactly.
    mutating func finish() {
        defer { near = [] }
        guard best.contains(.near) else { return }
        let only = best.indices.filter { best[$0] == .near }
        rows += near.filter { row in
            let matches = matches(of: row.row.merchant)
            return only.contains { matches[$0] == .near }
        }
    }

    /// Whether each name that may be none is one: some row has it.
    var isUnderstood: Bool {
        zip(question.names, best).allSatisfy { $0.isCertain || $1 > .none }
    }

    private mutating func matches(of merchant: String) -> [NameMatch] {
        if let known = matches[merchant] { return known }
        let words = SearchWords.words(in: merchant)
        let known = catalogue.merchant(in: merchant)?.name
        let found = question.names.map { NameMatch($0, words, catalogueName: known) }
        matches[merchant] = found
        return found
    }

    private func goesTheWay(_ row: AnalysedRow) -> Bool {
        switch question.direction {
        case .spent:
            if row.isTransfer { return wantsTransfers && row.amountMinor < 0 }
            return row.amountMinor < 0 || isRefund(row)
        case .received: return row.amountMinor > 0 && !row.isTransfer
        case .all: return question.kind != .net || !row.isTransfer
        }
    }

    /// Whether a row lowers the spending of the category or merchant that is asked for.
    private func isRefund(_ row: AnalysedRow) -> Bool {
        let isNamed = !question.categories.isEmpty || !question.names.isEmpty
        let sums: Set<LedgerQuestion.Kind> = [.spending, .compare, .trend, .average]
        return isNamed && sums.contains(question.kind) && row.category != CategoryName.income
    }

    private func isOfSize(_ row: LedgerRow) -> Bool {
        guard question.kind != .safe else { return true }
        if let least = question.leastMinor, row.size < least.magnitude { return false }
        if let most = question.mostMinor, row.size > most.magnitude { return false }
        return true
    }

    private func isOfCategory(_ row: LedgerRow) -> Bool {
        question.categories.isEmpty || question.categories.contains { $0.has(row) }
    }
}

extension WantedCategory {
    /// Whether a row is of it.
    func has(_ row: LedgerRow) -> Bool {
        names.contains(row.row.category) || row.code.map(codes.contains) ?? false
    }
}
