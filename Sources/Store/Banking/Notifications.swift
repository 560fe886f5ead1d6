public import Kernel
public import SQL

/// A notification that goes to the outbox.
public struct NewNotification: Sendable, Equatable {
    /// The id, which follows from what happened.
    public let id: ID<Entity.Notification>
    /// Who is told.
    public let member: ID<Entity.Member>
    /// Whom it speaks of.
    public let about: ID<Entity.Member>
    /// What it is about.
    public let kind: String
    /// What is told: JSON of at most ``Limits/notificationBytes``.
    public let content: String
    /// When it may go out.
    public let deliverAfter: Timestamp
    /// From when on it is not worth being told.
    public let expiresAt: Timestamp
    /// When it happened.
    public let createdAt: Timestamp

    /// Makes a notification.
    public init(
        id: ID<Entity.Notification>,
        member: ID<Entity.Member>,
        about: ID<Entity.Member>,
        kind: String,
        content: String,
        deliverAfter: Timestamp,
        expiresAt: Timestamp,
        createdAt: Timestamp
    ) {
        precondition(
            content.utf8.count <= Limits.notificationBytes,
            "what is told is short, whatever it is made of"
        )
        self.id = id
        self.member = member
        self.about = about
        self.kind = kind
        self.content = content
        self.deliverAfter = deliverAfter
        self.expiresAt = expiresAt
        self.createdAt = createdAt
    }
}

/// The outbox: what members are told, written with what happened and sent afterwards.
public enum Notifications {
    private static let insertion = RowsStatement(
        [.text, .text, .text, .text, .text, .text, .bigint, .bigint, .bigint, .bigint]
    ) { rows in
        """
        INSERT INTO notifications
            (id, member_id, about_id, kind, content, state, attempts, deliver_after_ms,
             expires_at_ms, created_at_ms)
        VALUES \(rows)
        ON CONFLICT (id) DO NOTHING
        """
    }

    /// Adds notifications to the outbox; one that is there already, sent or not, stays as it is.
    ///
    /// - Returns: How many were added.
    @discardableResult
    public static func insert(
        _ notifications: [NewNotification],
        in session: any Session
    ) throws -> Int {
        try session.run(
            insertion,
            notifications.map { new in
                [
                    .id(new.id), .id(new.member), .id(new.about), .text(new.kind),
                    .text(new.content), .text(NotificationState.waiting.rawValue), .integer(0),
                    .instant(new.deliverAfter), .instant(new.expiresAt), .instant(new.createdAt),
                ]
            }
        )
    }

    private static let known = RowsStatement([.text]) { rows in
        """
        SELECT n.id FROM (VALUES \(rows)) AS v JOIN notifications n ON n.id = v.column1
        """
    }

    /// Which of some notifications are there already.
    public static func known(
        _ ids: [ID<Entity.Notification>],
        in session: any Session
    ) throws -> Set<ID<Entity.Notification>> {
        Set(try session.rows(known, ids.map { [.id($0)] }) { try $0.id(0) })
    }

    private static let lately = Statement(
        """
        SELECT id FROM notifications
        WHERE member_id = $1 AND kind = $2 AND created_at_ms > $3
        ORDER BY created_at_ms LIMIT $4
        """
    )

    /// How many notifications of a kind a member got lately; no more than
    /// ``Limits/notificationsOfKind`` are counted.
    public static func countLately(
        of member: ID<Entity.Member>,
        kind: String,
        now: Timestamp,
        in session: any Session
    ) throws -> Int {
        let since = now.adding(milliseconds: -Limits.notificationWindowMilliseconds)
        let values: [Value] = [
            .id(member), .text(kind), .instant(since), .count(Limits.notificationsOfKind),
        ]
        return try session.rows(lately, values) { _ in true }.count
    }

    /// Forgets notifications that are kept no longer.
    public static let purge = Purge(
        of: "notifications",
        key: "id",
        by: "created_at_ms",
        keptMilliseconds: Limits.notificationKeptMilliseconds
    )
}
