public import Kernel
public import Ledger
public import SQL

/// The records of a household that one reader may copy, by version.
public struct SyncFeed: Sendable {
    /// A record with what its last link tells.
    public struct Row: Sendable, Equatable {
        /// The record.
        public let record: SyncRecordRow
        /// Who changed it last; `nil` where the program did.
        public let author: ID<Entity.Member>?
        /// When.
        public let madeAt: Timestamp
    }

    /// Some of the records.
    public struct Page: Sendable, Equatable {
        /// The records, the earliest change first.
        public let rows: [Row]
        /// The place up to which the page is complete, where there may be more.
        public let end: Int64?
    }

    private let household: ID<Entity.Household>
    private let reader: ID<Entity.Member>
    private let seesFamily: Bool
    private let kinds: String

    /// Makes the feed of a reader.
    ///
    /// `seesFamily`: Whether the reader sees what is of others, but for what is theirs alone.
    public init(
        reader: ID<Entity.Member>,
        seesFamily: Bool,
        kinds: Set<RecordKind>,
        household: ID<Entity.Household>
    ) {
        self.reader = reader
        self.seesFamily = seesFamily
        self.kinds = ",\(kinds.map(\.rawValue).sorted().joined(separator: ",")),"
        self.household = household
    }

    /// What nobody but its member sees, parents neither.
    private static let ownAlone = "('card', 'preferences', 'transactionEdit')"

    private static let selection = Statement(
        """
        SELECT s.kind, s.id, s.version, s.member_id, s.removed_at_ms, e.author_id, e.made_at_ms
        FROM sync_records s
        JOIN edits e ON e.household_id = s.household_id AND e.sequence = s.version
        WHERE s.household_id = $1 AND s.version > $2 AND s.version <= $3
            AND (s.removed_at_ms IS NULL OR $2 > 0)
            AND $4 LIKE '%,' || s.kind || ',%'
            AND (
                s.member_id = $5 OR s.member_id IS NULL
                OR $6 = 1 AND s.kind NOT IN \(ownAlone)
            )
        ORDER BY s.version, s.kind, s.id LIMIT $7
        """
    )

    /// The records that changed after a place in the chain; without those that were removed where
    /// that is its beginning.
    ///
    /// Records of one version are on one page. A page from the beginning ends nowhere before
    /// `beginning`, so both may make it longer than `limit`.
    public func page(
        after start: Int64,
        from beginning: Int64,
        _ limit: Int,
        in session: any Session
    ) throws -> Page {
        let rows = try rows(after: start, through: .max, limit + 1, in: session)
        guard rows.count > limit else { return Page(rows: rows, end: nil) }
        let last = max(rows[limit - 1].record.version, start == 0 ? beginning : 0)
        let isCut = rows[limit].record.version <= last
        let whole =
            isCut
            ? try self.rows(after: start, through: last, .max, in: session)
            : Array(rows.prefix(limit))
        return Page(rows: whole, end: last)
    }

    private static let latest = Statement(
        """
        SELECT s.version FROM sync_records s
        WHERE s.household_id = $1 AND s.version > $2 AND s.version <= $3
            AND $4 LIKE '%,' || s.kind || ',%'
            AND (
                s.member_id = $5 OR s.member_id IS NULL
                OR $6 = 1 AND s.kind NOT IN \(ownAlone)
            )
        ORDER BY s.version DESC LIMIT 1
        """
    )

    /// The newest version of a part of the chain; `nil` where none of the records changed in it.
    public func newest(
        after start: Int64,
        through last: Int64,
        in session: any Session
    ) throws -> Int64? {
        let values: [Value] = [
            .id(household), .integer(start), .integer(last), .text(kinds), .id(reader),
            .integer(seesFamily ? 1 : 0),
        ]
        return try session.first(Self.latest, values) { $0.integer(0) }
    }

    private func rows(
        after start: Int64,
        through last: Int64,
        _ most: Int,
        in session: any Session
    ) throws -> [Row] {
        let values: [Value] = [
            .id(household), .integer(start), .integer(last), .text(kinds), .id(reader),
            .integer(seesFamily ? 1 : 0), .integer(Int64(most)),
        ]
        return try session.rows(Self.selection, values) { row in
            Row(
                record: try SyncRecords.decode(row),
                author: try row.optionalID(5),
                madeAt: row.instant(6)
            )
        }
    }
}
