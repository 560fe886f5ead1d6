public import Allowance
public import Kernel
public import SQL

/// A task for a child, as it is stored.
public struct ChoreRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Chore>
    /// The child.
    public let child: ID<Entity.Child>
    /// What is to be done.
    public var title: String
    /// What it is rewarded with, in minor units; zero for nothing.
    public var rewardMinor: Int64
    /// What became of it.
    public var state: ChoreState
    /// When it was assigned.
    public let assignedAt: Timestamp
    /// When the child last said that it is done.
    public var doneAt: Timestamp?
    /// Which parent agreed or did not.
    public var decidedBy: ID<Entity.Member>?
    /// When.
    public var decidedAt: Timestamp?
    /// Why a parent did not agree.
    public var reason: String?
    /// What paid the reward.
    public var transfer: ID<Entity.Transfer>?

    /// Makes a record.
    public init(
        id: ID<Entity.Chore>,
        child: ID<Entity.Child>,
        title: String,
        rewardMinor: Int64,
        state: ChoreState = .assigned,
        assignedAt: Timestamp,
        doneAt: Timestamp? = nil,
        decidedBy: ID<Entity.Member>? = nil,
        decidedAt: Timestamp? = nil,
        reason: String? = nil,
        transfer: ID<Entity.Transfer>? = nil
    ) {
        self.id = id
        self.child = child
        self.title = title
        self.rewardMinor = rewardMinor
        self.state = state
        self.assignedAt = assignedAt
        self.doneAt = doneAt
        self.decidedBy = decidedBy
        self.decidedAt = decidedAt
        self.reason = reason
        self.transfer = transfer
    }
}

/// The tasks of all children.
public enum Chores {
    private static let insertion = Statement(
        """
        INSERT INTO chores
            (id, child_id, title, reward_minor, state, assigned_by, assigned_at_ms)
        VALUES ($1, $2, $3, $4, 'Assigned', $5, $6)
        """
    )

    /// Adds a chore that was assigned just now.
    public static func insert(
        _ chore: ChoreRecord,
        by author: ID<Entity.Member>,
        in session: any Session
    ) throws {
        precondition(chore.state == .assigned, "a chore begins with being assigned")
        try session.run(
            insertion,
            [
                .id(chore.id), .id(chore.child), .text(chore.title), .integer(chore.rewardMinor),
                .id(author), .instant(chore.assignedAt),
            ]
        )
    }

    private static let fields = """
        SELECT o.id, o.child_id, o.title, o.reward_minor, o.state, o.assigned_at_ms, o.done_at_ms,
            o.decided_by, o.decided_at_ms, o.reason, o.transfer_id
        """
    private static let columns = "\(fields) FROM chores o"
    private static let byID = Statement(
        """
        \(columns) JOIN children c ON c.id = o.child_id JOIN members m ON m.id = c.member_id
        WHERE m.removed_at_ms IS NULL AND o.id = $1 AND m.household_id = $2
        """
    )
    private static let byChild = Statement(
        "\(columns) WHERE o.child_id = $1 ORDER BY o.number DESC LIMIT $2"
    )
    private static let byState = Statement(
        "\(columns) WHERE o.child_id = $1 AND o.state = $3 ORDER BY o.number DESC LIMIT $2"
    )

    /// Finds a chore of a household's child.
    public static func find(
        _ id: ID<Entity.Chore>,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> ChoreRecord? {
        try session.first(byID, [.id(id), .id(household)], decode)
    }

    private static let byIDs = RowsStatement([.text]) { rows in
        """
        \(fields), m.household_id
        FROM (VALUES \(rows)) AS v JOIN chores o ON o.id = v.column1
            JOIN children c ON c.id = o.child_id JOIN members m ON m.id = c.member_id
        WHERE m.removed_at_ms IS NULL
        """
    }

    /// Chores of a household's children by their ids, in any order.
    public static func list(
        _ ids: [ID<Entity.Chore>],
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [ChoreRecord] {
        // Asked for the household, an engine may begin with all that its children ever had to do.
        let found = try session.rows(byIDs, ids.map { [.id($0)] }) { row in
            (chore: try decode(row), household: try row.id(11, Entity.Household.self))
        }
        return found.filter { $0.household == household }.map(\.chore)
    }

    /// The newest chores of a child, newest first.
    ///
    /// - Returns: At most ``Limits/choresListed``, of one state unless it is `nil`.
    public static func newest(
        of child: ID<Entity.Child>,
        state: ChoreState?,
        in session: any Session
    ) throws -> [ChoreRecord] {
        let values: [Value] = [.id(child), .count(Limits.choresListed)]
        guard let state else { return try session.rows(byChild, values, decode) }
        return try session.rows(byState, values + [.text(state.rawValue)], decode)
    }

    private static let open = Statement(
        """
        SELECT COUNT(*) FROM (
            SELECT number FROM chores
            WHERE child_id = $1 AND state <> 'Approved' LIMIT $2
        ) AS open
        """
    )

    /// How many chores of a child are not approved, up to ``Limits/openChoresPerChild``.
    public static func openCount(
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws -> Int {
        let values: [Value] = [.id(child), .count(Limits.openChoresPerChild)]
        return Int(try session.first(open, values) { $0.integer(0) } ?? 0)
    }

    private static let update = Statement(
        """
        UPDATE chores SET state = $3, done_at_ms = $4, decided_by = $5, decided_at_ms = $6,
            reason = $7, transfer_id = $8, is_unlinked = NULL
        WHERE id = $1 AND state = $2
        """
    )

    /// Stores what became of a chore.
    ///
    /// - Parameters:
    ///   - chore: The chore as it is from now on.
    ///   - state: What it was until now.
    ///   - session: The transaction.
    /// - Throws: `DatabaseError` `conflict` when somebody else was faster.
    public static func save(
        _ chore: ChoreRecord,
        from state: ChoreState,
        in session: any Session
    ) throws {
        precondition(state.mayBecome(chore.state), "a chore takes one step at a time")
        try session.changeOne(
            update,
            [
                .id(chore.id), .text(state.rawValue), .text(chore.state.rawValue),
                .instant(chore.doneAt), .id(chore.decidedBy), .instant(chore.decidedAt),
                .text(chore.reason), .id(chore.transfer),
            ],
            orConflict: "a chore was changed by somebody else"
        )
    }

    private static let rewriting = Statement(
        """
        UPDATE chores SET title = $3, reward_minor = $4, is_unlinked = NULL
        WHERE id = $1 AND state = $2
        """
    )

    /// Stores the title and the reward of a chore.
    ///
    /// - Throws: `DatabaseError` `conflict` when it is not what it was when it was read.
    public static func rewrite(_ chore: ChoreRecord, in session: any Session) throws {
        precondition(chore.state.mayBeDeleted, "a reward that is paid stays")
        try session.changeOne(
            rewriting,
            [
                .id(chore.id), .text(chore.state.rawValue), .text(chore.title),
                .integer(chore.rewardMinor),
            ],
            orConflict: "a chore was changed by somebody else"
        )
    }

    private static let presence = Statement("SELECT 1 FROM chores WHERE id = $1")

    /// Whether any household has a chore of an id.
    public static func isThere(_ id: ID<Entity.Chore>, in session: any Session) throws -> Bool {
        try session.first(presence, [.id(id)]) { _ in true } ?? false
    }

    private static let deletion = Statement("DELETE FROM chores WHERE id = $1 AND state = $2")

    /// Removes a chore.
    ///
    /// - Throws: `DatabaseError` `conflict` when it is not what it was when it was read.
    public static func delete(_ chore: ChoreRecord, in session: any Session) throws {
        try session.changeOne(
            deletion,
            [.id(chore.id), .text(chore.state.rawValue)],
            orConflict: "a chore was changed by somebody else"
        )
    }

    private static let withoutLink = Statement(
        """
        SELECT x.*, m.id, m.household_id
        FROM (\(columns) WHERE is_unlinked = 1 ORDER BY id LIMIT $1) AS x
            JOIN children c ON c.id = x.child_id JOIN members m ON m.id = c.member_id
        """
    )

    /// Some chores of earlier versions that no link of a chain tells of, and whose they are.
    public static func unlinked(
        in session: any Session
    ) throws -> [(record: ChoreRecord, owner: RecordOwner)] {
        try session.rows(withoutLink, [.count(Limits.walkRows)]) { row in
            let owner = RecordOwner(member: try row.id(11), household: try row.id(12))
            return (record: try decode(row), owner: owner)
        }
    }

    private static let linking = Statement("UPDATE chores SET is_unlinked = NULL WHERE id = $1")

    /// Notes that a link of a chain tells of a chore.
    public static func noteLinked(_ id: ID<Entity.Chore>, in session: any Session) throws {
        try session.run(linking, [.id(id)])
    }

    private static func decode(_ row: any Row) throws -> ChoreRecord {
        ChoreRecord(
            id: try row.id(0),
            child: try row.id(1),
            title: row.text(2),
            rewardMinor: row.integer(3),
            state: try ChoreState(rawValue: row.text(4))
                .orCorrupt("a chore has an unknown state"),
            assignedAt: row.instant(5),
            doneAt: row.optionalInstant(6),
            decidedBy: try row.optionalID(7),
            decidedAt: row.optionalInstant(8),
            reason: row.optionalText(9),
            transfer: try row.optionalID(10)
        )
    }
}
