import Allowance
import Catalogue
import Contract
import Insights
import Kernel
import Ledger
import SQL
import Store

/// What answers read of one member, in one transaction.
struct MemberLedger: AnswerLedger {
    let membership: Membership
    let today: CivilDay
    let catalogue: Catalogue
    let book: TransactionBook
    let session: any Session

    /// Shows the member's rows of some days; those in another currency are left out.
    ///
    /// - Complexity: O(entries of the days).
    func visit(_ days: ClosedRange<CivilDay>, _ look: (LedgerRow) -> Void) throws {
        guard let all = try EntryCounts.window(of: membership.member, in: session),
            days.overlaps(all)
        else { return }
        var codes: [String: String?] = [:]
        try book.visit(days.clamped(to: all), in: session) { entry, row in
            guard let row else { return }
            let code = codes[entry.category] ?? catalogue.category(named: entry.category)?.code
            codes[entry.category] = .some(code)
            look(LedgerRow(row, code: code))
        }
    }

    /// What each of some days adds to what tells how much is safe to spend.
    ///
    /// - Complexity: O(*n*) in the number of days, where these are in memory; else O(entries of the
    ///   days).
    func spending(on days: ClosedRange<CivilDay>) throws -> [SpendingDay] {
        guard let all = try EntryCounts.window(of: membership.member, in: session),
            days.overlaps(all)
        else { return [] }
        return try book.spending(on: days.clamped(to: all), in: session)
    }

    /// The accounts, in the order of their list.
    func accounts() throws -> [AnswerAccount] {
        let family = try Households.named(membership.household, in: session).name
        let listed = try ListedAccounts.list(of: membership.member, in: session)
        let sorted = listed.sorted { left, right in
            (left.account.createdAt, left.account.id)
                < (right.account.createdAt, right.account.id)
        }
        return sorted.map { listed in
            AnswerAccount(
                name: listed.account.name,
                institution: listed.institution(of: family),
                type: listed.insightsType.rawValue,
                balance: Money(minor: listed.heldMinor, currency: listed.account.currency)
            )
        }
    }

    /// The monthly limits, with what the same sums say of this month that a decision goes by.
    func budgets() throws -> [AnswerBudget] {
        let rules = try Rules.list(of: membership.member, in: session)
        guard !rules.isEmpty else { return [] }
        let spent = try SpendRollups.totalsByCategory(
            by: membership.member,
            on: today.month.firstDay...today,
            in: session
        )
        return rules.map { rule in
            AnswerBudget(
                category: rule.category,
                limitMinor: rule.monthlyLimitMinor,
                spentMinor: spent[rule.category]?.amountMinor ?? 0
            )
        }
    }

    /// The allowance of a member who is a child.
    func allowance() throws -> AnswerAllowance? {
        guard let child = try Children.find(of: membership.member, in: session) else { return nil }
        return AnswerAllowance(
            balance: child.balance,
            amount: Money(
                minor: child.schedule.amountMinor,
                currency: child.balance.currency
            ),
            next: child.schedule.shownNextDue
        )
    }
}
