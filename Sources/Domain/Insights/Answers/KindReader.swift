/// What a question asks for, by its words.
struct KindReader {
    let text: QuestionText
    /// Whether something is compared with days that are named.
    let hasBaseline: Bool
    /// Whether days are named.
    let hasPeriod: Bool

    /// The kind; `nil` when the question names none.
    var kind: LedgerQuestion.Kind? {
        ofOwnFigures ?? ofChange ?? ofShape ?? ofRows ?? ofSums
    }

    // MARK: Words

    private static let spending: Set = [
        "spent", "spend", "spends", "spending", "cost", "costs", "pay", "paid", "paying", "expense",
        "expenses", "expenditure", "expenditures", "charged",
    ]
    private static let purchases: Set = [
        "purchase", "purchases", "bought", "buy", "buying", "charge", "charges", "expense",
        "expenses", "order", "orders", "ordered", "shop", "shopped",
    ]
    private static let rows: Set = [
        "transaction", "transactions", "entries", "payment", "payments",
    ]
    private static let groups: Set = ["category", "categories"]
    private static let sellers: Set = [
        "merchant", "merchants", "store", "stores", "shops", "place", "places", "vendors",
        "retailers", "where", "who", "whom",
    ]
    private static let incomes: Set = [
        "income", "earn", "earned", "earning", "earnings", "received", "receive", "deposit",
        "deposits", "deposited",
    ]

    private static let movements = [
        "change", "changed", "changes", "increase", "increased", "decrease", "decreased", "rose",
        "grew", "grown", "dropped", "drop", "fell", "went up", "gone up", "went down", "go up",
        "go down", "going up", "going down", "gone down",
    ]

    private var asksForSpending: Bool { text.has(anyOf: Self.spending) }
    private var asksHowMuch: Bool { text.has("how much") }

    private var asksForIncome: Bool {
        if text.has(anyOf: Self.incomes) || text.has("paid me", "get paid", "got paid", "pay me")
            || text.has("came in", "come in", "coming in")
        {
            return true
        }
        return text.has("make", "made", "making") && !text.has(anyOf: Self.purchases)
    }

    // MARK: What the money does

    /// Which way the money goes.
    func direction(_ kind: LedgerQuestion.Kind) -> LedgerQuestion.Direction {
        switch kind {
        case .income: return .received
        case .net: return .all
        case .lookup where asksForIncome: return .received
        case .lookup where !text.has(anyOf: Self.purchases): return .all
        case .count where text.has(anyOf: Self.rows) && !asksForSpending && !asksForIncome:
            return .all
        case .largest, .count: return asksForIncome ? .received : .spent
        default: return .spent
        }
    }

    /// What an average is taken of; `nil` when that is not said.
    var basis: LedgerQuestion.Basis? {
        for (unit, basis) in [
            ("month", LedgerQuestion.Basis.month), ("week", .week), ("day", .day),
        ] where text.has("per \(unit)", "a \(unit)", "each \(unit)", "every \(unit)") {
            return basis
        }
        if text.has("daily") { return .day }
        return text.has("weekly") ? .week : nil
    }

    /// The one that is meant by `my last paycheck`, as a word; `nil` when no single one is meant.
    var lastOne: String? {
        guard !hasPeriod else { return nil }
        for place in text.tokens.indices {
            guard ["last", "latest", "newest", "recent"].contains(text.word(place) ?? "") else {
                continue
            }
            // A name may stand between: `my last Amazon order`.
            for next in text.tokens.dropFirst(place + 1).prefix(3) {
                if let word = next.word, Self.single.contains(word) { return word }
            }
        }
        return nil
    }

    private static let single: Set = [
        "purchase", "transaction", "payment", "charge", "expense", "order", "paycheck", "salary",
        "deposit", "visit",
    ]

    // MARK: Kinds, the particular before the general

    private var ofOwnFigures: LedgerQuestion.Kind? {
        if text.has("safe", "safely", "afford", "can i spend", "could i spend", "left to spend") {
            return .safe
        }
        if text.has("allowance", "allowances", "pocket money") { return .allowance }
        if text.has("budget", "budgets", "budgeted", "limit", "limits") { return .budgets }
        if text.has("unusual", "strange", "anomaly", "anomalies", "odd", "weird", "suspicious")
            || text.has("out of the ordinary", "stand out", "stands out")
        {
            return .unusual
        }
        return nil
    }

    private var ofChange: LedgerQuestion.Kind? {
        let changed = text.has(oneOf: Self.movements)
        if changed {
            if text.has("most", "biggest", "largest", "greatest", "top") { return .change }
            return hasPeriod && !text.has("over time", "by month") ? .compare : .trend
        }
        if text.has("trend", "trends", "trending", "over time", "by month", "month to month") {
            return .trend
        }
        let isBoth = text.has("earn", "earned", "income", "made", "make", "received")
        let isMeasured = text.has("more", "less", "versus", "vs", "compare", "compared", "and")
        if isBoth, asksForSpending, isMeasured || text.has("difference") { return .net }
        if text.has("compare", "compared", "comparison", "versus", "vs", "more than", "less than")
            || text.has("more", "less") && (hasBaseline || text.has("than", "or"))
        {
            return .compare
        }
        return nil
    }

    private var ofShape: LedgerQuestion.Kind? {
        let isRepeated = text.has("every month") && !asksHowMuch && !text.has("average")
        if isRepeated || text.has("recurring", "recur", "regular", "regularly", "autopay") {
            return .recurring
        }
        if text.has("subscribed", "standing") { return .recurring }
        let isUsual = text.has("average", "avg", "mean", "typical", "typically", "usually")
        if isUsual && !text.has("when") || text.has("normally")
            || basis != nil && (asksForSpending || asksHowMuch)
        {
            return .average
        }
        if text.has("monthly") { return .trend }
        if text.has("how many", "how often", "number of", "count") { return .count }
        if text.has("net", "saved", "save", "saving", "surplus", "cashflow", "cash flow")
            || text.has("leftover", "left over", "break even", "how am i doing", "how did i do")
        {
            return .net
        }
        return nil
    }

    private var ofRows: LedgerQuestion.Kind? {
        let isLargest =
            text.has("biggest", "largest", "highest", "priciest", "costliest")
            || text.has("most expensive", "greatest")
        let isMost = text.has("most", "top") && !text.has("most recent")
        let isSplit =
            text.has("break down", "breakdown", "by category", "by merchant")
            || text.has("per category", "per merchant", "per store")
        if isLargest || isMost || isSplit {
            if text.has("which month", "what month") { return .trend }
            if text.has(anyOf: Self.groups) { return .topCategories }
            if text.has(anyOf: Self.sellers) { return .topMerchants }
            let isOfRows = text.has(anyOf: Self.purchases) || text.has(anyOf: Self.rows)
            if isLargest || isMost && isOfRows { return .largest }
            return .topCategories
        }
        if text.has("where") && text.has("go", "going", "goes", "went") { return .topCategories }
        return text.has("when", "last time") || lastOne != nil ? .lookup : nil
    }

    private var ofSums: LedgerQuestion.Kind? {
        if asksForIncome { return .income }
        let isShown = text.has("show", "find", "list", "see", "lookup")
        if text.has("balance", "balances", "account", "accounts", "owe", "worth") {
            return .balance
        }
        let isYesOrNo = text.tokens.first?.word == "did"
        if isYesOrNo, text.has("pay", "paid", "buy", "go", "get", "order", "shop") {
            return .lookup
        }
        if text.has("what did i buy", "what did i order", "what have i bought", "what i bought") {
            return .lookup
        }
        if isShown, !asksHowMuch, !text.has("spent", "spend", "spending", "total") {
            return .lookup
        }
        if asksForSpending { return .spending }
        if text.has("have"), text.has("money", "i have", "do i have", "we have", "cash") {
            return .balance
        }
        if asksHowMuch || text.has("total", "went", "bought", "sum") { return .spending }
        let isAnyRow = text.has(anyOf: Self.purchases) || text.has(anyOf: Self.rows)
        return isAnyRow ? .lookup : nil
    }
}
