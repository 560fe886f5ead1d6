import Contract
import Kernel
import SQL

/// The table of waiting calls, as it is worked off by whoever holds the lease on a member's queue.
///
/// One client at a time works off the calls of a member. It tells again and again that it does; one
/// that was killed is followed by another when its lease ends.
struct QueueTable: Sendable {
    let owner: String
    /// The client that works.
    let holder: String

    /// What the calls of one lane have in common, and the first of them.
    struct Lane: Sendable {
        let about: String
        /// The place behind which its calls are still to be done.
        var after: Int64
    }

    /// What came of asking for the lease.
    enum Lease: Sendable {
        /// Another client works until then.
        case elsewhere(until: Timestamp)
        /// It is ours. The clock went back since it was somebody's, when `clockWentBack` is set.
        case taken(clockWentBack: Bool)
    }

    /// How long a lease is good when it is not renewed.
    static let leaseMilliseconds: Int64 = 30_000
    /// How far a clock is put back to be right again, and tells nothing worse.
    static let driftMilliseconds: Int64 = 300_000
    /// How many calls of a lane are taken at once.
    static let batch: Int64 = 32
    static let lanesAtOnce: Int64 = 1_000

    /// Takes the lease, unless another client has it.
    func takeLease(_ now: Timestamp, in session: any Session) throws -> Lease {
        let former = try session.first(Self.lease, [.text(owner)]) { row in
            (holder: row.text(0), endsAt: row.instant(1), seenAt: row.instant(2))
        }
        var clockWentBack = false
        if let former {
            clockWentBack = now.adding(milliseconds: Self.driftMilliseconds) < former.seenAt
            let isOver = former.endsAt <= now || clockWentBack
            guard former.holder == holder || isOver else { return .elsewhere(until: former.endsAt) }
        }
        let end = now.adding(milliseconds: Self.leaseMilliseconds)
        try session.run(
            Self.takeLease,
            [.text(owner), .text(holder), .instant(end), .instant(now)]
        )
        return .taken(clockWentBack: clockWentBack)
    }

    /// Tells that the work goes on.
    ///
    /// - Returns: `false` when another client works by now, or the queue was cleared.
    func renewLease(_ now: Timestamp, in session: any Session) throws -> Bool {
        let end = now.adding(milliseconds: Self.leaseMilliseconds)
        let values: [Value] = [.text(owner), .text(holder), .instant(end), .instant(now)]
        return try session.run(Self.renewLease, values) > 0
    }

    /// Tells that the work is over; the time stays, so that a clock that goes back is noticed.
    func endLease(_ now: Timestamp, in session: any Session) throws {
        try session.run(Self.endLease, [.text(owner), .text(holder), .instant(now)])
    }

    /// The lanes with calls, in the order of their first ones.
    func lanes(after place: Int64, in session: any Session) throws -> [Lane] {
        try session.rows(
            Self.lanes,
            [.text(owner), .integer(place), .integer(Self.lanesAtOnce)]
        ) { row in
            Lane(about: row.text(0), after: row.integer(1) - 1)
        }
    }

    /// Takes the next calls of a lane, and notes that they are sent from now on.
    ///
    /// - Returns: The calls as they were before; `nil` when the lease is lost.
    func claim(_ lane: Lane, _ now: Timestamp, in session: any Session) throws -> [QueuedCall]? {
        guard try renewLease(now, in: session) else { return nil }
        let calls = try session.rows(
            Self.next,
            [.text(owner), .text(lane.about), .integer(lane.after), .integer(Self.batch)],
            Self.call
        )
        if let first = calls.first, let last = calls.last {
            try session.run(
                Self.noteSending,
                [
                    .text(owner), .text(lane.about), .integer(first.place), .integer(last.place),
                    .instant(now),
                ]
            )
        }
        return calls
    }

    /// Calls that may be over: not wanted any more, or sent for the first time before `sentBefore`.
    func doubtful(
        _ now: Timestamp,
        sentBefore: Timestamp,
        in session: any Session
    ) throws -> [QueuedCall] {
        try session.rows(
            Self.doubtful,
            [.text(owner), .instant(now), .instant(sentBefore), .integer(Self.lanesAtOnce)],
            Self.call
        )
    }

    /// Writes down what became of calls.
    func settle(_ settlements: [Settlement], in session: any Session) throws {
        var done: [[Value]] = []
        for settlement in settlements {
            let place = Value.integer(settlement.call.place)
            switch settlement.outcome {
            case .done:
                done.append([place])
            case .dead(let reason, let refusal, let now):
                try session.run(
                    Self.moveToDeadLetters,
                    [
                        place, .instant(now), .text(reason.rawValue), .text(refusal?.kind),
                        .integer(refusal?.status.map { Int64($0) }), .text(refusal?.message),
                        .text(refusal?.traceID), .instant(settlement.call.firstSentAt),
                        .text(refusal?.current?.text),
                    ]
                )
            case .unsent:
                // Whoever holds the lease by now may have sent it.
                let sentAt = Value.instant(settlement.call.firstSentAt)
                try session.run(Self.giveBack, [place, sentAt, .text(owner), .text(holder)])
            }
        }
        if !done.isEmpty { try session.run(Self.remove, done) }
    }

    private static func call(_ row: any Row) throws -> QueuedCall {
        guard let surface = Surface(rawValue: row.text(5)),
            let method = Method(rawValue: row.text(8))
        else { throw DatabaseError(.corrupt, "a waiting call is of no known room or method") }
        return QueuedCall(
            place: row.integer(0),
            id: WaitingCall.ID(rawValue: row.text(1)),
            about: row.text(2),
            call: PreparedCall(
                name: row.text(3),
                path: row.text(4),
                surface: surface,
                // The queue sends again by itself, and must know of each sending how it ended.
                repeats: .never,
                carriesToken: row.flag(6),
                status: Int(row.integer(7)),
                wire: PreparedCall.Wire(
                    method: method,
                    target: row.text(9),
                    body: row.optionalText(10).map { Array($0.utf8) },
                    headers: row.optionalText(15).map { [PreparedCall.ifMatch: $0] } ?? [:]
                ),
                idempotencyKey: row.text(11)
            ),
            addedAt: row.instant(12),
            expiresAt: row.instant(13),
            firstSentAt: row.optionalInstant(14)
        )
    }
}
