import Catalogue
import Kernel

/// Accounts, and what may be spent.
extension AnswerWriter {
    private static var typeWords: [String: Set<String>] {
        [
            "checking": ["checking", "current"], "savings": ["savings"],
            "credit": ["credit", "card", "cards", "debt"], "loan": ["loan", "loans", "debt"],
            "investment": ["investment", "investments", "brokerage"],
            "allowance": ["allowance", "wallet"],
        ]
    }

    /// What accounts hold.
    func balance() throws -> Answer? {
        guard question.categories.isEmpty, question.period?.contains(today) ?? true else {
            return nil
        }
        let accounts = try ledger.accounts()
        let wanted = Set(question.accountWords)
        let words = { (account: AnswerAccount) in
            Set(SearchWords.words(in: "\(account.name) \(account.institution)"))
                .union(Self.typeWords[account.type] ?? [])
        }
        let known = accounts.reduce(
            into: Self.typeWords.values.reduce(into: Set<String>()) {
                $0.formUnion($1)
            }
        ) { $0.formUnion(words($1)) }
        guard wanted.isSubset(of: known) else { return nil }
        let shown =
            wanted.isEmpty
            ? accounts : accounts.filter { !words($0).isDisjoint(with: wanted) }
        guard !shown.isEmpty else {
            return Answer(
                "I found no such account: 0 accounts.",
                figures: [counted("Accounts", 0, nil)]
            )
        }
        let listed = shown.prefix(Limits.answerOwnLines)
        var figures = listed.map { account in
            AnswerFigure("Balance", .money(account.balance), filter: masked(account.name))
        }
        let lines = listed.map { "\(masked($0.name)): \($0.balance.display)" }
        guard shown.count > 1 else { return Answer("\(lines[0]).", figures: figures) }
        let own = shown.filter { $0.balance.currency == currency }
        let total = own.reduce(Int128(0)) { $0 + Int128($1.balance.minor) }
        figures.append(figure("Total balance", total, nil))
        return Answer(
            "Your accounts hold \(money(total).display) together:\n"
                + lines.joined(separator: "\n"),
            figures: figures
        )
    }

    // MARK: Safe to spend

    /// How far income is looked for that is still to come: as long as a cycle can be.
    private static var daysAhead: Int { 45 }

    /// What is safe to spend today.
    func safe() throws -> Answer {
        let first = today.adding(days: 1 - SpendingHistory.days)
        let days = try ledger.spending(on: first...today.adding(days: Self.daysAhead))
        let cash = try ledger.accounts().filter { $0.isCash && $0.balance.currency == currency }
            .reduce(Int128(0)) { $0 + Int128($1.balance.minor) }
        let safe = SafeToSpend(
            today: today,
            days: days,
            cashMinor: Int64(clamping: cash),
            currency: currency
        )
        let cycle = safe.cycle.start...safe.cycle.end
        var counted: [LedgerRow] = []
        try ledger.visit(cycle.lowerBound...today) { row in
            if Self.isVariable(row.row) { counted.append(row) }
        }
        let amount = money(Int128(safe.safeToSpendTodayMinor))
        let budget = money(Int128(safe.remainingVariableBudgetMinor))
        var said = [
            "You can safely spend \(amount.display) today, \(today.text).",
            "\(budget.display) of this cycle's budget is left for "
                + "\(number(safe.daysRemaining, "day")), until \(cycle.upperBound.text), and cash "
                + "allows \(money(Int128(safe.hardCapMinor)).display) at most.",
        ]
        if let asked = question.leastMinor {
            let isWithin = asked <= safe.safeToSpendTodayMinor
            said.append("What you named is \(isWithin ? "within" : "more than") that.")
        }
        said += safe.notes.map(\.rawValue)
        return Answer(
            said.joined(separator: " "),
            figures: [
                figure("Safe to spend today", Int128(amount.minor), today...today),
                figure("Budget that is left", Int128(budget.minor), cycle),
                AnswerFigure(
                    "Days that are left",
                    .days(Int64(safe.daysRemaining)),
                    first: cycle.lowerBound,
                    last: cycle.upperBound
                ),
                figure("What cash allows", Int128(safe.hardCapMinor), cycle),
            ],
            sources: sources(counted)
        )
    }

    /// Whether a row counts as spent of the cycle's budget.
    private static func isVariable(_ row: AnalysedRow) -> Bool {
        row.isExpense && !row.isPending
            && (row.kind ?? SpendingKind(category: row.category, merchant: row.merchant))
                == .variable
    }

    // MARK: Of the family's rooms

    /// A child's wallet, and when it is paid next.
    func allowance() throws -> Answer {
        guard let allowance = try ledger.allowance() else {
            return Answer(
                "I found no allowance of yours: 0 allowances.",
                figures: [counted("Allowances", 0, nil)]
            )
        }
        var figures = [AnswerFigure("Wallet", .money(allowance.balance))]
        var said = "Your wallet holds \(allowance.balance.display)."
        if let next = allowance.next {
            let days = max(0, next.dayNumber - today.dayNumber)
            figures += [
                AnswerFigure("Next allowance", .money(allowance.amount), first: next, last: next),
                AnswerFigure("Days until then", .days(Int64(days)), first: next, last: next),
            ]
            said +=
                " The next allowance of \(allowance.amount.display) is due on \(next.text), "
                + "in \(number(days, "day"))."
        } else {
            said += " No allowance is due."
        }
        return Answer(said, figures: figures)
    }

    /// What is left of the monthly limits.
    func budgets() throws -> Answer {
        let wanted = Set(
            question.categories.flatMap { category in
                (category.codes.union(category.names)).map {
                    catalogue.guardianCategory(ofLedger: $0)
                }
            }
        )
        let budgets = try ledger.budgets().filter {
            wanted.isEmpty || wanted.contains($0.category)
        }
        guard !budgets.isEmpty else {
            let said = "I found no monthly limit\(subject(filter([]))): 0 limits."
            return Answer(said, figures: [counted("Monthly limits", 0, nil)])
        }
        let days = today.month.firstDay...today
        var figures: [AnswerFigure] = []
        let lines = budgets.prefix(Limits.answerOwnLines).map { budget in
            let name = masked(budget.category)
            let spent = Int128(budget.spentMinor)
            figures.append(figure("Spent", spent, days, name))
            guard budget.limitMinor > 0 else {
                return "\(name): blocked, with \(money(spent).display) spent"
            }
            let limit = Int128(budget.limitMinor)
            let left = max(0, limit - spent)
            figures += [
                figure("Left", left, days, name), figure("Monthly limit", limit, days, name),
            ]
            return "\(name): \(money(left).display) left of \(money(limit).display), with "
                + "\(money(spent).display) spent"
        }
        return Answer(
            "Your limits for this month, \(range(days)):\n\(lines.joined(separator: "\n"))",
            figures: figures
        )
    }
}
