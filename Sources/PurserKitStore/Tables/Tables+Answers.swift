import GRDB
import PurserKit

extension Tables {
    /// The most bytes of all answers together; the oldest go first.
    static let mostBytesOfAnswers: Int64 = 8_388_608
    static let mostAnswers: Int64 = 500

    func answer(for key: CacheKey) throws -> (body: [UInt8], keptAt: Timestamp)? {
        try first(
            """
            SELECT body, kept_at FROM kept_answers
            WHERE owner = ? AND surface = ? AND target = ?
            """,
            [key.owner, key.surface.rawValue, key.target]
        ) { row in
            (body: Array((row["body"] as String).utf8), keptAt: row.time("kept_at"))
        }
    }

    func keep(_ body: String, for key: CacheKey, at now: Timestamp) throws {
        try change(
            """
            INSERT INTO kept_answers (owner, surface, target, kept_at, bytes, body)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (owner, surface, target) DO UPDATE
            SET kept_at = excluded.kept_at, bytes = excluded.bytes, body = excluded.body
            """,
            [
                key.owner, key.surface.rawValue, key.target, now.milliseconds, body.utf8.count,
                body,
            ]
        )
        let sums = try first(
            "SELECT COUNT(*) AS number, COALESCE(SUM(bytes), 0) AS bytes FROM kept_answers"
        ) { (count: $0["number"] as Int64, bytes: $0["bytes"] as Int64) }
        guard var (count, bytes) = sums,
            count > Self.mostAnswers || bytes > Self.mostBytesOfAnswers
        else { return }
        // Those from a time that the clock was put back behind count as the oldest.
        let oldest = try rows(
            """
            SELECT rowid AS number, bytes FROM kept_answers
            ORDER BY CASE WHEN kept_at > ? THEN 0 ELSE kept_at END LIMIT 1000
            """,
            [now.milliseconds]
        ) { (number: $0["number"] as Int64, bytes: $0["bytes"] as Int64) }
        for answer in oldest where count > Self.mostAnswers || bytes > Self.mostBytesOfAnswers {
            try change("DELETE FROM kept_answers WHERE rowid = ?", [answer.number])
            count -= 1
            bytes -= answer.bytes
        }
    }

    func forgetAnswers(of surface: Surface) throws {
        try change("DELETE FROM kept_answers WHERE surface = ?", [surface.rawValue])
    }

    func roomsWithAnswers() throws -> Set<Surface> {
        let rooms = try rows("SELECT DISTINCT surface FROM kept_answers LIMIT 100") {
            Surface(rawValue: $0["surface"])
        }
        return Set(rooms.compactMap(\.self))
    }
}
