public import Kernel
public import Ledger
public import SQL

/// A record that devices copy, without its value.
public struct SyncRecordRow: Sendable, Equatable {
    /// What kind of record it is.
    public let kind: RecordKind
    /// The record.
    public let id: String
    /// The place in the household's chain of its last change.
    public let version: Int64
    /// Whose it is; `nil` where it is everybody's.
    public let owner: ID<Entity.Member>?
    /// When it was removed; `nil` while it is there.
    public let removedAt: Timestamp?

    /// Makes a row.
    public init(
        kind: RecordKind,
        id: String,
        version: Int64,
        owner: ID<Entity.Member>?,
        removedAt: Timestamp? = nil
    ) {
        self.kind = kind
        self.id = id
        self.version = version
        self.owner = owner
        self.removedAt = removedAt
    }
}

/// Whose a record is.
public struct RecordOwner: Sendable, Equatable {
    /// The member.
    public let member: ID<Entity.Member>
    /// The member's household.
    public let household: ID<Entity.Household>
}

extension SyncRecordRow {
    /// A child that joined.
    public static func child(_ child: ChildRecord, version: Int64) -> Self {
        Self(kind: .child, id: child.id.text, version: version, owner: child.member)
    }
}

/// The records that devices copy, of all households, with their versions.
public enum SyncRecords {
    private static let upsert = Statement(
        """
        INSERT INTO sync_records (household_id, kind, id, version, member_id, removed_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (household_id, kind, id) DO UPDATE SET version = excluded.version,
            member_id = excluded.member_id, removed_at_ms = excluded.removed_at_ms
        """
    )

    /// Keeps the version of a record that was changed or removed.
    public static func save(
        _ record: SyncRecordRow,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws {
        try session.run(
            upsert,
            [
                .id(household), .text(record.kind.rawValue), .text(record.id),
                .integer(record.version), .id(record.owner), .instant(record.removedAt),
            ]
        )
    }

    private static let leaving = Statement(
        "DELETE FROM sync_records WHERE household_id = $1 AND member_id = $2"
    )
    private static let raising = Statement(
        "UPDATE households SET copies_from = $2 WHERE id = $1 AND copies_from < $2"
    )

    /// Forgets the records of a member who was taken out of its household.
    ///
    /// Nothing tells devices of each: what they copied before `version` counts no more.
    static func forget(
        _ member: String,
        of household: ID<Entity.Household>,
        at version: Int64,
        in session: any Session
    ) throws {
        try session.run(leaving, [.id(household), .text(member)])
        try begin(at: version, of: household, in: session)
    }

    /// Lets copies of a household that are older than a place in its chain count no more.
    public static func begin(
        at version: Int64,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws {
        try session.run(raising, [.id(household), .integer(version)])
    }

    private static let beginning = Statement("SELECT copies_from FROM households WHERE id = $1")

    /// The place in a household's chain since which its records tell all that changed.
    public static func beginning(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> Int64 {
        try session.first(beginning, [.id(household)]) { $0.integer(0) }
            .orCorrupt("a household has no record")
    }

    private static let selection = Statement(
        """
        SELECT kind, id, version, member_id, removed_at_ms FROM sync_records
        WHERE household_id = $1 AND kind = $2 AND id = $3
        """
    )

    /// Finds a record; also one that was removed, while that is remembered.
    public static func find(
        _ kind: RecordKind,
        _ id: String,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> SyncRecordRow? {
        let values: [Value] = [.id(household), .text(kind.rawValue), .text(id)]
        return try session.first(selection, values, decode)
    }

    private static let count = Statement(
        """
        SELECT COUNT(*) FROM sync_records
        WHERE household_id = $1 AND kind = $2 AND removed_at_ms IS NULL
        """
    )

    /// How many records of a kind a household has.
    public static func count(
        _ kind: RecordKind,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> Int {
        let values: [Value] = [.id(household), .text(kind.rawValue)]
        return Int(try session.first(count, values) { $0.integer(0) } ?? 0)
    }

    private static let walk = Statement(
        """
        SELECT kind, id, version, member_id, removed_at_ms FROM sync_records
        WHERE household_id = $1 AND (kind, id) > ($2, $3) ORDER BY kind, id LIMIT $4
        """
    )

    /// The records of a household after one, by kind and id; for walking all of them.
    public static func list(
        of household: ID<Entity.Household>,
        after last: SyncRecordRow?,
        in session: any Session
    ) throws -> [SyncRecordRow] {
        let values: [Value] = [
            .id(household), .text(last?.kind.rawValue ?? ""), .text(last?.id ?? ""),
            .count(Limits.walkRows),
        ]
        return try session.rows(walk, values, decode)
    }

    static func decode(_ row: any SQL.Row) throws -> SyncRecordRow {
        SyncRecordRow(
            kind: try RecordKind(rawValue: row.text(0)).orCorrupt("a record is of no known kind"),
            id: row.text(1),
            version: row.integer(2),
            owner: try row.optionalID(3),
            removedAt: row.optionalInstant(4)
        )
    }
}

extension SyncRecords {
    /// Moves the record that an edit changed to the place of its link.
    static func follow(
        _ edit: Edit,
        to version: Int64,
        in session: any Session
    ) throws {
        if edit.kind == .memberRemoved {
            try forget(edit.subject, of: edit.household, at: version, in: session)
            return
        }
        if edit.kind == .annotation {
            try followEntries(of: edit.subject, to: version, in: session)
            return
        }
        guard let (kind, isRemoved) = edit.kind.record else { return }
        precondition(edit.owner != nil || kind == .policy, "a record is somebody's")
        let record = SyncRecordRow(
            kind: kind,
            id: edit.subject,
            version: version,
            owner: edit.owner,
            removedAt: isRemoved ? edit.madeAt : nil
        )
        try save(record, of: edit.household, in: session)
    }

    private static let ofEntries = Statement(
        """
        INSERT INTO sync_records (household_id, kind, id, version, member_id)
        SELECT m.household_id, 'transactionEdit', e.id, CAST($2 AS BIGINT), e.member_id
        FROM entries e JOIN members m ON m.id = e.member_id
        WHERE e.transfer_id = $1 AND m.removed_at_ms IS NULL
        ON CONFLICT (household_id, kind, id) DO UPDATE SET version = excluded.version
        """
    )

    /// Moves what members made of the entries of a transfer: each sees it as its own transaction.
    private static func followEntries(
        of transfer: String,
        to version: Int64,
        in session: any Session
    ) throws {
        try session.run(ofEntries, [.text(transfer), .integer(version)])
    }

    private static let oldest = Statement(
        """
        SELECT household_id, kind, id, version FROM sync_records
        WHERE removed_at_ms < $1 ORDER BY removed_at_ms LIMIT $2
        """
    )
    private static let deletion = Statement(
        "DELETE FROM sync_records WHERE household_id = $1 AND kind = $2 AND id = $3"
    )

    /// Forgets that records were removed, ``Limits/tombstoneMilliseconds`` later.
    ///
    /// - Returns: How many, at most `most`.
    @discardableResult
    public static func forgetRemoved(
        upTo most: Int,
        now: Timestamp,
        in session: any Session
    ) throws -> Int {
        let last = now.adding(milliseconds: -Limits.tombstoneMilliseconds)
        let rows = try session.rows(oldest, [.instant(last), .count(most)]) { row in
            let household: ID<Entity.Household> = try row.id(0)
            return (household, kind: row.text(1), id: row.text(2), version: row.integer(3))
        }
        for row in rows {
            try begin(at: row.version, of: row.0, in: session)
            try session.run(deletion, [.id(row.0), .text(row.kind), .text(row.id)])
        }
        return rows.count
    }
}
