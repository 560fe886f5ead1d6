import Catalogue
import Guardian
import Kernel
import Ledger
import OrderedCollections
import SQL
import Store

/// What windows of policies look back on, of households in which policies are asked.
///
/// Each purchase of the ledger and each decision is a moment, and adds to the sums of its day. They
/// are filled when the first policy of a household is asked, and move from then on in the
/// transactions of what they tell of.
enum PolicyWindows {
    /// Whose purchase it is, of what and where.
    struct Purchase {
        let household: ID<Entity.Household>
        let member: ID<Entity.Member>
        let category: String
        let merchantKey: String
        let now: Timestamp
        let zone: Zone
    }

    /// Begins to keep what windows look back on, with all that lies within their reach.
    ///
    /// - Complexity: O(purchases and decisions of ``Limits/policyWindowDays``).
    static func begin(
        of household: ID<Entity.Household>,
        zone: Zone,
        _ catalogue: Catalogue,
        now: Timestamp,
        in session: any Session
    ) throws {
        try end(of: household, in: session)
        let day = zone.day(of: now).adding(days: -Limits.policyWindowDays)
        let since = zone.start(of: day)
        try PolicyPast.keep(of: household, since: since, in: session)
        let past = try moments(of: household, since: since, zone, catalogue, in: session)
        try PolicyMoments.insert(past, of: household, in: session)
        try sum(past.map { ($0, 1) }, zone, of: household, in: session)
    }

    /// Keeps nothing any more.
    static func end(of household: ID<Entity.Household>, in session: any Session) throws {
        guard try PolicyPast.kept(of: household, in: session) != nil else { return }
        try PolicyPast.keep(of: household, since: nil, in: session)
        let end = Timestamp(milliseconds: .max)
        try PolicyMoments.remove(of: household, before: end, upTo: .max, in: session)
        try PolicySums.remove(of: household, before: CivilDay(dayNumber: .max), in: session)
    }

    /// Fills anew what a household keeps, where it does: after a change of its time zone.
    static func refill(
        _ household: ID<Entity.Household>,
        zone: Zone,
        _ catalogue: Catalogue,
        now: Timestamp,
        in session: any Session
    ) throws {
        guard try PolicyPast.kept(of: household, in: session) != nil else { return }
        try begin(of: household, zone: zone, catalogue, now: now, in: session)
    }

    /// Adds a decision of a household in which policies are asked.
    static func add(decision: DecisionRecord, zone: Zone, in session: any Session) throws {
        let moment = PolicyMoment(
            at: decision.decidedAt,
            source: decision.id.raw,
            member: decision.member,
            subject: decision.answer == "APPROVE" ? .approvals : .declines,
            category: decision.facts.category,
            merchantKey: decision.merchantKey,
            amountMinor: decision.facts.amount.minor
        )
        try PolicyMoments.insert([moment], of: decision.household, in: session)
        try sum([(moment, 1)], zone, of: decision.household, in: session)
    }

    /// Everything that lies in a household's past from an instant on, by the ledger and by its
    /// decisions; also of members who were taken out of it, whose spending stays the household's.
    static func moments(
        of household: ID<Entity.Household>,
        since: Timestamp,
        _ zone: Zone,
        _ catalogue: Catalogue,
        in session: any Session
    ) throws -> [PolicyMoment] {
        let currency = try Households.named(household, in: session).currency
        var moments: [PolicyMoment] = []
        let day = zone.day(of: since)
        for member in try Members.list(of: household, in: session) {
            let past = try PolicyPast.transfers(of: member.id, since: day, in: session)
            moments += past.compactMap { transfer, edited in
                moment(of: transfer, edited: edited, currency, catalogue)
            }
        }
        moments += try answers(of: household, since: since, in: session)
        return moments.filter { $0.at >= since }
    }

    /// A household's decisions from an instant on, by its chain from the end.
    private static func answers(
        of household: ID<Entity.Household>,
        since: Timestamp,
        in session: any Session
    ) throws -> [PolicyMoment] {
        var answers: [PolicyMoment] = []
        var last = Int64.max
        while true {
            let page = try PolicyPast.decisions(
                of: household,
                before: last,
                merchantKey: MerchantName.normalised,
                in: session
            )
            let recent = page.map(\.moment).filter { $0.at >= since }
            answers += recent
            // Instants may be out of order where several processes decide, but not by a page.
            guard page.count == Limits.walkRows, !recent.isEmpty, let end = page.last else {
                return answers
            }
            last = end.sequence
        }
    }

    /// A transfer as a purchase that windows look back on; `nil` when it is none.
    static func moment(
        of transfer: Transfer,
        edited: String?,
        _ currency: Currency,
        _ catalogue: Catalogue
    ) -> PolicyMoment? {
        guard let member = transfer.member, transfer.reverses == nil,
            transfer.isPurchase(householdCurrency: currency),
            let spending = catalogue.spending(of: transfer, by: member, edited: edited)
        else { return nil }
        return PolicyMoment(
            at: transfer.occurredAt,
            source: transfer.annotated.raw,
            member: member,
            subject: .purchases,
            category: spending.guardianCategory,
            merchantKey: spending.merchantKey,
            amountMinor: spending.amountMinor
        )
    }

    /// Adds moments to the sums of their days, or takes them away.
    static func sum(
        _ moments: [(moment: PolicyMoment, times: Int64)],
        _ zone: Zone,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws {
        var sums: OrderedDictionary<PolicySums.Place, PolicySums.Sums> = [:]
        for (moment, times) in moments {
            for place in PolicySums.Place.all(of: moment, on: zone.day(of: moment.at)) {
                sums[place, default: PolicySums.Sums()].add(moment, times: times)
            }
        }
        try PolicySums.add(sums, of: household, in: session)
    }
}
