public import Kernel
public import SQL

/// Something that a card processor told by itself.
public struct ProcessorEvent: Sendable, Equatable {
    /// The processor.
    public let provider: String
    /// The processor's id of the event.
    public let id: String
    /// The processor's word for what happened.
    public let type: String
    /// The payment intent it happened to, if to one.
    public let intent: String?
    /// The key of the order the intent was made for, where the processor tells it.
    public let orderKey: String?
    /// When it was received.
    public let receivedAt: Timestamp

    /// Makes an event.
    public init(
        provider: String,
        id: String,
        type: String,
        intent: String?,
        orderKey: String?,
        receivedAt: Timestamp
    ) {
        self.provider = provider
        self.id = id
        self.type = type
        self.intent = intent
        self.orderKey = orderKey
        self.receivedAt = receivedAt
    }
}

/// What card processors told by themselves.
public enum ProcessorEvents {
    private static let insertion = Statement(
        """
        INSERT INTO processor_events
            (provider, id, type, intent_id, order_key, received_at_ms, look_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (provider, id) DO NOTHING
        """
    )

    /// Records an event that is to be processed, unless it is known.
    ///
    /// `lookAt`: When somebody else should process it.
    /// Returns whether it was recorded now. Throws `DatabaseError`.
    public static func insert(
        _ event: ProcessorEvent,
        lookAt: Timestamp,
        in session: any Session
    ) throws -> Bool {
        let values: [Value] = [
            .text(event.provider), .text(event.id), .text(event.type), .text(event.intent),
            .text(event.orderKey), .instant(event.receivedAt), .instant(lookAt),
        ]
        return try session.run(insertion, values) == 1
    }

    private static let due = Statement(
        """
        SELECT provider, id, type, intent_id, order_key, received_at_ms FROM processor_events
        WHERE look_at_ms <= $1 ORDER BY look_at_ms LIMIT $2
        """
    )

    /// The events that were not processed in time, the longest due first.
    ///
    /// - Returns: At most ``Limits/chargeLooks``.
    public static func due(
        at now: Timestamp,
        in session: any Session
    ) throws -> [ProcessorEvent] {
        try session.rows(due, [.instant(now), .count(Limits.chargeLooks)]) { row in
            ProcessorEvent(
                provider: row.text(0),
                id: row.text(1),
                type: row.text(2),
                intent: row.optionalText(3),
                orderKey: row.optionalText(4),
                receivedAt: row.instant(5)
            )
        }
    }

    private static let look = Statement(
        "UPDATE processor_events SET look_at_ms = $3 WHERE provider = $1 AND id = $2"
    )

    /// Says when an event should be processed; `nil` when it was.
    public static func setLook(
        at instant: Timestamp?,
        of event: ProcessorEvent,
        in session: any Session
    ) throws {
        try session.run(look, [.text(event.provider), .text(event.id), .instant(instant)])
    }
}
