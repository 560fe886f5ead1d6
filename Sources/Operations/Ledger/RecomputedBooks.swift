import Guardian
import Kernel
import Ledger
import SQL
import Store

/// A household's balances and sums, recomputed from its transfers alone.
struct RecomputedBooks {
    private struct Amount {
        var minor: Int64 = 0
        var count: Int64 = 0
    }

    private let ledger: LedgerWriter
    private var totals: [ID<Entity.Account>: AccountTotals] = [:]
    private var pending: [ID<Entity.Transfer>: Transfer] = [:]
    private var spending: [SpendRollups.Kind: [ID<Entity.Member>: [[String]: Amount]]] = [:]
    private var counted: [ID<Entity.Transfer>: Spending] = [:]
    private var wallets: RecomputedWallets
    private var entries: RecomputedEntries
    private var rewards: RecomputedRewards
    private var policies: RecomputedPolicies
    private var copies: RecomputedSync
    /// How many links were taken into account, which is the place of the last.
    private var sequence: Int64 = 0

    init(_ ledger: LedgerWriter) throws {
        self.ledger = ledger
        wallets = try RecomputedWallets(ledger)
        entries = try RecomputedEntries(ledger)
        rewards = RecomputedRewards(ledger.household.id)
        policies = RecomputedPolicies(ledger.household.id)
        copies = try RecomputedSync(ledger.household.id, in: ledger.session)
    }

    /// Takes a link into account.
    mutating func add(_ record: ChainWalk.Record) throws {
        sequence += 1
        switch record {
        case .transfer(let transfer): try add(transfer)
        case .decision(let decision):
            if let reason = Self.misfit(decision, at: sequence) { throw fault(record.row, reason) }
        case .edit(let edit):
            rewards.add(edit, at: sequence)
            try policies.add(edit, at: sequence)
            copies.add(edit, at: sequence)
        }
    }

    /// What of a decision does not fit its facts; `nil` when nothing is found.
    private static func misfit(_ decision: DecisionRecord, at sequence: Int64) -> String? {
        let facts = decision.facts
        let isPoor = decision.reason == "insufficient_funds"
        // Where the wallet holds too little, an override that was found is left unused.
        guard isPoor || (decision.reason == "override") == (facts.override != nil) else {
            return "its reason and its override do not fit"
        }
        let isEnough = facts.wallet.map { facts.amount.minor <= $0.minor } ?? true
        guard isEnough ? !isPoor : decision.answer == "DECLINE" else {
            return "its reason and its wallet do not fit"
        }
        let version = decision.policies?.version
        guard version != nil || !["policy", "policy_warn"].contains(decision.reason) else {
            return "a policy decided and none was asked"
        }
        guard version.map({ (1..<sequence).contains($0) }) ?? true else {
            return "its policies are of no link before it"
        }
        return nil
    }

    private mutating func add(_ transfer: Transfer) throws {
        // Where its link holds another day, no hash tells whether this one is right.
        guard transfer.chainedDay == nil || transfer.day == transfer.day(in: ledger.zone) else {
            throw fault("transfers \(transfer.id)", "it is on no day of the time zone")
        }
        let settled = transfer.pending.flatMap { pending.removeValue(forKey: $0) }
        let after = try accounts(after: transfer, settling: settled)
        totals[transfer.debitAccount] = after.debit.totals
        totals[transfer.creditAccount] = after.credit.totals
        try wallets.add(transfer, in: after.debit)
        try wallets.add(transfer, in: after.credit)
        try entries.add(transfer, settling: settled)
        copies.add(transfer)
        if transfer.phase == .pending { pending[transfer.id] = transfer }
        if let original = transfer.reverses {
            counted.removeValue(forKey: original).map { count($0.negated) }
        } else if let spending = try ledger.spending(of: transfer) {
            counted[transfer.id] = spending
            count(spending)
        }
    }

    private func accounts(
        after transfer: Transfer,
        settling pending: Transfer?
    ) throws -> (debit: Posting.Account, credit: Posting.Account) {
        do {
            return try Posting.applying(
                transfer,
                debit: account(transfer.debitAccount, transfer),
                credit: account(transfer.creditAccount, transfer),
                pending: pending
            )
        } catch {
            throw fault("transfers \(transfer.id)", "it breaks a posting rule: \(error)")
        }
    }

    /// An account as the transfers so far left it; whether a wallet held enough is told by the end.
    private func account(_ id: ID<Entity.Account>, _ transfer: Transfer) -> Posting.Account {
        Posting.Account(
            id: id,
            household: ledger.household.id,
            currency: transfer.amount.currency,
            mayOverdraw: true,
            totals: totals[id] ?? AccountTotals()
        )
    }

    private mutating func count(_ entry: Spending) {
        for kind in SpendRollups.Kind.allCases {
            let key = SpendRollups.key(of: entry, kind)
            var sums = spending[kind]?[entry.member] ?? [:]
            spending[kind, default: [:]][entry.member] = nil
            sums[key, default: Amount()].minor += entry.amountMinor
            sums[key, default: Amount()].count += entry.count
            spending[kind, default: [:]][entry.member] = sums
        }
    }

    /// Holds what was recomputed against what is stored.
    ///
    /// - Throws: ``BooksFault`` at the first difference.
    func compare() throws {
        try compareAccounts()
        try wallets.compare()
        for member in try Members.list(of: ledger.household.id, in: ledger.session) {
            for kind in SpendRollups.Kind.allCases { try compareSums(kind, of: member.id) }
        }
        try entries.compare()
        try rewards.compare(in: ledger.session)
        try policies.compare(
            storedVersion: ledger.household.policiesVersion,
            in: ledger.session
        )
        try copies.compare(in: ledger.session)
        let misfit = try PolicyWindows.misfit(
            of: ledger.household,
            ledger.zone,
            ledger.catalogue,
            in: ledger.session
        )
        if let misfit { throw fault(misfit.row, misfit.reason) }
    }

    private func compareAccounts() throws {
        var sums: [Currency: Int64] = [:]
        var last: ID<Entity.Account>?
        while true {
            let household = ledger.household.id
            let page = try Accounts.list(of: household, after: last, in: ledger.session)
            for account in page {
                guard account.totals == totals[account.id] ?? AccountTotals() else {
                    throw fault(
                        "accounts \(account.id)",
                        "its totals are not those of its transfers"
                    )
                }
                guard account.kind.mayOverdraw || account.totals.availableMinor >= 0 else {
                    throw fault("accounts \(account.id)", "it owes, and must not")
                }
                sums[account.currency, default: 0] += account.totals.balanceMinor
            }
            guard page.count == Limits.walkRows else { break }
            last = page.last?.id
        }
        for (currency, sum) in sums where sum != 0 {
            throw fault("accounts", "the balances in \(currency.code) do not sum to zero")
        }
    }

    private func compareSums(_ kind: SpendRollups.Kind, of member: ID<Entity.Member>) throws {
        let stored = try SpendRollups.sums(kind, of: member, in: ledger.session)
        let recomputed = (spending[kind]?[member] ?? [:]).filter {
            $0.value.minor != 0 || $0.value.count != 0
        }
        for sum in stored {
            let own = recomputed[sum.key] ?? Amount()
            guard own.minor == sum.amountMinor, own.count == sum.count else {
                let row = "\(kind.table) \(member) \(sum.key.joined(separator: " "))"
                throw fault(row, "it is not the sum of its purchases")
            }
        }
        guard stored.count == recomputed.count else {
            throw fault("\(kind.table) \(member)", "a sum of purchases is missing")
        }
    }

    private func fault(_ row: String, _ reason: String) -> BooksFault {
        BooksFault(household: ledger.household.id, row: row, reason: reason)
    }
}

extension SpendRollups.Kind {
    /// The table that holds the sums.
    fileprivate var table: String {
        switch self {
        case .byDay: "spend_by_day"
        case .byMonth: "spend_by_month"
        case .byMerchant: "spend_by_merchant"
        }
    }
}
