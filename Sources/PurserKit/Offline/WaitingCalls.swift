import Contract
import Kernel
import SQL

/// The table of waiting calls, as the app sees it.
enum WaitingCalls {
    /// The most calls that a list shows.
    static let mostListed: Int64 = 10_000
    /// The most calls that a member may have in the queue.
    static let most: Int64 = 100_000

    /// Adds a call at the end.
    ///
    /// - Throws: ``PurserError`` `storage` when there are too many.
    static func add(_ call: QueuedCall, of owner: String, in session: any Session) throws {
        let span = try session.first(span, [.text(owner)]) { $0.integer(0) } ?? 0
        // Places are never used twice, so there cannot be more calls than places between them.
        if span >= most, try count(of: owner, in: session).total >= most {
            throw PurserError(.storage, "Too many calls wait already")
        }
        let prepared = call.call
        try session.run(
            add,
            [
                .text(call.id.rawValue), .text(owner), .text(call.about), .text(prepared.name),
                .text(prepared.path), .text(prepared.surface.rawValue),
                .flag(prepared.carriesToken), .count(prepared.status),
                .text(prepared.wire.method.rawValue), .text(prepared.wire.target),
                .text(prepared.wire.body.map { String(decoding: $0, as: UTF8.self) }),
                .text(prepared.idempotencyKey), .instant(call.addedAt), .instant(call.expiresAt),
                .text(prepared.wire.headers[PreparedCall.ifMatch]),
            ]
        )
    }

    /// The calls that wait, in their order.
    static func waiting(of owner: String, in session: any Session) throws -> [WaitingCall] {
        try session.rows(waiting, [.text(owner), .integer(mostListed)], shown)
    }

    /// The calls that are not tried any more, the newest first.
    static func dead(of owner: String, in session: any Session) throws -> [DeadLetter] {
        try session.rows(dead, [.text(owner), .integer(mostListed)]) { row in
            DeadLetter(
                call: shown(row),
                reason: DeadLetter.Reason(rawValue: row.text(7)) ?? .outcomeUnknown,
                endedAt: row.instant(6),
                refusal: row.optionalText(8).map { kind in
                    DeadLetter.Refusal(
                        kind: kind,
                        status: row.optionalInteger(9).map { Int($0) },
                        message: row.text(10),
                        traceID: row.optionalText(11),
                        current: row.optionalText(12).flatMap { try? JSONParser.parse($0.utf8) }
                    )
                }
            )
        }
    }

    /// How many calls there are.
    static func count(of owner: String, in session: any Session) throws -> OfflineQueue.Counts {
        let counts = try session.first(count, [.text(owner)]) { row in
            OfflineQueue.Counts(waiting: Int(row.integer(0)), dead: Int(row.integer(1)))
        }
        return counts ?? OfflineQueue.Counts(waiting: 0, dead: 0)
    }

    /// Makes a dead letter a waiting call that nobody has sent yet, wanted for as long as at first.
    static func retry(
        _ id: WaitingCall.ID,
        _ key: String,
        _ now: Timestamp,
        of owner: String,
        in session: any Session
    ) throws -> Bool {
        let values: [Value] = [.text(owner), .text(id.rawValue), .text(key), .instant(now)]
        return try session.run(retry, values) > 0
    }

    /// Removes a call.
    static func discard(
        _ id: WaitingCall.ID,
        of owner: String,
        in session: any Session
    ) throws -> Bool {
        try session.run(discard, [.text(owner), .text(id.rawValue)]) > 0
    }

    /// Removes every call of a member.
    static func discardAll(of owner: String, in session: any Session) throws -> Bool {
        try session.run(discardAll, [.text(owner)]) > 0
    }

    private static func shown(_ row: any Row) -> WaitingCall {
        WaitingCall(
            id: WaitingCall.ID(rawValue: row.text(0)),
            endpoint: row.text(1),
            about: row.text(2),
            addedAt: row.instant(3),
            expiresAt: row.instant(4),
            firstSentAt: row.optionalInstant(5)
        )
    }

    private static let add = Statement(
        """
        INSERT INTO waiting_calls (
            id, owner, about, name, path, surface, carries_token, status, method, target, body,
            idempotency_key, added_at, expires_at, if_match
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
        """
    )
    private static let span = Statement(
        """
        SELECT (SELECT MAX(seq) FROM waiting_calls WHERE owner = $1)
            - (SELECT MIN(seq) FROM waiting_calls WHERE owner = $1)
        """
    )
    private static let waiting = Statement(
        """
        SELECT id, name, about, added_at, expires_at, first_sent_at
        FROM waiting_calls WHERE owner = $1 AND ended_at IS NULL ORDER BY seq LIMIT $2
        """
    )
    private static let dead = Statement(
        """
        SELECT id, name, about, added_at, expires_at, first_sent_at, ended_at, reason, error_kind,
            error_status, error_message, error_trace, error_current
        FROM waiting_calls WHERE owner = $1 AND ended_at IS NOT NULL
        ORDER BY ended_at DESC, seq DESC LIMIT $2
        """
    )
    private static let count = Statement(
        """
        SELECT COUNT(*) - COUNT(ended_at), COUNT(ended_at) FROM waiting_calls WHERE owner = $1
        """
    )
    private static let retry = Statement(
        """
        UPDATE waiting_calls
        SET idempotency_key = $3, expires_at = $4 + (expires_at - added_at), added_at = $4,
            first_sent_at = NULL, ended_at = NULL, reason = NULL, error_kind = NULL,
            error_status = NULL, error_message = NULL, error_trace = NULL, error_current = NULL
        WHERE owner = $1 AND id = $2 AND ended_at IS NOT NULL
        """
    )
    private static let discard = Statement("DELETE FROM waiting_calls WHERE owner = $1 AND id = $2")
    private static let discardAll = Statement("DELETE FROM waiting_calls WHERE owner = $1")
}

extension OfflineQueue.Counts {
    fileprivate var total: Int64 { Int64(waiting) + Int64(dead) }
}
