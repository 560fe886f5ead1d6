import Contract
import Kernel
import SQL

extension CopyTable {
    private static let insertion = Statement(
        """
        INSERT INTO copy_conflicts
            (owner, kind, id, field, cause, base, mine, theirs, kept, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        RETURNING number
        """
    )

    /// Keeps a conflict.
    func add(
        _ conflict: FieldConflict,
        _ cause: SyncConflict.Cause,
        of copy: String,
        at now: Timestamp,
        in session: any SQL.Session
    ) throws -> SyncConflict {
        let values: [Value] = [
            .text(owner), .text(kind), .text(copy), .text(conflict.field), .text(cause.rawValue),
            .text(conflict.base?.text), .text(conflict.mine?.text), .text(conflict.theirs?.text),
            .text(conflict.kept?.text), .instant(now),
        ]
        let number = try session.first(Self.insertion, values) { $0.integer(0) }
        return SyncConflict(
            id: number ?? 0,
            kind: kind,
            copyID: copy,
            cause: cause,
            field: conflict.field,
            base: conflict.base,
            mine: conflict.mine,
            theirs: conflict.theirs,
            kept: conflict.kept,
            at: now
        )
    }

    private static let conflictList = Statement(
        """
        SELECT number, id, cause, field, base, mine, theirs, kept, at FROM copy_conflicts
        WHERE owner = $1 AND kind = $2 ORDER BY number
        """
    )

    /// The conflicts that nobody dismissed, in the order in which they were found.
    func conflicts(in session: any SQL.Session) throws -> [SyncConflict] {
        try session.rows(Self.conflictList, [.text(owner), .text(kind)]) { row in
            SyncConflict(
                id: row.integer(0),
                kind: kind,
                copyID: row.text(1),
                cause: SyncConflict.Cause(rawValue: row.text(2)) ?? .merged,
                field: row.optionalText(3),
                base: try Self.value(row.optionalText(4)),
                mine: try Self.value(row.optionalText(5)),
                theirs: try Self.value(row.optionalText(6)),
                kept: try Self.value(row.optionalText(7)),
                at: row.instant(8)
            )
        }
    }

    private static func value(_ text: String?) throws -> JSON? {
        try text.map { try JSONParser.parse(Array($0.utf8)) }
    }

    private static let dismissal = Statement(
        "DELETE FROM copy_conflicts WHERE owner = $1 AND kind = $2 AND number = $3"
    )

    /// Forgets a conflict.
    func dismiss(_ number: Int64, in session: any SQL.Session) throws {
        try session.run(Self.dismissal, [.text(owner), .text(kind), .integer(number)])
    }
}
