import Banking
import Catalogue
import Kernel
import Ledger
import Store

/// The transfers of a member's accounts as a journal that hledger 1.25 reads.
///
/// Every transfer that moved a balance is a transaction. What is pending is left out: it moves none
/// yet, and the journal's balances are those that the list of accounts shows. Transactions stand in
/// the order of recording, which hledger sorts by day.
struct ExportedJournal {
    private typealias Minors = [ID<Entity.Account>: Int64]

    private let source: ExportSource
    /// The exported accounts, in the order in which they were made.
    private let accounts: [JournalAccount]
    /// Every account that lists show.
    private let names: [ID<Entity.Account>: JournalAccount]
    /// What each exported account holds now.
    private let balances: Minors

    init(_ source: ExportSource) {
        self.source = source
        let named = JournalAccount.named(
            source.listed.map { listed in
                let account = listed.account
                return (account.id, listed.number, account.kind, account.currency, account.name)
            }
        )
        names = Dictionary(uniqueKeysWithValues: named.map { ($0.id, $0) })
        let exported = source.accounts.map { ($0.account.id, $0.account.totals.balanceMinor) }
        balances = Dictionary(uniqueKeysWithValues: exported)
        accounts = named.filter { [balances] in balances[$0.id] != nil }
    }

    /// Writes the journal, whose last transaction has hledger check every balance.
    func write(to sink: ExportFile.Sink) async throws {
        let outside = try await outside()
        try await sink(Array((head + opening(outside.before)).utf8))
        var charged: Minors = [:]
        var latest = source.last ?? max(source.today, source.first ?? source.today)
        try await source.transfers { transfers in
            var text = ""
            for told in transfers where isWithin(told.transfer.day) {
                text += transaction(told).text
                latest = max(latest, told.transfer.day)
                for (account, minor) in told.transfer.effects where isFunding(account) {
                    charged[account, default: 0] += minor
                }
            }
            if !text.isEmpty { try await sink(Array(text.utf8)) }
        }
        let end = settling(charged, on: latest) + asserting(outside.after, on: latest)
        try await sink(Array(end.utf8))
    }

    private func isWithin(_ day: CivilDay) -> Bool {
        (source.first ?? day) <= day && day <= (source.last ?? day)
    }

    private func isFunding(_ account: ID<Entity.Account>) -> Bool {
        names[account]?.kind == .funding
    }

    /// What the exported accounts got before the days that were asked for, and after them.
    private func outside() async throws -> (before: Minors, after: Minors) {
        var (before, after): (Minors, Minors) = ([:], [:])
        guard source.first != nil || source.last != nil else { return (before, after) }
        try await source.transfers { transfers in
            for transfer in transfers.lazy.map(\.transfer) where !isWithin(transfer.day) {
                let isBefore = transfer.day < source.first ?? transfer.day
                for (account, minor) in transfer.effects {
                    if isBefore {
                        before[account, default: 0] += minor
                    } else {
                        after[account, default: 0] += minor
                    }
                }
            }
        }
        return (before, after)
    }

    // MARK: Beginning and end

    private var head: String {
        let currencies = Set(accounts.map(\.currency)).sorted { $0.code < $1.code }
        return """
            ; Made by Purser on \(source.today.text), in UTF-8. What is pending is not in it.
            decimal-mark .
            \(currencies.map(JournalText.commodity).joined())
            """ + accounts.map(\.declaration).joined()
    }

    /// What the accounts held before the first day.
    private func opening(_ before: Minors) -> String {
        guard let first = source.first else { return "" }
        let postings = accounts.filter { $0.kind != .funding }.flatMap { account in
            self.postings(from: "equity:opening", to: account, before[account.id] ?? 0)
        }
        return lines(of: JournalTransaction(first, "Opening balances", postings))
    }

    /// Who issued a card that Guardian charges tells no balance of it, and lists show 0: whatever
    /// was charged counts as paid to the issuer from where no list sees it.
    private func settling(_ charged: Minors, on day: CivilDay) -> String {
        let postings = accounts.filter { $0.kind == .funding }.flatMap { account in
            self.postings(from: "equity:issuers", to: account, -(charged[account.id] ?? 0))
        }
        return lines(of: JournalTransaction(day, "Paid to issuers of cards", postings))
    }

    private func asserting(_ after: Minors, on day: CivilDay) -> String {
        let postings = accounts.map { account in
            let balance = (balances[account.id] ?? 0) - (after[account.id] ?? 0)
            return JournalTransaction.Posting(
                account.name,
                0,
                account.currency,
                balanceMinor: account.kind == .funding ? 0 : balance
            )
        }
        return lines(of: JournalTransaction(day, "Balances", postings))
    }

    private func postings(
        from other: String,
        to account: JournalAccount,
        _ minor: Int64
    ) -> [JournalTransaction.Posting] {
        guard minor != 0 else { return [] }
        return [
            JournalTransaction.Posting(account.name, minor, account.currency),
            JournalTransaction.Posting(other, -minor, account.currency),
        ]
    }

    private func lines(of transaction: JournalTransaction) -> String {
        transaction.postings.isEmpty ? "" : transaction.text
    }

    // MARK: Transfers

    private func transaction(_ told: ToldTransfer) -> JournalTransaction {
        let transfer = told.transfer
        let name = told.name ?? transfer.title
        var tags = [(name: "uuid", value: transfer.id.text)]
        if let pending = transfer.pending { tags.append(("pending", pending.text)) }
        if let reverses = transfer.reverses { tags.append(("reverses", reverses.text)) }
        let (minor, currency) = (transfer.amount.minor, transfer.amount.currency)
        return JournalTransaction(
            transfer.day,
            transfer.reverses == nil ? name : "Reversal: \(name)",
            tags: tags,
            [
                JournalTransaction.Posting(
                    self.name(of: transfer.debitAccount, in: told),
                    -minor,
                    currency
                ),
                JournalTransaction.Posting(
                    self.name(of: transfer.creditAccount, in: told),
                    minor,
                    currency
                ),
            ]
        )
    }

    private func name(of id: ID<Entity.Account>, in told: ToldTransfer) -> String {
        if let account = names[id] {
            // What is not exported has no balance here that could be right.
            return balances[id] == nil ? account.nameElsewhere : account.name
        }
        guard source.worlds.contains(id) else { return "equity:household" }
        let transfer = told.transfer
        guard transfer.kind != .opening else { return "equity:opening" }
        // What takes an expense back lessens the expense.
        let isExpense = (transfer.creditAccount == id) == (transfer.reverses == nil)
        let words = source.catalogue.bankingCategory(
            ofEntry: told.category ?? transfer.details.category ?? ""
        ).words
        let parts = [isExpense ? "expenses" : "income"] + words.map(JournalText.name)
        return parts.joined(separator: ":")
    }
}

extension Transfer {
    /// What both of its accounts get of it when it is final.
    fileprivate var effects: [(account: ID<Entity.Account>, minor: Int64)] {
        [(debitAccount, -amount.minor), (creditAccount, amount.minor)]
    }
}
