import Contract
import GRDB
import PurserKit

extension Tables {
    /// The most calls that a list shows.
    static let mostListed = 10_000
    /// The most calls that a member may have in the queue.
    static let mostCalls = 100_000

    func add(_ call: QueuedCall, of owner: String) throws {
        let span = try first(
            """
            SELECT (SELECT MAX(seq) FROM waiting_calls WHERE owner = ?1)
                - (SELECT MIN(seq) FROM waiting_calls WHERE owner = ?1) AS span
            """,
            [owner]
        ) { $0["span"] as Int? }
        // Places are never used twice, so there cannot be more calls than places between them.
        if (span ?? 0) ?? 0 >= Self.mostCalls {
            let counts = try countCalls(of: owner)
            guard counts.waiting + counts.dead < Self.mostCalls else {
                throw PurserError(.storage, "Too many calls wait already")
            }
        }
        let prepared = call.call
        try change(
            """
            INSERT INTO waiting_calls (
                id, owner, about, name, path, surface, carries_token, status, method, target, body,
                idempotency_key, added_at, expires_at, first_sent_at, if_match
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                call.id.rawValue, owner, call.about, prepared.name, prepared.path,
                prepared.surface.rawValue, prepared.carriesToken, prepared.status,
                prepared.wire.method.rawValue, prepared.wire.target,
                prepared.wire.body.map { String(decoding: $0, as: UTF8.self) },
                prepared.idempotencyKey, call.addedAt.milliseconds, call.expiresAt.milliseconds,
                call.firstSentAt?.milliseconds, prepared.wire.headers[PreparedCall.ifMatch],
            ]
        )
    }

    func hasWaitingCall(about: String, of owner: String) throws -> Bool {
        try first(
            """
            SELECT EXISTS (
                SELECT 1 FROM waiting_calls WHERE owner = ? AND about = ? AND ended_at IS NULL
            ) AS found
            """,
            [owner, about]
        ) { $0["found"] } ?? false
    }

    func waitingCalls(of owner: String) throws -> [WaitingCall] {
        try rows(
            """
            SELECT id, name, about, added_at, expires_at, first_sent_at
            FROM waiting_calls WHERE owner = ? AND ended_at IS NULL ORDER BY seq LIMIT ?
            """,
            [owner, Self.mostListed],
            Self.shown
        )
    }

    func deadLetters(of owner: String) throws -> [DeadLetter] {
        try rows(
            """
            SELECT id, name, about, added_at, expires_at, first_sent_at, ended_at, reason,
                error_kind, error_status, error_message, error_trace, error_current
            FROM waiting_calls WHERE owner = ? AND ended_at IS NOT NULL
            ORDER BY ended_at DESC, seq DESC LIMIT ?
            """,
            [owner, Self.mostListed]
        ) { row in
            DeadLetter(
                call: Self.shown(row),
                reason: DeadLetter.Reason(rawValue: row["reason"]) ?? .outcomeUnknown,
                endedAt: row.time("ended_at"),
                refusal: (row["error_kind"] as String?).map { kind in
                    DeadLetter.Refusal(
                        kind: kind,
                        status: row["error_status"],
                        message: row["error_message"],
                        traceID: row["error_trace"],
                        current: (row["error_current"] as String?)
                            .flatMap { try? JSONParser.parse($0.utf8) }
                    )
                }
            )
        }
    }

    func countCalls(of owner: String) throws -> OfflineQueue.Counts {
        let counts = try first(
            """
            SELECT COUNT(*) - COUNT(ended_at) AS waiting, COUNT(ended_at) AS dead
            FROM waiting_calls WHERE owner = ?
            """,
            [owner]
        ) { OfflineQueue.Counts(waiting: $0["waiting"], dead: $0["dead"]) }
        return counts ?? OfflineQueue.Counts(waiting: 0, dead: 0)
    }

    func retry(
        _ id: WaitingCall.ID,
        key: String,
        at now: Timestamp,
        of owner: String
    ) throws -> Bool {
        let count = try change(
            """
            UPDATE waiting_calls
            SET idempotency_key = ?3, expires_at = ?4 + (expires_at - added_at), added_at = ?4,
                first_sent_at = NULL, ended_at = NULL, reason = NULL, error_kind = NULL,
                error_status = NULL, error_message = NULL, error_trace = NULL, error_current = NULL
            WHERE owner = ?1 AND id = ?2 AND ended_at IS NOT NULL
            """,
            [owner, id.rawValue, key, now.milliseconds]
        )
        return count > 0
    }

    func discard(_ id: WaitingCall.ID, of owner: String) throws -> Bool {
        let sql = "DELETE FROM waiting_calls WHERE owner = ? AND id = ?"
        return try change(sql, [owner, id.rawValue]) > 0
    }

    func discardCalls(of owner: String) throws {
        try change("DELETE FROM waiting_calls WHERE owner = ?", [owner])
    }

    private static func shown(_ row: Row) -> WaitingCall {
        WaitingCall(
            id: WaitingCall.ID(rawValue: row["id"]),
            endpoint: row["name"],
            about: row["about"],
            addedAt: row.time("added_at"),
            expiresAt: row.time("expires_at"),
            firstSentAt: row.optionalTime("first_sent_at")
        )
    }
}
