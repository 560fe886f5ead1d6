import Catalogue
import Contract
import Insights
import Kernel
import Ledger
import SQL
import Store

/// A member's accounts, for showing what happened on them in the words of Insights.
final class TransactionBook {
    /// Whose they are.
    let member: ID<Entity.Member>
    /// Where their household's days begin.
    let zone: Zone
    /// The household's currency, in which sums are.
    let currency: Currency
    private let catalogue: Catalogue
    private let accounts: [ID<Entity.Account>: ListedAccount]
    /// Names of reported categories that were looked up already; a window has few of them.
    private var names: [String: String] = [:]

    init(_ membership: Membership, _ catalogue: Catalogue, in session: any Session) throws {
        member = membership.member
        currency = membership.currency
        zone = membership.zone
        self.catalogue = catalogue
        let listed = try ListedAccounts.list(of: member, withRemoved: true, in: session)
        accounts = Dictionary(uniqueKeysWithValues: listed.map { ($0.account.id, $0) })
    }

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

    /// An entry as sums take it; `nil` in another currency than the household's.
    ///
    /// The start of its day stands for the instant, which no sum looks at.
    func analysed(_ entry: AnalysedEntry) -> AnalysedRow? {
        guard accounts[entry.account]?.account.currency == currency else { return nil }
        return AnalysedRow(
            id: entry.id,
            day: entry.day,
            instant: zone.start(of: entry.day),
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
