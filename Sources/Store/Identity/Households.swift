public import Kernel
public import Ledger
public import SQL

/// A household as it is stored.
public struct HouseholdRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Household>
    /// The name.
    public let name: String
    /// The IANA name of the time zone.
    public let timeZone: String
    /// The ISO code of the currency.
    public let currency: Currency
    /// When it was founded.
    public let createdAt: Timestamp
    /// The position of the last change of a policy that is asked, live or in shadow; 0 where none
    /// is.
    public let policiesVersion: Int64

    /// Makes a record.
    public init(
        id: ID<Entity.Household>,
        name: String,
        timeZone: String,
        currency: Currency,
        createdAt: Timestamp,
        policiesVersion: Int64 = 0
    ) {
        self.id = id
        self.name = name
        self.timeZone = timeZone
        self.currency = currency
        self.createdAt = createdAt
        self.policiesVersion = policiesVersion
    }
}

/// Where a household's chain ended, and where it will.
public struct ChainMove: Sendable, Equatable {
    /// The end as it was read.
    public let start: ChainHead
    /// The new end.
    public var end: ChainHead

    /// Makes a move that goes nowhere yet.
    public init(from start: ChainHead) {
        self.start = start
        end = start
    }
}

/// The households.
public enum Households {
    private static let insertion = Statement(
        """
        INSERT INTO households
            (id, name, time_zone, currency, created_at_ms, chain_sequence, chain_hash)
        VALUES ($1, $2, $3, $4, $5, 0, $6)
        """
    )

    /// Creates a household with an empty chain.
    public static func insert(_ household: HouseholdRecord, in session: any Session) throws {
        try session.run(
            insertion,
            [
                .id(household.id), .text(household.name), .text(household.timeZone),
                .text(household.currency.code), .instant(household.createdAt),
                .text(ChainLink.genesis),
            ]
        )
    }

    private static let renaming = Statement("UPDATE households SET name = $2 WHERE id = $1")

    /// Gives a household another name.
    public static func rename(
        _ id: ID<Entity.Household>,
        to name: String,
        in session: any Session
    ) throws {
        try session.run(renaming, [.id(id), .text(name)])
    }

    private static let columns = """
        SELECT id, name, time_zone, currency, created_at_ms, policies_version FROM households
        """
    private static let selection = Statement("\(columns) WHERE id = $1")

    /// Finds a household.
    public static func find(
        _ id: ID<Entity.Household>,
        in session: any Session
    ) throws -> HouseholdRecord? {
        try session.first(selection, [.id(id)], decode)
    }

    /// The household that a row names.
    ///
    /// - Throws: `DatabaseError` `corrupt` when there is none.
    public static func named(
        _ id: ID<Entity.Household>,
        in session: any Session
    ) throws -> HouseholdRecord {
        try find(id, in: session).orCorrupt("a household has no record")
    }

    private static let page = Statement("\(columns) WHERE id > $1 ORDER BY id LIMIT $2")

    /// The households after one, by id; for walking all of them.
    public static func list(
        after id: ID<Entity.Household>?,
        in session: any Session
    ) throws -> [HouseholdRecord] {
        let values: [Value] = [.text(id?.text ?? ""), .count(Limits.walkRows)]
        return try session.rows(page, values, decode)
    }

    private static let headSelection = Statement(
        "SELECT chain_sequence, chain_hash FROM households WHERE id = $1"
    )

    /// Where a household's chain ends; `nil` when there is no such household.
    public static func head(
        of id: ID<Entity.Household>,
        in session: any Session
    ) throws -> ChainHead? {
        try session.first(headSelection, [.id(id)]) { row in
            ChainHead(household: id, sequence: row.integer(0), hash: row.text(1))
        }
    }

    private static let advance = Statement(
        """
        UPDATE households SET chain_sequence = $2, chain_hash = $3
        WHERE id = $1 AND chain_sequence = $2 - 1
        """
    )

    /// Moves the end of the chain to a link that is about to be recorded.
    ///
    /// Comes before the link itself: of two writers with the same end, one then loses with a
    /// conflict that is tried again, and not with a place that is taken.
    ///
    /// - Throws: `DatabaseError` `conflict` when another link took the place.
    public static func advance(
        _ head: ChainHead,
        by link: ChainLink,
        in session: any Session
    ) throws -> ChainHead {
        try session.changeOne(
            advance,
            [.id(head.household), .integer(link.sequence), .text(link.hash)],
            orConflict: "another link took this place in the chain"
        )
        return head.advanced(by: link)
    }

    private static let moving = RowsStatement([.text, .bigint, .bigint, .text]) { rows in
        """
        UPDATE households SET chain_sequence = v.column3, chain_hash = v.column4
        FROM (VALUES \(rows)) AS v
        WHERE households.id = v.column1 AND chain_sequence = v.column2
        """
    }

    /// Moves the ends of several households' chains over links that are about to be recorded.
    ///
    /// - Throws: `DatabaseError` `conflict` when another link took one of the places.
    public static func move(_ moves: [ChainMove], in session: any Session) throws {
        let changed = try session.run(
            moving,
            moves.map { move in
                [
                    .id(move.start.household), .integer(move.start.sequence),
                    .integer(move.end.sequence), .text(move.end.hash),
                ]
            }
        )
        guard changed == moves.count else {
            throw DatabaseError(.conflict, "another link took a place in a chain")
        }
    }

    static func decode(_ row: any Row) throws -> HouseholdRecord {
        HouseholdRecord(
            id: try row.id(0),
            name: row.text(1),
            timeZone: row.text(2),
            currency: try Currency(code: row.text(3))
                .orCorrupt("a household has an unknown currency"),
            createdAt: row.instant(4),
            policiesVersion: row.integer(5)
        )
    }
}
