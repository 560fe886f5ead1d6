import Contract
import GRDB
import PurserKit

/// A record as the device has it: what it and the server had last, and what is wanted here.
struct CopyRow: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "copies"

    let owner: String
    let kind: String
    let id: String
    /// The version of ``base``; `nil` for a record that the server has not answered to, and
    /// ``neverTold`` for one of those that was removed here.
    var version: Int64?
    /// What both had last, as JSON; `nil` for nothing.
    var base: String?
    /// What is wanted here, as JSON; `nil` when it was removed here.
    var value: String?
    /// Whether the server has not told of it since the copies began anew.
    var isUnconfirmed = false

    /// The version of a record that was made and removed here: it may be on its way still, and is
    /// removed when it turns up.
    static let neverTold: Int64 = 0

    mutating func remove() {
        if version == nil { (version, base) = (Self.neverTold, value) }
        value = nil
    }

    mutating func revert() {
        value = base
        if version == nil || version == Self.neverTold { (version, base) = (nil, nil) }
    }

    /// Whether it was removed, on both sides.
    var isRemoved: Bool { base == nil && value == nil }

    /// Whether the server does not know the record as it is here.
    var isEdited: Bool { base != value }

    static func text(_ fields: [String: JSON]) -> String { CopyFields.json(of: fields).text }

    static func fields(_ text: String?) throws -> [String: JSON] {
        guard let text else { return [:] }
        let json = try JSONParser.parse(text.utf8)
        return Dictionary(json.members.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// The edited records of a member, those that are removed first: a key that one of them holds
    /// is free then.
    static func edited(by owner: String, _ database: Database) throws -> [CopyRow] {
        try fetchAll(
            database,
            sql: """
                SELECT * FROM copies
                WHERE owner = ? AND base IS NOT value AND version IS NOT 0
                ORDER BY value IS NOT NULL, version IS NULL, kind, id
                """,
            arguments: [owner]
        )
    }

    /// How many removed records of a member are remembered.
    static let mostRemoved = 1_000

    /// Forgets that records were removed, but for the newest.
    static func forgetRemoved(of owner: String, _ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM copies
                WHERE owner = ? AND value IS NULL AND (base IS NULL OR version = 0)
                    AND version <= (
                        SELECT version FROM copies
                        WHERE owner = ? AND value IS NULL AND (base IS NULL OR version = 0)
                        ORDER BY version DESC LIMIT 1 OFFSET ?
                    )
                """,
            arguments: [owner, owner, mostRemoved]
        )
    }

    static func find(
        _ kind: String,
        _ id: String,
        of owner: String,
        _ database: Database
    ) throws -> CopyRow? {
        try fetchOne(database, key: ["owner": owner, "kind": kind, "id": id])
    }
}
