public import Catalogue
public import Kernel

/// A question about a member's money, as it is understood.
public struct LedgerQuestion: Sendable, Hashable {
    /// What is asked.
    public enum Kind: String, Sendable, CaseIterable {
        /// What went out.
        case spending
        /// What came in.
        case income
        /// What came in, what went out, and the difference.
        case net
        /// What accounts hold.
        case balance
        /// The largest expenses.
        case largest
        /// The merchants to which most went.
        case topMerchants
        /// The categories for which most went out.
        case topCategories
        /// The spending of two periods, categories or merchants.
        case compare
        /// Single transactions.
        case lookup
        /// What stands out.
        case unusual
        /// What is safe to spend.
        case safe
        /// Spending for each purchase, day, week or month.
        case average
        /// How many transactions there are.
        case count
        /// Spending month by month.
        case trend
        /// Payments that come again every month.
        case recurring
        /// A child's wallet, and when it is paid next.
        case allowance
        /// What is left of the monthly limits.
        case budgets
        /// The categories that changed most against the month before.
        case change
    }

    /// Which way the money goes.
    public enum Direction: Sendable, Hashable {
        /// Out.
        case spent
        /// In.
        case received
        /// Either way, also between own accounts.
        case all
    }

    /// What an average is taken of.
    public enum Basis: Sendable, Hashable {
        /// Purchases.
        case purchase
        /// Days.
        case day
        /// Weeks of seven days.
        case week
        /// Months of the calendar.
        case month
    }

    /// What is asked.
    public var kind: Kind
    /// The days it is about; `nil` when none are named.
    public var period: ClosedRange<CivilDay>?
    /// The days it is compared with, where they are named.
    public var baseline: ClosedRange<CivilDay>?
    /// The categories, of which one must be the row's; empty for all.
    public var categories: [WantedCategory]
    /// The merchants, of which one must be the row's; empty for all.
    public var names: [WantedName]
    /// The least amount without its sign, in minor units.
    public var leastMinor: Int64?
    /// The greatest amount without its sign, in minor units.
    public var mostMinor: Int64?
    /// How many rows or lines are wanted, where a number is named.
    public var number: Int?
    /// Which way the money goes.
    public var direction: Direction
    /// What an average is taken of.
    public var basis: Basis
    /// Words of an account that is meant, such as `checking`.
    public var accountWords: [String]

    /// Makes a question.
    public init(
        _ kind: Kind,
        period: ClosedRange<CivilDay>? = nil,
        baseline: ClosedRange<CivilDay>? = nil,
        categories: [WantedCategory] = [],
        names: [WantedName] = [],
        leastMinor: Int64? = nil,
        mostMinor: Int64? = nil,
        number: Int? = nil,
        direction: Direction = .spent,
        basis: Basis = .purchase,
        accountWords: [String] = []
    ) {
        self.kind = kind
        self.period = period
        self.baseline = baseline
        self.categories = categories
        self.names = names
        self.leastMinor = leastMinor
        self.mostMinor = mostMinor
        self.number = number
        self.direction = direction
        self.basis = basis
        self.accountWords = accountWords
    }
}

/// A category that a question names.
public struct WantedCategory: Sendable, Hashable {
    /// What it is called in an answer.
    public let label: String
    /// Names on Insights, of which one must be the row's.
    let names: Set<String>
    /// Codes of the catalogue, of which one may be the row's instead.
    let codes: Set<String>

    /// A whole category of Insights, or several of them.
    init(_ label: String, names: Set<String>) {
        self.init(label: label, names: names, codes: [])
    }

    /// Rows of the catalogue.
    init(_ label: String, codes: Set<String>) {
        self.init(label: label, names: [], codes: codes)
    }

    private init(label: String, names: Set<String>, codes: Set<String>) {
        self.label = label
        self.names = names
        self.codes = codes
    }

    /// The category that a text names: in the words of people, or a member's own.
    public init(named text: String, _ catalogue: Catalogue) {
        if let known = CategoryPhrases.standard.category(named: text) {
            self = known
        } else {
            let name = catalogue.insightsSpelling(of: text)
            self.init(name, names: [name])
        }
    }
}

/// A merchant that a question names, in the words of the question.
public struct WantedName: Sendable, Hashable {
    /// The words, folded.
    let words: [String]
    /// What the catalogue calls it, if it knows it.
    let catalogueName: String?
    /// Whether it is a name even if no row has it: it follows `at` or `on`, or is in the catalogue.
    let isCertain: Bool

    init(words: [String], catalogueName: String?, isCertain: Bool) {
        self.words = words
        self.catalogueName = catalogueName
        self.isCertain = isCertain
    }

    /// The merchant that a text names; `nil` when there is no word in it.
    public init?(named text: String, _ catalogue: Catalogue) {
        let words = SearchWords.words(in: text)
        guard !words.isEmpty else { return nil }
        let known = catalogue.merchant(in: text)?.name
        let isKnown = known.map { NameMatch.isSame(words, SearchWords.words(in: $0)) } ?? false
        self.init(words: words, catalogueName: isKnown ? known : nil, isCertain: true)
    }
}
