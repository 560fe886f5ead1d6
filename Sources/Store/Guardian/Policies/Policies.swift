public import Guardian
public import Kernel
public import SQL

/// The policies of all households.
public enum Policies {
    private static let fields = """
        SELECT id, household_id, name, member_id, condition, action, message, state, version,
            created_by, created_at_ms, live_since_ms, shadow_since_ms, shadow_until_ms,
            pending_change, pending_by, pending_until_ms
        """
    private static let columns = "\(fields) FROM policies"
    private static let selection = Statement("\(columns) WHERE id = $1 AND household_id = $2")

    /// Finds a policy of a household.
    public static func find(
        _ id: ID<Entity.Policy>,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> PolicyRecord? {
        try session.first(selection, [.id(id), .id(household)], decode)
    }

    private static let byIDs = RowsStatement([.text], after: 1) { rows in
        """
        \(fields) FROM (VALUES \(rows)) AS v JOIN policies ON id = v.column1
        WHERE household_id = $1
        """
    }

    /// Policies of a household by their ids, in any order.
    public static func list(
        _ ids: [ID<Entity.Policy>],
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [PolicyRecord] {
        try session.rows(byIDs, after: [.id(household)], ids.map { [.id($0)] }, decode)
    }

    private static let presence = Statement("SELECT 1 FROM policies WHERE id = $1")

    /// Whether any household has a policy of an id.
    public static func isThere(
        _ id: ID<Entity.Policy>,
        in session: any Session
    ) throws -> Bool {
        try session.first(presence, [.id(id)]) { _ in true } ?? false
    }

    private static let byState = Statement(
        """
        \(columns) WHERE household_id = $1 AND state = $2 ORDER BY created_at_ms, id LIMIT $3
        """
    )

    /// The policies of a household in a state, the oldest first.
    public static func list(
        of household: ID<Entity.Household>,
        _ state: Policy.State,
        in session: any Session
    ) throws -> [PolicyRecord] {
        let values: [Value] = [
            .id(household), .text(state.rawValue), .count(Limits.policiesPerState),
        ]
        return try session.rows(byState, values, decode)
    }

    private static let walk = Statement(
        "\(columns) WHERE household_id = $1 AND name > $2 ORDER BY name LIMIT $3"
    )

    /// All policies of a household after a name, in the order of names; for walking all of them.
    public static func list(
        of household: ID<Entity.Household>,
        after name: String,
        in session: any Session
    ) throws -> [PolicyRecord] {
        let values: [Value] = [.id(household), .text(name), .count(Limits.policiesPerState)]
        return try session.rows(walk, values, decode)
    }

    private static let deletion = Statement("DELETE FROM policies WHERE id = $1")

    /// Forgets a policy.
    public static func delete(_ id: ID<Entity.Policy>, in session: any Session) throws {
        try session.run(deletion, [.id(id)])
    }

    private static let asked = Statement(
        """
        \(columns) WHERE household_id = $1 AND state IN ('live', 'shadow')
        ORDER BY created_at_ms, id LIMIT $2
        """
    )

    /// The policies of a household that are asked about purchases, live and in shadow, the oldest
    /// first.
    ///
    /// `condition`: Reads a condition as it is stored. A decision may wait for hundreds of them,
    /// and a parser of JSON that knows its text takes a tenth of Foundation's time.
    public static func asked(
        of household: ID<Entity.Household>,
        reading condition: (String) throws -> PolicyCondition,
        in session: any Session
    ) throws -> [Policy] {
        let values: [Value] = [.id(household), .count(2 * Limits.policiesPerState)]
        return try session.rows(asked, values) { try policy($0, condition) }
    }

    private static let askedAtAll = Statement(
        """
        SELECT 1 FROM policies WHERE household_id = $1 AND state IN ('live', 'shadow') LIMIT 1
        """
    )

    /// Whether any policy of a household is asked about purchases.
    public static func isAnyAsked(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> Bool {
        try session.first(askedAtAll, [.id(household)]) { _ in true } ?? false
    }

    private static let all = Statement(
        "\(columns) WHERE household_id = $1 ORDER BY created_at_ms, id LIMIT $2"
    )

    /// The policies of a household in all states, the oldest first.
    public static func list(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [PolicyRecord] {
        let most = Policy.State.allCases.count * Limits.policiesPerState
        return try session.rows(all, [.id(household), .count(most)], decode)
    }

    private static let counting = Statement(
        "SELECT COUNT(*) FROM policies WHERE household_id = $1 AND state = $2"
    )

    /// How many policies of a household are in a state.
    public static func count(
        of household: ID<Entity.Household>,
        _ state: Policy.State,
        in session: any Session
    ) throws -> Int {
        let values: [Value] = [.id(household), .text(state.rawValue)]
        return Int(try session.first(counting, values) { $0.integer(0) } ?? 0)
    }

    private static let naming = Statement(
        "SELECT id FROM policies WHERE household_id = $1 AND name = $2"
    )

    /// The policy of a household that is called so; `nil` when none is.
    public static func named(
        _ name: String,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> ID<Entity.Policy>? {
        try session.first(naming, [.id(household), .text(name)]) { try $0.id(0) }
    }

    private static let waiting = Statement(
        """
        \(columns) WHERE household_id = $1 AND pending_until_ms IS NOT NULL
        ORDER BY pending_until_ms, id LIMIT $2
        """
    )

    /// The policies of a household of which a change waits, the first that is due first.
    public static func waiting(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [PolicyRecord] {
        let values: [Value] = [.id(household), .count(Limits.policiesPerState)]
        return try session.rows(waiting, values, decode)
    }

    private static let waitingUntil = Statement(
        """
        SELECT household_id FROM policies WHERE pending_until_ms <= $1
        ORDER BY pending_until_ms LIMIT $2
        """
    )

    /// The households of changes that are due, the longest due first; once for each of them.
    public static func due(
        at now: Timestamp,
        most: Int,
        in session: any Session
    ) throws -> [ID<Entity.Household>] {
        try session.rows(waitingUntil, [.instant(now), .count(most)]) { try $0.id(0) }
    }

    private static let versioning = Statement(
        "UPDATE households SET policies_version = $2 WHERE id = $1"
    )

    /// Says at which position of the chain a policy that is asked changed last; 0 where none is.
    public static func setVersion(
        _ version: Int64,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws {
        try session.run(versioning, [.id(household), .integer(version)])
    }

    private static let upsert = Statement(
        """
        INSERT INTO policies
            (id, household_id, name, member_id, condition, action, message, state, version,
             created_by, created_at_ms, live_since_ms, shadow_since_ms, shadow_until_ms,
             pending_change, pending_by, pending_until_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
        ON CONFLICT (id) DO UPDATE SET
            name = excluded.name, member_id = excluded.member_id,
            condition = excluded.condition, action = excluded.action,
            message = excluded.message, state = excluded.state, version = excluded.version,
            live_since_ms = excluded.live_since_ms, shadow_since_ms = excluded.shadow_since_ms,
            shadow_until_ms = excluded.shadow_until_ms,
            pending_change = excluded.pending_change, pending_by = excluded.pending_by,
            pending_until_ms = excluded.pending_until_ms
        """
    )

    /// Keeps a policy as it is now.
    public static func save(_ record: PolicyRecord, in session: any Session) throws {
        let (policy, pending) = (record.policy, record.pending)
        try session.run(
            upsert,
            [
                .id(policy.id), .id(record.household), .text(policy.name), .id(policy.member),
                .text(policy.condition.json), .text(policy.action.rawValue),
                .text(policy.message), .text(policy.state.rawValue), .integer(record.version),
                .id(record.createdBy), .instant(policy.createdAt), .instant(record.liveSince),
                .instant(record.shadow?.start), .instant(record.shadow?.end),
                .text(pending?.policy.value.text), .id(pending?.askedBy),
                .instant(pending?.takesEffectAt),
            ]
        )
    }

    private static func policy(
        _ row: any Row,
        _ condition: (String) throws -> PolicyCondition
    ) throws -> Policy {
        Policy(
            id: try row.id(0),
            name: row.text(2),
            member: try row.optionalID(3),
            condition: try condition(row.text(4)),
            action: try Policy.Action(rawValue: row.text(5))
                .orCorrupt("a policy's action is unknown"),
            message: row.optionalText(6),
            state: try Policy.State(rawValue: row.text(7))
                .orCorrupt("a policy's state is unknown"),
            createdAt: row.instant(10)
        )
    }

    static func decode(_ row: any Row) throws -> PolicyRecord {
        PolicyRecord(
            try policy(row) { try PolicyCondition(stored: $0) },
            of: try row.id(1),
            version: row.integer(8),
            createdBy: try row.id(9),
            liveSince: row.optionalInstant(11),
            shadow: row.optionalInstant(12)
                .map { PolicyRecord.ShadowSpan(start: $0, end: row.optionalInstant(13)) },
            pending: try pending(row)
        )
    }

    private static func pending(_ row: any Row) throws -> PendingPolicyChange? {
        guard let json = row.optionalText(14),
            let askedBy: ID<Entity.Member> = try row.optionalID(15),
            let instant = row.optionalInstant(16)
        else { return nil }
        return PendingPolicyChange(
            try Policy(stored: json),
            askedBy: askedBy,
            takesEffectAt: instant
        )
    }
}
