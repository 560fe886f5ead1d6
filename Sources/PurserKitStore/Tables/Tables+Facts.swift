import GRDB
import PurserKit

extension Tables {
    func fact(_ key: FactTable.Key) throws -> (body: String, knownAt: Timestamp)? {
        try first(
            "SELECT body, known_at FROM facts WHERE owner = ? AND kind = ? AND id = ?",
            [key.owner, key.kind.rawValue, key.id]
        ) { (body: $0["body"], knownAt: $0.time("known_at")) }
    }

    func keepFact(_ body: String, for key: FactTable.Key, at now: Timestamp) throws {
        try change(
            """
            INSERT INTO facts (owner, kind, id, body, known_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (owner, kind, id) DO UPDATE
            SET body = excluded.body, known_at = excluded.known_at
            """,
            [key.owner, key.kind.rawValue, key.id, body, now.milliseconds]
        )
    }

    func changeFact(_ body: String, for key: FactTable.Key) throws {
        try change(
            "UPDATE facts SET body = ? WHERE owner = ? AND kind = ? AND id = ?",
            [body, key.owner, key.kind.rawValue, key.id]
        )
    }

    func forgetFacts(_ kind: FactTable.Kind, of owner: String) throws {
        try change("DELETE FROM facts WHERE owner = ? AND kind = ?", [owner, kind.rawValue])
    }
}
