public import Kernel

/// A transaction as answers see it.
public struct LedgerRow: Sendable, Hashable {
    /// The row of the analysis.
    public let row: AnalysedRow
    /// The catalogue's code of its category; `nil` for a word that the catalogue does not know.
    public let code: String?

    /// Makes a row.
    public init(_ row: AnalysedRow, code: String?) {
        self.row = row
        self.code = code
    }

    /// The amount without its sign.
    var size: UInt64 { row.amountMinor.magnitude }

    /// The row as what stands behind a figure.
    var source: AnswerSource {
        AnswerSource(
            id: row.id,
            day: row.day,
            merchant: row.merchant,
            category: row.category,
            cents: row.amountMinor
        )
    }
}

/// An account as answers see it.
public struct AnswerAccount: Sendable, Hashable {
    /// What it is called.
    public let name: String
    /// Where it is.
    public let institution: String
    /// What kind it is, such as `checking`.
    public let type: String
    /// What it holds; less than zero is owed.
    public let balance: Money

    /// Makes an account.
    public init(name: String, institution: String, type: String, balance: Money) {
        self.name = name
        self.institution = institution
        self.type = type
        self.balance = balance
    }

    /// Whether it counts as cash.
    var isCash: Bool { ["checking", "savings", "allowance"].contains(type) }
}

/// A monthly limit as answers see it.
public struct AnswerBudget: Sendable, Hashable {
    /// The category, in Guardian's words.
    public let category: String
    /// The limit in minor units; zero blocks the category.
    public let limitMinor: Int64
    /// What of it is spent.
    public let spentMinor: Int64

    /// Makes a limit.
    public init(category: String, limitMinor: Int64, spentMinor: Int64) {
        self.category = category
        self.limitMinor = limitMinor
        self.spentMinor = spentMinor
    }
}

/// A child's allowance as answers see it.
public struct AnswerAllowance: Sendable, Hashable {
    /// What the wallet holds.
    public let balance: Money
    /// What is paid on each due day.
    public let amount: Money
    /// The next due day; `nil` while nothing is due.
    public let next: CivilDay?

    /// Makes an allowance.
    public init(balance: Money, amount: Money, next: CivilDay?) {
        self.balance = balance
        self.amount = amount
        self.next = next
    }
}

/// Where an answer's facts are read: of one member, and of nobody else.
public protocol AnswerLedger {
    /// Shows the member's rows of some days, the newest day first.
    func visit(_ days: ClosedRange<CivilDay>, _ look: (LedgerRow) -> Void) throws
    /// What each of some days adds to what tells how much is safe to spend; days without rows may
    /// be left out.
    func spending(on days: ClosedRange<CivilDay>) throws -> [SpendingDay]
    /// The accounts, in the order in which they are shown.
    func accounts() throws -> [AnswerAccount]
    /// The monthly limits with what is spent in the month of today.
    func budgets() throws -> [AnswerBudget]
    /// The allowance; `nil` for who has none.
    func allowance() throws -> AnswerAllowance?
}

extension AnswerLedger {
    /// The same, made of the rows of the days.
    public func spending(on days: ClosedRange<CivilDay>) throws -> [SpendingDay] {
        var found: [CivilDay: SpendingDay] = [:]
        try visit(days) { found[$0.row.day, default: SpendingDay($0.row.day)].add($0.row) }
        return Array(found.values)
    }
}
