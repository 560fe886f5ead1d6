import SQL

extension QueueTable {
    static let lease = Statement(
        "SELECT holder, ends_at, seen_at FROM queue_leases WHERE owner = $1"
    )
    static let takeLease = Statement(
        """
        INSERT INTO queue_leases (owner, holder, ends_at, seen_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (owner) DO UPDATE
        SET holder = excluded.holder, ends_at = excluded.ends_at, seen_at = excluded.seen_at
        """
    )
    static let renewLease = Statement(
        "UPDATE queue_leases SET ends_at = $3, seen_at = $4 WHERE owner = $1 AND holder = $2"
    )
    static let endLease = Statement(
        "UPDATE queue_leases SET ends_at = $3, seen_at = $3 WHERE owner = $1 AND holder = $2"
    )
    static let lanes = Statement(
        """
        SELECT about, MIN(seq) FROM waiting_calls WHERE owner = $1 AND ended_at IS NULL
        GROUP BY about HAVING MIN(seq) > $2 ORDER BY 2 LIMIT $3
        """
    )
    static let next = Statement(
        """
        SELECT \(columns) FROM waiting_calls
        WHERE owner = $1 AND about = $2 AND seq > $3 AND ended_at IS NULL ORDER BY seq LIMIT $4
        """
    )
    static let noteSending = Statement(
        """
        UPDATE waiting_calls SET first_sent_at = $5
        WHERE owner = $1 AND about = $2 AND seq BETWEEN $3 AND $4 AND ended_at IS NULL
            AND first_sent_at IS NULL
        """
    )
    static let doubtful = Statement(
        """
        SELECT \(columns) FROM waiting_calls
        WHERE owner = $1 AND ended_at IS NULL AND (expires_at <= $2 OR first_sent_at < $3)
        ORDER BY seq LIMIT $4
        """
    )
    static let remove = RowsStatement([.bigint]) { rows in
        "DELETE FROM waiting_calls WHERE seq IN (VALUES \(rows))"
    }
    static let moveToDeadLetters = Statement(
        """
        UPDATE waiting_calls
        SET ended_at = $2, reason = $3, error_kind = $4, error_status = $5, error_message = $6,
            error_trace = $7, first_sent_at = $8, error_current = $9
        WHERE seq = $1 AND ended_at IS NULL
        """
    )
    static let giveBack = Statement(
        """
        UPDATE waiting_calls SET first_sent_at = $2
        WHERE seq = $1 AND ended_at IS NULL
            AND EXISTS (SELECT 1 FROM queue_leases WHERE owner = $3 AND holder = $4)
        """
    )

    private static let columns = """
        seq, id, about, name, path, surface, carries_token, status, method, target, body,
            idempotency_key, added_at, expires_at, first_sent_at, if_match
        """
}
