public import Kernel
public import SQL

/// What a member made of a transfer: kept beside it, so that it survives whatever a bank sends.
public struct AnnotationRecord: Sendable, Equatable {
    /// The member's category, as typed.
    public var category: String?
    /// The member's notes.
    public var notes: String?

    /// Makes an annotation.
    public init(category: String? = nil, notes: String? = nil) {
        self.category = category
        self.notes = notes
    }
}

/// The annotations of all transfers.
public enum Annotations {
    private static let selection = Statement(
        "SELECT category, notes FROM annotations WHERE transfer_id = $1"
    )

    /// The annotation of a transfer.
    public static func find(
        _ transfer: ID<Entity.Transfer>,
        in session: any Session
    ) throws -> AnnotationRecord? {
        try session.first(selection, [.id(transfer)]) { row in
            AnnotationRecord(category: row.optionalText(0), notes: row.optionalText(1))
        }
    }

    private static let byEntries = RowsStatement([.text]) { rows in
        """
        SELECT e.id, e.member_id, a.category, a.notes
        FROM (VALUES \(rows)) AS v JOIN entries e ON e.id = v.column1
            JOIN annotations a ON a.transfer_id = e.transfer_id
        """
    }

    /// What a member made of entries by their ids, in any order; also of those that lists show no
    /// more, because they may come back.
    public static func list(
        of entries: [ID<Entity.Entry>],
        _ member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [(entry: ID<Entity.Entry>, annotation: AnnotationRecord)] {
        // Asked for the member, an engine may begin with all of the member's entries.
        let found = try session.rows(byEntries, entries.map { [.id($0)] }) { row in
            let annotation = AnnotationRecord(
                category: row.optionalText(2),
                notes: row.optionalText(3)
            )
            let owner = try row.id(1, Entity.Member.self)
            return (entry: try row.id(0, Entity.Entry.self), annotation, owner: owner)
        }
        return found.filter { $0.owner == member }.map { ($0.entry, $0.1) }
    }

    private static let moving = Statement(
        "UPDATE annotations SET transfer_id = $2 WHERE transfer_id = $1"
    )

    /// Keeps the annotation of a transfer beside the one that takes its place.
    public static func move(
        from transfer: ID<Entity.Transfer>,
        to successor: ID<Entity.Transfer>,
        in session: any Session
    ) throws {
        try session.run(moving, [.id(transfer), .id(successor)])
    }

    private static let upsert = Statement(
        """
        INSERT INTO annotations (transfer_id, category, notes, changed_by, changed_at_ms)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (transfer_id) DO UPDATE SET
            category = excluded.category, notes = excluded.notes,
            changed_by = excluded.changed_by, changed_at_ms = excluded.changed_at_ms,
            is_unlinked = NULL
        """
    )

    /// Stores the annotation of a transfer.
    public static func save(
        _ annotation: AnnotationRecord,
        of transfer: ID<Entity.Transfer>,
        by member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(
            upsert,
            [
                .id(transfer), .text(annotation.category), .text(annotation.notes), .id(member),
                .instant(now),
            ]
        )
    }

    private static let withoutLink = Statement(
        """
        SELECT x.transfer_id, x.category, x.notes, t.household_id
        FROM (
            SELECT transfer_id, category, notes FROM annotations
            WHERE is_unlinked = 1 ORDER BY transfer_id LIMIT $1
        ) AS x JOIN transfers t ON t.id = x.transfer_id
        """
    )

    /// An annotation of an earlier version of the program that no link of a chain tells of.
    public struct Unlinked: Sendable, Equatable {
        /// The transfer that is annotated.
        public let transfer: ID<Entity.Transfer>
        /// What was made of it.
        public let annotation: AnnotationRecord
        /// Whose transfer it is.
        public let household: ID<Entity.Household>
    }

    /// Some annotations that no link tells of.
    public static func unlinked(in session: any Session) throws -> [Unlinked] {
        try session.rows(withoutLink, [.count(Limits.walkRows)]) { row in
            Unlinked(
                transfer: try row.id(0),
                annotation: AnnotationRecord(
                    category: row.optionalText(1),
                    notes: row.optionalText(2)
                ),
                household: try row.id(3)
            )
        }
    }

    private static let linking = Statement(
        "UPDATE annotations SET is_unlinked = NULL WHERE transfer_id = $1"
    )

    /// Notes that a link of a chain tells of an annotation.
    public static func noteLinked(
        _ transfer: ID<Entity.Transfer>,
        in session: any Session
    ) throws {
        try session.run(linking, [.id(transfer)])
    }
}
