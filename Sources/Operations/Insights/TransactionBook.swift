import Catalogue
import Contract
import Insights
import Kernel
import Ledger
import SQL
import Store

/// A member's accounts, for showing what happened on them in the words of Insights.
final class TransactionBook {
    private let membership: Membership
    /// The household's day.
    private let today: CivilDay
    private let recent: RecentEntries
    private let catalogue: Catalogue
    private let accounts: [ID<Entity.Account>: ListedAccount]
    /// Names of reported categories that were looked up already; a window has few of them.
    private var names: [String: String] = [:]
    /// The start of the day that was asked for last; rows come by their days.
    private var lastStart: (day: CivilDay, instant: Timestamp)?

    init(
        _ membership: Membership,
        at now: Timestamp,
        _ catalogue: Catalogue,
        _ recent: RecentEntries,
        in session: any Session
    ) throws {
        self.membership = membership
        today = membership.zone.day(of: now)
        self.recent = recent
        self.catalogue = catalogue
        let listed = try ListedAccounts.list(
            of: membership.member,
            withRemoved: true,
            in: session
        )
        accounts = Dictionary(uniqueKeysWithValues: listed.map { ($0.account.id, $0) })
    }

    /// Whose they are.
    var member: ID<Entity.Member> { membership.member }

    /// Where their household's days begin.
    var zone: Zone { membership.zone }

    /// The household's currency, in which sums are.
    var currency: Currency { membership.currency }

    /// An account that a caller names.
    ///
    /// - Throws: ``Problem`` `notFound` when it is not one of the member's.
    func account(_ id: ID<Entity.Account>) throws -> ID<Entity.Account> {
        guard let listed = accounts[id], !listed.isRemoved else { throw Problem(.notFound) }
        return id
    }

    /// What may be spent: balances of checking, savings and allowance in the household's currency.
    var cashMinor: Int64 {
        let kinds: Set<API.Insights.AccountType> = [.checking, .savings, .allowance]
        let cash = accounts.values.reduce(Int128(0)) { sum, listed in
            let isCash =
                !listed.isRemoved && listed.account.currency == currency
                && kinds.contains(listed.insightsType)
            return isCash ? sum + Int128(listed.heldMinor) : sum
        }
        return Int64(clamping: cash)
    }

    // MARK: For the analysis

    /// Shows every entry of some days to `look`, the newest day first, with the row of it; without
    /// one in another currency than the household's.
    ///
    /// - Complexity: O(entries of the days), whatever the history's length; the last months of
    ///   those who asked last are in memory.
    func visit(
        _ days: ClosedRange<CivilDay>,
        in session: any Session,
        _ look: (AnalysedEntry, AnalysedRow?) -> Void
    ) throws {
        let known = try recent.entries(
            of: membership,
            on: days,
            today: today,
            in: session,
            analysed
        )
        guard let known else {
            return try AnalysedEntries.visit(of: member, on: days, in: session) { entry in
                look(entry, analysed(entry))
            }
        }
        for place in known.indices.reversed() { look(known[place].entry, known[place].row) }
    }

    /// What each of some days adds to what tells how much is safe to spend; days without entries
    /// may be left out.
    ///
    /// - Complexity: O(*n*) in the number of days, where these are in memory; else as ``visit``.
    func spending(
        on days: ClosedRange<CivilDay>,
        in session: any Session
    ) throws -> [SpendingDay] {
        let known = try recent.spending(
            of: membership,
            on: days,
            today: today,
            in: session,
            analysed
        )
        if let known { return known }
        var found: [CivilDay: SpendingDay] = [:]
        try AnalysedEntries.visit(of: member, on: days, in: session) { entry in
            guard let row = analysed(entry) else { return }
            found[row.day, default: SpendingDay(row.day)].add(row)
        }
        return Array(found.values)
    }

    /// An entry as sums take it; `nil` in another currency than the household's.
    ///
    /// The start of its day stands for the instant, which no sum looks at.
    private func analysed(_ entry: AnalysedEntry) -> AnalysedRow? {
        guard accounts[entry.account]?.account.currency == currency else { return nil }
        return AnalysedRow(
            id: entry.id,
            day: entry.day,
            instant: start(of: entry.day),
            amountMinor: -entry.amountMinor,
            category: category(entry.category, isEdited: entry.isEdited),
            merchant: entry.merchant ?? entry.name,
            isPending: entry.isPending
        )
    }

    /// An entry of a page as the analysis takes it; `nil` in another currency.
    func analysed(_ dated: DatedEntry) throws -> AnalysedRow? {
        let entry = dated.record.entry
        guard try listed(entry).account.currency == currency else { return nil }
        return AnalysedRow(
            id: entry.id,
            day: entry.day,
            instant: dated.instant(in: zone),
            amountMinor: -entry.amountMinor,
            category: category(entry.category, isEdited: dated.isEdited),
            merchant: entry.merchant ?? entry.name,
            isPending: entry.isPending
        )
    }

    /// What an entry is called; in any currency.
    func category(of entry: AnalysedEntry) -> String {
        category(entry.category, isEdited: entry.isEdited)
    }

    /// An entry as a search reads it; in any currency.
    func searched(_ entry: SearchedEntry) -> SearchIndex.Row {
        SearchIndex.Row(
            id: entry.id,
            account: entry.account,
            order: entry.number,
            day: entry.day,
            start: start(of: entry.day),
            cents: -entry.amountMinor,
            isForeign: accounts[entry.account]?.account.currency != currency,
            written: SearchIndex.Written(
                merchant: entry.merchant,
                description: entry.name,
                category: category(entry.category, isEdited: entry.isEdited),
                notes: entry.notes
            )
        )
    }

    /// What an entry of a page is called.
    func category(of dated: DatedEntry) -> String {
        category(dated.record.entry.category, isEdited: dated.isEdited)
    }

    private func start(of day: CivilDay) -> Timestamp {
        if let lastStart, lastStart.day == day { return lastStart.instant }
        let instant = zone.start(of: day)
        lastStart = (day, instant)
        return instant
    }

    /// What an entry is called; an edit stays as it is typed.
    private func category(_ category: String, isEdited: Bool) -> String {
        if isEdited { return catalogue.insightsSpelling(of: category) }
        if let name = names[category] { return name }
        let name = catalogue.insightsCategory(ofEntry: category)
        names[category] = name
        return name
    }

    // MARK: For an answer

    /// An entry as an answer shows it.
    ///
    /// `trace`: The call's, where the transaction is the answer.
    ///
    /// - Throws: `DatabaseError` `corrupt` when its account is not one of the member's.
    func transaction(
        _ dated: DatedEntry,
        _ score: AnomalyScore? = nil,
        trace: String? = nil
    ) throws -> API.Insights.Transaction {
        let entry = dated.record.entry
        let currency = try listed(entry).account.currency
        return API.Insights.Transaction(
            id: entry.id,
            userID: member,
            accountID: entry.account,
            merchantName: entry.merchant ?? entry.name,
            amount: DecimalAmount(Money(minor: -entry.amountMinor, currency: currency)),
            currency: currency.code,
            occurredAt: WireTimestamp(dated.instant(in: zone)),
            authorizedAt: dated.record.authorizedDay.map { WireTimestamp(zone.start(of: $0)) },
            pending: entry.isPending,
            category: category(entry.category, isEdited: dated.isEdited),
            description: entry.name,
            notes: dated.record.notes,
            anomalyScore: score.map { API.Insights.AnomalyScore($0, in: currency) },
            traceID: trace
        )
    }

    private func listed(_ entry: Entry) throws -> ListedAccount {
        try accounts[entry.account].orCorrupt("an entry is on no listed account")
    }
}

extension DatedEntry {
    /// The exact instant where it is known, else the start of the day.
    func instant(in zone: Zone) -> Timestamp { occurredAt ?? zone.start(of: record.entry.day) }
}

extension API.Insights.AnomalyScore {
    fileprivate init(_ score: AnomalyScore, in currency: Currency) {
        self.init(
            method: API.Insights.AnomalyMethod(score.method),
            deltaAmount: DecimalAmount(Money(minor: score.deltaMinor, currency: currency)),
            budgetImpactPercent: DecimalAmount(minor: score.impactBasisPoints)
        )
    }
}

extension API.Insights.AnomalyMethod {
    init(_ method: AnomalyScore.Method) {
        self =
            switch method {
            case .zScore: .zScore
            case .interquartileRange: .interquartileRange
            }
    }
}
