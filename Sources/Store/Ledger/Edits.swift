public import Kernel
public import Ledger
public import SQL

/// The recorded changes of all households.
public enum Edits {
    private static let insertion = Statement(
        """
        INSERT INTO edits
            (id, household_id, sequence, author_id, kind, subject, body, made_at_ms,
             previous_hash, hash)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """
    )

    /// Records an edit as the next link of its household's chain; a record that devices copy moves
    /// to its place.
    ///
    /// - Returns: The chain's new end.
    @discardableResult
    public static func append(
        _ edit: Edit,
        to head: ChainHead,
        in session: any Session
    ) throws -> ChainHead {
        let link = ChainLink(after: head, content: edit.chainContent)
        let next = try Households.advance(head, by: link, in: session)
        try session.run(
            insertion,
            [
                .id(edit.id), .id(edit.household), .integer(link.sequence), .id(edit.author),
                .text(edit.kind.rawValue), .text(edit.subject), .text(edit.body),
                .instant(edit.madeAt), .text(link.previousHash), .text(link.hash),
            ]
        )
        try SyncRecords.follow(edit, to: link.sequence, in: session)
        return next
    }

    private static let origin = Statement(
        "SELECT author_id, made_at_ms FROM edits WHERE household_id = $1 AND sequence = $2"
    )

    /// Who made the edit at a place in a chain, and when; `nil` when none is there.
    public static func origin(
        of household: ID<Entity.Household>,
        at sequence: Int64,
        in session: any Session
    ) throws -> (author: ID<Entity.Member>?, madeAt: Timestamp)? {
        try session.first(origin, [.id(household), .integer(sequence)]) { row in
            (author: try row.optionalID(0), madeAt: row.instant(1))
        }
    }

    private static let walk = Statement(
        """
        SELECT id, author_id, kind, subject, body, made_at_ms, sequence, previous_hash, hash
        FROM edits WHERE household_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3
        """
    )

    /// The edits after a place in the chain, in its order; for walking all of them.
    ///
    /// - Throws: ``UnreadableLink``; `DatabaseError`.
    public static func links(
        of household: ID<Entity.Household>,
        after sequence: Int64,
        in session: any Session
    ) throws -> [RecordedLink<Edit>] {
        let values: [Value] = [.id(household), .integer(sequence), .count(Limits.walkRows)]
        return try session.rows(walk, values) { row in
            try RecordedLink("edits", row, placeAt: 6) { row in
                Edit(
                    id: try row.id(0),
                    household: household,
                    author: try row.optionalID(1),
                    kind: Edit.Kind(rawValue: row.text(2)),
                    subject: row.text(3),
                    body: row.text(4),
                    madeAt: row.instant(5)
                )
            }
        }
    }
}
