import Catalogue
public import Guardian
public import Kernel
public import Ledger
public import SQL

/// A decision as it is stored: what was asked, the facts, the answer and its trace.
public struct DecisionRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Decision>
    /// The household.
    public let household: ID<Entity.Household>
    /// The member who asked.
    public let member: ID<Entity.Member>
    /// The merchant as it was named.
    public let merchant: String
    /// The merchant's name under which equal merchants meet.
    public let merchantKey: String
    /// Which step found the category.
    public let categorySource: String
    /// What the decision depended on; as it is read, without policies, which
    /// ``withPolicies(in:)`` brings back.
    public internal(set) var facts: PurchaseFacts
    /// `APPROVE` or `DECLINE`.
    public let answer: String
    /// The word for the check that decided.
    public let reason: String
    /// The sentence for the member.
    public let message: String?
    /// The trace, as the JSON that was answered.
    public let trace: String
    /// When it was decided.
    public let decidedAt: Timestamp
    /// By which policies it was made, and what was read for them; `nil` where none was asked.
    public let policies: AskedPolicies?

    /// Makes a record; the merchant's key is made from its name where it is not given.
    public init(
        id: ID<Entity.Decision>,
        household: ID<Entity.Household>,
        member: ID<Entity.Member>,
        merchant: String,
        merchantKey: String? = nil,
        categorySource: String,
        facts: PurchaseFacts,
        answer: String,
        reason: String,
        message: String?,
        trace: String,
        decidedAt: Timestamp,
        policies: AskedPolicies? = nil
    ) {
        self.id = id
        self.household = household
        self.member = member
        self.merchant = merchant
        self.merchantKey = merchantKey ?? MerchantName.normalised(merchant)
        self.categorySource = categorySource
        self.facts = facts
        self.answer = answer
        self.reason = reason
        self.message = message
        self.trace = trace
        self.decidedAt = decidedAt
        self.policies = policies
    }

    /// The decision as its link holds it.
    public var chainContent: ChainContent {
        get throws { chainContent(location: try facts.location?.json) }
    }

    /// The same with the facts of location as they are stored.
    func chainContent(location: String?) -> ChainContent {
        var content = ChainContent(kind: "decision")
        content.append(id)
        content.append(household)
        content.append(member)
        content.append(facts.amount.minor)
        content.append(facts.amount.currency.code)
        content.append(merchant)
        content.append(facts.category)
        content.append(categorySource)
        content.append(facts.override)
        content.append(facts.limit?.minor)
        content.append(facts.spentThisMonth?.minor)
        content.append(answer)
        content.append(reason)
        content.append(message)
        content.append(trace)
        content.append(decidedAt.milliseconds)
        // Last and only where there is one: decisions from before geofences, those that no wallet
        // pays, and those that no policy was asked about, keep their hashes. With a wallet there
        // are always both fields, with policies all four.
        if location != nil || facts.wallet != nil || policies != nil { content.append(location) }
        if facts.wallet != nil || policies != nil { content.append(facts.wallet?.minor) }
        if let policies {
            content.append(policies.version)
            content.append(policies.facts)
        }
        return content
    }
}

/// The decisions of all households.
public enum Decisions {
    private static let insertion = Statement(
        """
        INSERT INTO decisions
            (id, household_id, sequence, member_id, amount_minor, currency, merchant, category,
             category_source, override_id, limit_minor, spent_minor, answer, reason, message,
             trace, decided_at_ms, previous_hash, hash, location, wallet_minor, merchant_key,
             policies_version, policy_facts)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
            $19, $20, $21, $22, $23, $24)
        """
    )

    /// Records a decision as the next link of its household's chain.
    ///
    /// - Returns: The chain's new end.
    public static func append(
        _ decision: DecisionRecord,
        to head: ChainHead,
        in session: any Session
    ) throws -> ChainHead {
        let location = try decision.facts.location?.json
        let content = decision.chainContent(location: location)
        let link = ChainLink(after: head, content: content)
        let next = try Households.advance(head, by: link, in: session)
        let facts = decision.facts
        try session.run(
            insertion,
            [
                .id(decision.id), .id(decision.household), .integer(link.sequence),
                .id(decision.member), .integer(facts.amount.minor),
                .text(facts.amount.currency.code), .text(decision.merchant),
                .text(facts.category), .text(decision.categorySource), .id(facts.override),
                .integer(facts.limit?.minor), .integer(facts.spentThisMonth?.minor),
                .text(decision.answer), .text(decision.reason), .text(decision.message),
                .text(decision.trace), .instant(decision.decidedAt), .text(link.previousHash),
                .text(link.hash), .text(location), .integer(facts.wallet?.minor),
                .text(decision.merchantKey), .integer(decision.policies?.version),
                .text(decision.policies?.facts),
            ]
        )
        return next
    }

    private static let selection = Statement(
        """
        SELECT id, member_id, amount_minor, currency, merchant, category, category_source,
            override_id, limit_minor, spent_minor, answer, reason, message, trace, decided_at_ms,
            sequence, previous_hash, hash, location, wallet_minor, policies_version, policy_facts
        FROM decisions WHERE id = $1 AND household_id = $2 AND member_id = $3
        """
    )

    /// A decision that a member asked for.
    ///
    /// - Throws: `DatabaseError`.
    public static func find(
        _ id: ID<Entity.Decision>,
        of membership: Membership,
        in session: any Session
    ) throws -> DecisionRecord? {
        let values: [Value] = [.id(id), .id(membership.household), .id(membership.member)]
        return try session.first(selection, values) { try decode($0, membership.household) }
    }

    private static let selectionByID = Statement(
        """
        SELECT id, member_id, amount_minor, currency, merchant, category, category_source,
            override_id, limit_minor, spent_minor, answer, reason, message, trace, decided_at_ms,
            sequence, previous_hash, hash, location, wallet_minor, policies_version, policy_facts,
            household_id
        FROM decisions WHERE id = $1
        """
    )

    /// A decision of any household; for the operator.
    ///
    /// - Throws: `DatabaseError`.
    public static func find(
        _ id: ID<Entity.Decision>,
        in session: any Session
    ) throws -> DecisionRecord? {
        try session.first(selectionByID, [.id(id)]) { try decode($0, try $0.id(22)) }
    }

    private static let walk = Statement(
        """
        SELECT id, member_id, amount_minor, currency, merchant, category, category_source,
            override_id, limit_minor, spent_minor, answer, reason, message, trace, decided_at_ms,
            sequence, previous_hash, hash, location, wallet_minor, policies_version, policy_facts
        FROM decisions WHERE household_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3
        """
    )

    /// The decisions after a place in the chain, in its order; for walking all of them.
    ///
    /// - Throws: ``UnreadableLink``; `DatabaseError`.
    public static func links(
        of household: ID<Entity.Household>,
        after sequence: Int64,
        in session: any Session
    ) throws -> [RecordedLink<DecisionRecord>] {
        let values: [Value] = [.id(household), .integer(sequence), .count(Limits.walkRows)]
        return try session.rows(walk, values) { row in
            try RecordedLink("decisions", row, placeAt: 15) { try decode($0, household) }
        }
    }

    private static func decode(
        _ row: any Row,
        _ household: ID<Entity.Household>
    ) throws -> DecisionRecord {
        guard let currency = Currency(code: row.text(3)) else {
            throw DatabaseError(.corrupt, "a decision has an unknown currency")
        }
        guard row.isNull(8) || !row.isNull(9) else {
            throw DatabaseError(.corrupt, "a decision has a limit and no spending beside it")
        }
        let money = { (minor: Int64) in Money(minor: minor, currency: currency) }
        return DecisionRecord(
            id: try row.id(0),
            household: household,
            member: try row.id(1),
            merchant: row.text(4),
            categorySource: row.text(6),
            facts: PurchaseFacts(
                amount: money(row.integer(2)),
                category: row.text(5),
                override: try row.optionalID(7),
                limit: row.optionalInteger(8).map(money),
                spentThisMonth: row.optionalInteger(9).map(money),
                location: try row.optionalText(18).map { try LocationFacts(json: $0) },
                wallet: row.optionalInteger(19).map(money)
            ),
            answer: row.text(10),
            reason: row.text(11),
            message: row.optionalText(12),
            trace: row.text(13),
            decidedAt: row.instant(14),
            policies: try AskedPolicies(row, at: 20)
        )
    }
}
