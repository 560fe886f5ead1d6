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
            changed_by = excluded.changed_by, changed_at_ms = excluded.changed_at_ms
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
}
