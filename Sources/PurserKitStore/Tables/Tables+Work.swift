import Contract
import GRDB
import PurserKit

extension Tables {
    /// How far a clock is put back to be right again, and tells nothing worse.
    static let driftMilliseconds: Int64 = 300_000
    static let lanesAtOnce = 1_000

    func takeLease(_ worker: QueueWorker, at now: Timestamp) throws -> QueueWorker.Lease {
        let former = try first(
            "SELECT holder, ends_at, seen_at FROM queue_leases WHERE owner = ?",
            [worker.owner]
        ) { row in
            (
                holder: row["holder"] as String, endsAt: row.time("ends_at"),
                seenAt: row.time("seen_at")
            )
        }
        var clockWentBack = false
        if let former {
            clockWentBack = now.adding(milliseconds: Self.driftMilliseconds) < former.seenAt
            let isOver = former.endsAt <= now || clockWentBack
            guard former.holder == worker.holder || isOver else {
                return .elsewhere(until: former.endsAt)
            }
        }
        try change(
            """
            INSERT INTO queue_leases (owner, holder, ends_at, seen_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (owner) DO UPDATE
            SET holder = excluded.holder, ends_at = excluded.ends_at, seen_at = excluded.seen_at
            """,
            [worker.owner, worker.holder, Self.leaseEnd(now), now.milliseconds]
        )
        return .taken(clockWentBack: clockWentBack)
    }

    func renewLease(_ worker: QueueWorker, at now: Timestamp) throws -> Bool {
        try change(
            "UPDATE queue_leases SET ends_at = ?, seen_at = ? WHERE owner = ? AND holder = ?",
            [Self.leaseEnd(now), now.milliseconds, worker.owner, worker.holder]
        ) > 0
    }

    func endLease(_ worker: QueueWorker, at now: Timestamp) throws {
        try change(
            "UPDATE queue_leases SET ends_at = ?1, seen_at = ?1 WHERE owner = ?2 AND holder = ?3",
            [now.milliseconds, worker.owner, worker.holder]
        )
    }

    func lanes(of owner: String, after place: Int64) throws -> [QueueWorker.Lane] {
        try rows(
            """
            SELECT about, MIN(seq) AS place FROM waiting_calls
            WHERE owner = ? AND ended_at IS NULL
            GROUP BY about HAVING MIN(seq) > ? ORDER BY 2 LIMIT ?
            """,
            [owner, place, Self.lanesAtOnce]
        ) { QueueWorker.Lane(about: $0["about"], after: ($0["place"] as Int64) - 1) }
    }

    func claim(
        _ lane: QueueWorker.Lane,
        _ worker: QueueWorker,
        at now: Timestamp
    ) throws -> [QueuedCall]? {
        guard try renewLease(worker, at: now) else { return nil }
        let calls = try rows(
            """
            SELECT * FROM waiting_calls
            WHERE owner = ? AND about = ? AND seq > ? AND ended_at IS NULL ORDER BY seq LIMIT ?
            """,
            [worker.owner, lane.about, lane.after, QueueWorker.batch],
            Self.call
        )
        if let first = calls.first, let last = calls.last {
            try change(
                """
                UPDATE waiting_calls SET first_sent_at = ?
                WHERE owner = ? AND about = ? AND seq BETWEEN ? AND ? AND ended_at IS NULL
                    AND first_sent_at IS NULL
                """,
                [now.milliseconds, worker.owner, lane.about, first.place, last.place]
            )
        }
        return calls
    }

    func doubtfulCalls(
        of owner: String,
        at now: Timestamp,
        sentBefore: Timestamp
    ) throws -> [QueuedCall] {
        try rows(
            """
            SELECT * FROM waiting_calls
            WHERE owner = ? AND ended_at IS NULL AND (expires_at <= ? OR first_sent_at < ?)
            ORDER BY seq LIMIT ?
            """,
            [owner, now.milliseconds, sentBefore.milliseconds, Self.lanesAtOnce],
            Self.call
        )
    }

    func settle(_ settlements: [Settlement], _ worker: QueueWorker) throws {
        for settlement in settlements {
            let place = settlement.call.place
            switch settlement.outcome {
            case .done:
                try change("DELETE FROM waiting_calls WHERE seq = ?", [place])
            case .dead(let reason, let error, let now):
                let refusal = error.map { DeadLetter.Refusal($0) }
                try change(
                    """
                    UPDATE waiting_calls
                    SET ended_at = ?, reason = ?, error_kind = ?, error_status = ?,
                        error_message = ?, error_trace = ?, first_sent_at = ?, error_current = ?
                    WHERE seq = ? AND ended_at IS NULL
                    """,
                    [
                        now.milliseconds, reason.rawValue, refusal?.kind, refusal?.status,
                        refusal?.message, refusal?.traceID,
                        settlement.call.firstSentAt?.milliseconds, refusal?.current?.text, place,
                    ]
                )
            case .unsent:
                // Whoever holds the lease by now may have sent it.
                try change(
                    """
                    UPDATE waiting_calls SET first_sent_at = ?
                    WHERE seq = ? AND ended_at IS NULL
                        AND EXISTS (SELECT 1 FROM queue_leases WHERE owner = ? AND holder = ?)
                    """,
                    [
                        settlement.call.firstSentAt?.milliseconds, place, worker.owner,
                        worker.holder,
                    ]
                )
            }
        }
    }

    private static func leaseEnd(_ now: Timestamp) -> Int64 {
        now.adding(milliseconds: QueueWorker.leaseMilliseconds).milliseconds
    }

    private static func call(_ row: Row) throws -> QueuedCall {
        guard let surface = Surface(rawValue: row["surface"]),
            let method = Method(rawValue: row["method"])
        else { throw PurserError(.storage, "A call that waits cannot be read") }
        return QueuedCall(
            place: row["seq"],
            id: WaitingCall.ID(rawValue: row["id"]),
            about: row["about"],
            call: PreparedCall(
                name: row["name"],
                path: row["path"],
                surface: surface,
                // The queue sends again by itself, and must know of each sending how it ended.
                repeats: .never,
                carriesToken: row["carries_token"],
                status: row["status"],
                wire: PreparedCall.Wire(
                    method: method,
                    target: row["target"],
                    body: (row["body"] as String?).map { Array($0.utf8) },
                    headers: (row["if_match"] as String?).map { [PreparedCall.ifMatch: $0] } ?? [:]
                ),
                idempotencyKey: row["idempotency_key"]
            ),
            addedAt: row.time("added_at"),
            expiresAt: row.time("expires_at"),
            firstSentAt: row.optionalTime("first_sent_at")
        )
    }
}
