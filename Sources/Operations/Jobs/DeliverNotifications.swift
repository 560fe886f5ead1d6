import Banking
import Kernel
import Providers
import SQL
import Store

/// What came of one round of sending notifications.
public struct DeliveryReport: Sendable, Equatable {
    /// Notifications that a service took.
    public internal(set) var delivered = 0
    /// Notifications that are sent again, or later.
    public internal(set) var waiting = 0
    /// Notifications that are not sent, or not any more.
    public internal(set) var dropped = 0
    /// Why services took some of them not or not yet, in words for the operator's log: their kinds
    /// and the services' reasons, nothing of what is told.
    public internal(set) var failures: [String] = []

    /// Makes a report of nothing.
    public init() {}

    /// Whether there may be more that are due.
    public var isFull: Bool { delivered + waiting + dropped >= Limits.notificationsAtOnce }
}

extension BankingOperations {
    /// Sends the notifications that are due the longest, at most ``Limits/notificationsAtOnce``.
    ///
    /// They are claimed for a while first, so several processes may do this at once. A process that
    /// ends in between leaves what it claimed to others, who send it again, with the same id.
    /// Nothing is sent inside a transaction. What a member prefers by now decides, and quiet hours.
    ///
    /// - Throws: `DatabaseError` when what is due cannot be read, or what came of it not recorded.
    @discardableResult
    public func deliverNotifications(_ call: Call) async throws -> DeliveryReport {
        let now = call.now
        // Most of the time there is nothing to do, and a look disturbs nobody's writes.
        guard try await database.read({ try Notifications.isAnyDue(now: now, in: $0) }) else {
            return DeliveryReport()
        }
        let lease = now.adding(milliseconds: Limits.notificationLeaseMilliseconds)
        let claimed = try await database.write { session in
            try Notifications.claim(now: now, until: lease, in: session)
        }
        let results = await withTaskGroup(of: DeliveryResult.self) { group in
            for due in claimed { group.addTask { await deliver(due, now) } }
            return await group.reduce(into: [DeliveryResult]()) { $0.append($1) }
        }
        try await database.write { session in
            try Notifications.settle(results.map(\.outcome), in: session)
            for result in results {
                guard let gone = result.gone else { continue }
                try DeviceTokens.remove(
                    gone.token,
                    of: result.member,
                    registeredUntil: gone.since,
                    in: session
                )
            }
        }
        return results.reduce(into: DeliveryReport()) { $0.note($1) }
    }

    /// Sends one notification, if its member is there and still wants to hear of it.
    private func deliver(_ due: DueNotification, _ now: Timestamp) async -> DeliveryResult {
        guard due.isMemberPresent, now < due.expiresAt,
            due.attempts < RetrySchedule.notifications.attemptsMost,
            due.deviceToken != nil || !sender.needsDevice,
            let kind = NotificationKind(rawValue: due.kind),
            let message = PushMessage(due)
        else { return .dropped(due, now) }
        switch NotificationPolicy.delivery(
            of: kind,
            by: due.recipient.preferences,
            now: now,
            in: due.recipient.zone
        ) {
        case .drop: return .dropped(due, now)
        case .hold(let until): return .held(due, kind, until)
        case .now: break
        }
        let device = due.deviceToken.map { DeviceToken($0) }
        return result(of: await sender.send(message, to: device, now: now), due, now)
    }

    private func result(
        of delivery: Delivery,
        _ due: DueNotification,
        _ now: Timestamp
    ) -> DeliveryResult {
        switch delivery {
        case .delivered:
            return DeliveryResult(due, .delivered, now)
        case .refused(let reason):
            return .dropped(due, now, because: reason)
        case .retry(let after, let reason):
            return .tried(due, now, after: after, because: reason)
        case .gone(let since):
            // Where members are reached without their devices, nothing of a device is known.
            guard sender.needsDevice, let token = due.deviceToken else {
                return .dropped(due, now, because: "gone")
            }
            // One that was registered after that is another one, or there again.
            if let since, let registered = due.registeredAt, registered > since {
                return .tried(due, now, after: nil, because: "gone before it was registered")
            }
            var result = DeliveryResult.dropped(due, now, because: "gone")
            result.gone = (token, due.registeredAt ?? now)
            return result
        }
    }
}

/// What came of one notification.
private struct DeliveryResult: Sendable {
    let outcome: NotificationOutcome
    let member: ID<Entity.Member>
    /// The device's token that a service does not know any more, as it was registered then.
    var gone: (token: String, since: Timestamp)?
    let failure: String?

    init(
        _ due: DueNotification,
        _ state: NotificationState,
        _ now: Timestamp,
        because reason: String? = nil
    ) {
        outcome = NotificationOutcome(of: due, state, deliverAfter: now)
        member = due.recipient.member
        failure = reason.map { "\(due.kind): \($0)" }
    }

    private init(_ outcome: NotificationOutcome, of due: DueNotification, _ failure: String?) {
        self.outcome = outcome
        member = due.recipient.member
        self.failure = failure
    }

    static func dropped(
        _ due: DueNotification,
        _ now: Timestamp,
        because reason: String? = nil
    ) -> Self {
        DeliveryResult(due, .dropped, now, because: reason)
    }

    /// One that quiet hours hold back; that was no attempt, and its life begins when they end.
    static func held(
        _ due: DueNotification,
        _ kind: NotificationKind,
        _ until: Timestamp
    ) -> Self {
        let outcome = NotificationOutcome(
            of: due,
            .waiting,
            attempts: due.attempts,
            deliverAfter: until,
            expiresAt: NotificationPolicy.expiry(of: kind, deliveredAt: until)
        )
        return DeliveryResult(outcome, of: due, nil)
    }

    /// One that is tried again, if that is still worth it.
    static func tried(
        _ due: DueNotification,
        _ now: Timestamp,
        after seconds: Int64?,
        because reason: String
    ) -> Self {
        let next = RetrySchedule.notifications.next(
            attempts: due.attempts + 1,
            now: now,
            expiresAt: due.expiresAt,
            toldSeconds: seconds,
            chance: due.share
        )
        guard let next else { return .dropped(due, now, because: reason) }
        let outcome = NotificationOutcome(of: due, .waiting, deliverAfter: next)
        return DeliveryResult(outcome, of: due, "\(due.kind): \(reason)")
    }
}

extension DeliveryReport {
    fileprivate mutating func note(_ result: DeliveryResult) {
        switch result.outcome.state {
        case .delivered: delivered += 1
        case .waiting: waiting += 1
        case .dropped: dropped += 1
        }
        if let failure = result.failure { failures.append(failure) }
    }
}

extension DueNotification {
    /// A share that differs from one notification to the next, for what failed together; its id is
    /// a hash.
    fileprivate var share: Double {
        let number = UInt32(id.text.suffix(8), radix: 16) ?? 0
        return Double(number) / 4_294_967_296
    }
}

extension PushMessage {
    /// A notification of the outbox as it is sent; `nil` when it is none of ours.
    fileprivate init?(_ due: DueNotification) {
        self.init(
            id: due.id.raw,
            kind: due.kind,
            member: due.recipient.member,
            content: due.content,
            createdAt: due.createdAt,
            expiresAt: due.expiresAt
        )
    }
}
