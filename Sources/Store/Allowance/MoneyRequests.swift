public import Allowance
public import Kernel
public import SQL

/// A child's request for money, as it is stored.
public struct MoneyRequestRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.MoneyRequest>
    /// The child.
    public let child: ID<Entity.Child>
    /// How much, in minor units.
    public let amountMinor: Int64
    /// What for.
    public let purpose: String
    /// What became of it.
    public var state: MoneyRequestState
    /// When the child asked.
    public let askedAt: Timestamp
    /// Which parent decided.
    public var decidedBy: ID<Entity.Member>?
    /// When.
    public var decidedAt: Timestamp?
    /// What the parent said.
    public var answer: String?
    /// What paid it.
    public var transfer: ID<Entity.Transfer>?

    /// Makes a record.
    public init(
        id: ID<Entity.MoneyRequest>,
        child: ID<Entity.Child>,
        amountMinor: Int64,
        purpose: String,
        state: MoneyRequestState = .pending,
        askedAt: Timestamp,
        decidedBy: ID<Entity.Member>? = nil,
        decidedAt: Timestamp? = nil,
        answer: String? = nil,
        transfer: ID<Entity.Transfer>? = nil
    ) {
        self.id = id
        self.child = child
        self.amountMinor = amountMinor
        self.purpose = purpose
        self.state = state
        self.askedAt = askedAt
        self.decidedBy = decidedBy
        self.decidedAt = decidedAt
        self.answer = answer
        self.transfer = transfer
    }
}

/// What children asked their parents for.
public enum MoneyRequests {
    private static let insertion = Statement(
        """
        INSERT INTO money_requests
            (id, child_id, amount_minor, purpose, state, asked_at_ms, household_id)
        VALUES ($1, $2, $3, $4, 'Pending', $5, $6)
        """
    )

    /// Adds a request that a child of a household made just now.
    public static func insert(
        _ request: MoneyRequestRecord,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws {
        precondition(request.state == .pending, "a request begins with waiting")
        try session.run(
            insertion,
            [
                .id(request.id), .id(request.child), .integer(request.amountMinor),
                .text(request.purpose), .instant(request.askedAt), .id(household),
            ]
        )
    }

    private static let columns = """
        SELECT r.id, r.child_id, r.amount_minor, r.purpose, r.state, r.asked_at_ms, r.decided_by,
            r.decided_at_ms, r.answer, r.transfer_id
        FROM money_requests r
        """
    private static let byID = Statement("\(columns) WHERE r.id = $1 AND r.household_id = $2")
    private static let byHousehold = Statement(
        "\(columns) WHERE r.household_id = $1 ORDER BY r.number DESC LIMIT $2"
    )
    private static let byHouseholdInState = Statement(
        """
        \(columns) WHERE r.household_id = $1 AND r.state = $3
        ORDER BY r.number DESC LIMIT $2
        """
    )
    private static let byChild = Statement(
        "\(columns) WHERE r.child_id = $1 ORDER BY r.number DESC LIMIT $2"
    )
    private static let byChildInState = Statement(
        "\(columns) WHERE r.child_id = $1 AND r.state = $3 ORDER BY r.number DESC LIMIT $2"
    )

    /// Finds a request of a household's child.
    public static func find(
        _ id: ID<Entity.MoneyRequest>,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> MoneyRequestRecord? {
        try session.first(byID, [.id(id), .id(household)], decode)
    }

    /// The newest requests of all children of a household, newest first.
    ///
    /// - Returns: At most ``Limits/moneyRequestsListed``, of one state unless it is `nil`.
    public static func newest(
        of household: ID<Entity.Household>,
        state: MoneyRequestState?,
        in session: any Session
    ) throws -> [MoneyRequestRecord] {
        let statement = state == nil ? byHousehold : byHouseholdInState
        return try session.rows(statement, [.id(household)] + page(state), decode)
    }

    /// The newest requests of a child, newest first.
    ///
    /// - Returns: At most ``Limits/moneyRequestsListed``, of one state unless it is `nil`.
    public static func newest(
        of child: ID<Entity.Child>,
        state: MoneyRequestState?,
        in session: any Session
    ) throws -> [MoneyRequestRecord] {
        let statement = state == nil ? byChild : byChildInState
        return try session.rows(statement, [.id(child)] + page(state), decode)
    }

    private static func page(_ state: MoneyRequestState?) -> [Value] {
        [.count(Limits.moneyRequestsListed)] + (state.map { [.text($0.rawValue)] } ?? [])
    }

    private static let pending = Statement(
        """
        SELECT COUNT(*) FROM (
            SELECT number FROM money_requests WHERE child_id = $1 AND state = 'Pending' LIMIT $2
        ) AS pending
        """
    )

    /// How many requests of a child wait for an answer, up to
    /// ``Limits/pendingRequestsPerChild``.
    public static func pendingCount(
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws -> Int {
        let values: [Value] = [.id(child), .count(Limits.pendingRequestsPerChild)]
        return Int(try session.first(pending, values) { $0.integer(0) } ?? 0)
    }

    private static let decision = Statement(
        """
        UPDATE money_requests SET state = $2, decided_by = $3, decided_at_ms = $4, answer = $5,
            transfer_id = $6
        WHERE id = $1 AND state = 'Pending'
        """
    )

    /// Stores what a parent decided.
    ///
    /// - Throws: `DatabaseError` `conflict` when somebody else was faster.
    public static func decide(_ request: MoneyRequestRecord, in session: any Session) throws {
        precondition(
            MoneyRequestState.pending.mayBecome(request.state),
            "what is stored is a decision"
        )
        try session.changeOne(
            decision,
            [
                .id(request.id), .text(request.state.rawValue), .id(request.decidedBy),
                .instant(request.decidedAt), .text(request.answer), .id(request.transfer),
            ],
            orConflict: "a request was decided by somebody else"
        )
    }

    private static func decode(_ row: any Row) throws -> MoneyRequestRecord {
        MoneyRequestRecord(
            id: try row.id(0),
            child: try row.id(1),
            amountMinor: row.integer(2),
            purpose: row.text(3),
            state: try MoneyRequestState(rawValue: row.text(4))
                .orCorrupt("a request has an unknown state"),
            askedAt: row.instant(5),
            decidedBy: try row.optionalID(6),
            decidedAt: row.optionalInstant(7),
            answer: row.optionalText(8),
            transfer: try row.optionalID(9)
        )
    }
}
