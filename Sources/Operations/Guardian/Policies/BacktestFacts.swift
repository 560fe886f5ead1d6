import Catalogue
import Foundation
import Guardian
import Kernel
import SQL
import Store

/// Makes purchases of the ledger what policies are asked about, with the facts of their moments.
///
/// What is stored with a decision comes first. Else the ledger tells the wallet, and the model how
/// avoidable a purchase looks; where the member was and what goals lacked is unknown then.
struct BacktestFacts {
    private let order: BacktestOrder
    private let catalogue: Catalogue
    private let model: ScoringModel
    private let session: any Session
    /// The first day of which anything is told.
    private let firstDay: CivilDay

    /// What was looked up, once for each name.
    private var keys: [String: String] = [:]
    private var merchants: [MemberName: Bool] = [:]
    private var categories: [MemberName: Bool] = [:]
    private var scored: [ScoredName: ScoringFacts.Member] = [:]
    private var spent: [MemberName: MonthSum] = [:]

    private struct MemberName: Hashable {
        let member: ID<Entity.Member>
        let name: String
    }

    private struct ScoredName: Hashable {
        let member: ID<Entity.Member>
        let category: String
        let merchant: String
    }

    private struct MonthSum {
        var month: CivilMonth
        var minor: Int64 = 0
    }

    init(
        _ order: BacktestOrder,
        _ catalogue: Catalogue,
        _ model: ScoringModel,
        in session: any Session
    ) {
        self.order = order
        self.catalogue = catalogue
        self.model = model
        self.session = session
        firstDay = order.firstDay
    }

    /// The next purchase, in the order of their instants; `nil` where its category is no spending.
    ///
    /// - Throws: `DatabaseError`.
    mutating func purchase(_ booked: BookedPurchase) throws -> PastPurchase? {
        let category = catalogue.spentCategory(
            booked.category,
            edited: booked.edited,
            isCharge: booked.isCharge
        )
        guard let category else { return nil }
        let (needs, decision) = (order.needs, booked.decision)
        let merchant = booked.merchant ?? "unknown"
        let key = key(of: merchant)
        let stored = try storedFacts(decision)
        return PastPurchase(
            id: booked.id,
            instant: booked.instant,
            member: booked.member,
            amountMinor: booked.amountMinor,
            merchant: merchant,
            merchantKey: key,
            category: category,
            mcc: stored?.mcc,
            wasApproved: decision.map { $0.isApproved && $0.isOfOwnCharge } ?? false,
            wasOverridden: decision?.isOverridden ?? false,
            isKnownMerchant: try needs.asksFirstAtMerchant && isKnown(merchant: key, booked.member),
            isKnownCategory: try needs.asksFirstInCategory
                && isKnown(category: category, booked.member),
            avoidable: try avoidable(booked, category, key, stored),
            wallet: try wallet(booked),
            places: Dictionary(
                zip(stored?.places ?? [], stored?.placeFindings ?? []),
                uniquingKeysWith: { first, _ in first }
            ),
            goalLacks: Dictionary(
                zip(stored?.goals ?? [], stored?.goalLacks ?? [])
                    .compactMap { goal, lack in lack.map { (goal, $0) } },
                uniquingKeysWith: { first, _ in first }
            )
        )
    }

    private mutating func key(of merchant: String) -> String {
        if let key = keys[merchant] { return key }
        let key = MerchantName.normalised(merchant)
        keys[merchant] = key
        return key
    }

    /// The facts that policies were asked with, where some of them are asked for.
    private func storedFacts(_ decision: BookedPurchase.Decision?) throws -> PolicyFacts? {
        let needs = order.needs
        guard let json = decision?.policyFacts,
            needs.asksScore || order.asksCode || !needs.places.isEmpty || !needs.goals.isEmpty
        else { return nil }
        do {
            return try JSONDecoder().decode(PolicyFacts.self, from: Data(json.utf8))
        } catch {
            throw DatabaseError(.corrupt, "the facts of policies cannot be read")
        }
    }

    private mutating func isKnown(
        merchant key: String,
        _ member: ID<Entity.Member>
    ) throws -> Bool {
        let name = MemberName(member: member, name: key)
        if let isKnown = merchants[name] { return isKnown }
        let isKnown = try PastPurchases.isKnown(
            merchant: key,
            to: member,
            before: firstDay,
            in: session
        )
        merchants[name] = isKnown
        return isKnown
    }

    private mutating func isKnown(
        category: String,
        _ member: ID<Entity.Member>
    ) throws -> Bool {
        let name = MemberName(member: member, name: category)
        if let isKnown = categories[name] { return isKnown }
        let isKnown = try PastPurchases.isKnown(
            category: category,
            to: member,
            before: firstDay,
            in: session
        )
        categories[name] = isKnown
        return isKnown
    }

    private func wallet(_ booked: BookedPurchase) throws -> Int64? {
        guard order.needs.asksWallet else { return nil }
        if let wallet = booked.decision?.walletMinor { return wallet }
        // Only charges are paid by wallets.
        guard booked.isCharge else { return nil }
        return try PastPurchases.walletMinor(before: booked, in: session)
    }

    /// The score of a purchase: as it was stored, else as the model has it now for that moment.
    private mutating func avoidable(
        _ booked: BookedPurchase,
        _ category: String,
        _ merchant: String,
        _ stored: PolicyFacts?
    ) throws -> Double? {
        guard order.needs.asksScore else { return nil }
        let before = spend(booked, in: category)
        if let stored = stored?.avoidable { return Double(stored) / 10_000 }
        let (zone, currency) = (order.membership.zone, order.membership.currency)
        let known = try member(booked.member, category, merchant)
        let facts = ScoringFacts(
            amount: Money(minor: booked.amountMinor, currency: currency),
            category: ScoringCategory(category),
            hour: zone.hour(of: booked.instant),
            weekday: booked.day.weekday,
            channel: .offline,
            member: ScoringFacts.Member(
                profile: known.profile,
                monthlyIncome: known.monthlyIncome,
                spendBefore: Money(minor: before, currency: currency),
                offsets: known.offsets
            )
        )
        return facts.score(by: model).pAvoid
    }

    /// Adds a purchase to its month, and tells what the member had spent before it.
    private mutating func spend(_ booked: BookedPurchase, in category: String) -> Int64 {
        let name = MemberName(member: booked.member, name: category)
        let month = booked.day.month
        var sum = spent[name] ?? MonthSum(month: month)
        if sum.month != month { sum = MonthSum(month: month) }
        let before = sum.minor
        if booked.isFinal { sum.minor += booked.amountMinor }
        spent[name] = sum
        return before
    }

    private mutating func member(
        _ member: ID<Entity.Member>,
        _ category: String,
        _ merchant: String
    ) throws -> ScoringFacts.Member {
        let name = ScoredName(member: member, category: category, merchant: merchant)
        if let known = scored[name] { return known }
        let known = try Scores.facts(
            of: member,
            category: ScoringCategory(category).code,
            merchantKey: merchant,
            currency: order.membership.currency,
            today: firstDay,
            in: session
        )
        scored[name] = known
        return known
    }
}
