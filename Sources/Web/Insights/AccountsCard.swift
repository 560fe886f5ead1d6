public import Contract
import Kernel

/// The accounts with what they hold together.
struct AccountsCard: Sendable {
    let total: Amount
    let rows: [Entry]
    /// That some are not in the sum, where they are of another currency.
    let notSummed: String?
    /// What will be there; `nil` where something is.
    let emptiness: String?
    /// Where a file is imported, for who has no account.
    let importWay: String?

    /// `silent`: The linked accounts whose bank has not answered for long.
    init(
        _ answer: API.Insights.AccountsListResponse,
        _ silent: [BankReading],
        today: CivilDay,
        zone: Zone,
        _ format: PageFormat
    ) {
        total = .held(hundredths: answer.totalBalance.minor, format)
        let silent = Set(silent.map(\.account))
        rows = answer.accounts.map { account in
            let newest = account.lastTransactionAt.map { zone.day(of: $0.instant) }
            return Entry(
                account.name,
                .held(hundredths: account.balance.minor, format.inCurrency(account.currency)),
                account.institution,
                tags: silent.contains(account.id) ? [Tag(.warn, "out of date")] : [],
                to: TransactionSearch(
                    month: (newest ?? today).month,
                    account: account.id
                ).path
            )
        }
        let isForeign = answer.accounts.contains { $0.currency != answer.currency }
        notSummed = isForeign ? "The sum is of the accounts in \(answer.currency) alone." : nil
        let sentence =
            "No account yet. What you import is listed here, as are accounts that you link."
        emptiness = rows.isEmpty ? sentence : nil
        importWay = rows.isEmpty ? ImportView.path : nil
    }
}

extension API.Insights.AccountsListResponse {
    /// Whether anything was ever booked on one of the accounts, by which may be reckoned.
    ///
    /// A budget tells nothing of it: one is assumed where none is known.
    public var hasTransactions: Bool { accounts.contains { $0.lastTransactionAt != nil } }
}
