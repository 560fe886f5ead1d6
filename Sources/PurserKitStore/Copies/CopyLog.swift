import Contract
import GRDB
import PurserKit

/// The conflicts of a member, at most ``most`` of them: the oldest go first.
struct CopyLog {
    static let most = 1_000

    let owner: String
    let now: Timestamp

    /// Notes a field that both sides changed.
    func tell(_ clash: CopyMerge.Clash, of row: CopyRow, _ database: Database) throws {
        try tell(
            .merged,
            of: row,
            field: clash.field,
            own: clash.own?.text,
            theirs: clash.theirs,
            kept: clash.kept?.text,
            database
        )
    }

    /// Notes what did not become of a record; values are JSON.
    func tell(
        _ cause: CopyConflict.Cause,
        of row: CopyRow,
        field: String? = nil,
        own: String? = nil,
        theirs: JSON? = nil,
        kept: String? = nil,
        _ database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO conflicts
                    (owner, kind, record, cause, field, own, theirs, kept, foundAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                owner, row.kind, row.id, cause.rawValue, field, own, theirs?.text, kept,
                now.milliseconds,
            ]
        )
        try database.execute(
            sql: """
                DELETE FROM conflicts WHERE owner = ? AND number <= (
                    SELECT number FROM conflicts WHERE owner = ? ORDER BY number DESC
                    LIMIT 1 OFFSET ?
                )
                """,
            arguments: [owner, owner, Self.most]
        )
    }

    static func list(of owner: String, _ database: Database) throws -> [CopyConflict] {
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT * FROM conflicts WHERE owner = ? ORDER BY number",
            arguments: [owner]
        )
        return try rows.map { row in
            let json = { (column: String) throws -> JSON? in
                try (row[column] as String?).map { try JSONParser.parse($0.utf8) }
            }
            guard let cause = CopyConflict.Cause(rawValue: row["cause"]) else {
                throw PurserError(.storage, "A conflict on this device cannot be read")
            }
            return CopyConflict(
                id: row["number"],
                kind: row["kind"],
                recordID: row["record"],
                cause: cause,
                field: row["field"],
                own: try json("own"),
                theirs: try json("theirs"),
                kept: try json("kept"),
                foundAt: Timestamp(milliseconds: row["foundAt"])
            )
        }
    }

    static func dismiss(_ number: Int64, of owner: String, _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM conflicts WHERE owner = ? AND number = ?",
            arguments: [owner, number]
        )
    }
}
