import Contract
import Kernel
import SQL

/// The table of kept answers.
enum CachedResponses {
    /// The longest answer that is kept, in bytes.
    static let mostBytesOfOne = 1_048_576
    /// The most bytes of all answers together; the oldest go first.
    static let mostBytes: Int64 = 8_388_608
    static let most: Int64 = 500

    /// One answer.
    static func find(
        _ key: CacheKey,
        in session: any Session
    ) throws -> (body: [UInt8], keptAt: Timestamp)? {
        try session.first(find, key.values) { (Array($0.text(0).utf8), $0.instant(1)) }
    }

    /// Writes an answer in place of a former one, and removes the oldest when there are too many.
    static func keep(
        _ body: String,
        bytes: Int,
        for key: CacheKey,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(keep, key.values + [.instant(now), .count(bytes), .text(body)])
        let sums = try session.first(sums) { (rows: $0.integer(0), bytes: $0.integer(1)) }
        guard var (rows, bytes) = sums, rows > most || bytes > mostBytes else { return }
        let oldest = try session.rows(oldest, [.instant(now)]) { row in
            (id: row.integer(0), bytes: row.integer(1))
        }
        for answer in oldest where rows > most || bytes > mostBytes {
            try session.run(remove, [.integer(answer.id)])
            rows -= 1
            bytes -= answer.bytes
        }
    }

    /// Removes the answers of a room.
    static func forget(_ surface: Surface, in session: any Session) throws {
        try session.run(forget, [.text(surface.rawValue)])
    }

    /// The rooms that there are answers of.
    static func rooms(in session: any Session) throws -> Set<Surface> {
        Set(try session.rows(rooms) { Surface(rawValue: $0.text(0)) }.compactMap(\.self))
    }

    private static let find = Statement(
        """
        SELECT body, kept_at FROM kept_answers
        WHERE owner = $1 AND surface = $2 AND target = $3
        """
    )
    private static let keep = Statement(
        """
        INSERT INTO kept_answers (owner, surface, target, kept_at, bytes, body)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (owner, surface, target) DO UPDATE
        SET kept_at = excluded.kept_at, bytes = excluded.bytes, body = excluded.body
        """
    )
    private static let sums = Statement(
        "SELECT COUNT(*), CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM kept_answers"
    )
    /// Those from a time that the clock was put back behind count as the oldest.
    private static let oldest = Statement(
        """
        SELECT rowid, bytes FROM kept_answers
        ORDER BY CASE WHEN kept_at > $1 THEN 0 ELSE kept_at END LIMIT 1000
        """
    )
    private static let remove = Statement("DELETE FROM kept_answers WHERE rowid = $1")
    private static let forget = Statement("DELETE FROM kept_answers WHERE surface = $1")
    private static let rooms = Statement(
        "SELECT DISTINCT surface FROM kept_answers LIMIT 100"
    )
}

extension CacheKey {
    fileprivate var values: [Value] { [.text(owner), .text(surface.rawValue), .text(target)] }
}
