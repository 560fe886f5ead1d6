import Banking
import Contract
import Kernel
import Providers
import SQL
import Store

/// Something that a member is told, if it wants to hear of it.
struct Notice: Sendable {
    /// Names what happened: a member is told of it once.
    let event: String
    /// Who is told.
    let member: ID<Entity.Member>
    /// Whom it speaks of; what is told goes with that member.
    let about: ID<Entity.Member>
    /// What is told, by what the member prefers; `nil` where that is nothing.
    let fact: @Sendable (PushPreferences) -> NotificationFact?
    /// What an app needs to show more.
    var data: [String: String] = [:]

    /// Makes a notice of a fact that does not depend on what the member prefers.
    init(
        _ fact: NotificationFact,
        of event: String,
        to member: ID<Entity.Member>,
        about: ID<Entity.Member>? = nil,
        data: [String: String] = [:]
    ) {
        self.init(of: event, to: member, about: about, data: data) { _ in fact }
    }

    /// Makes a notice of a fact that depends on what the member prefers.
    init(
        of event: String,
        to member: ID<Entity.Member>,
        about: ID<Entity.Member>? = nil,
        data: [String: String] = [:],
        _ fact: @escaping @Sendable (PushPreferences) -> NotificationFact?
    ) {
        self.event = event
        self.member = member
        self.about = about ?? member
        self.fact = fact
        self.data = data
    }
}

/// Puts what members are told into the outbox, in the transaction of what happened.
///
/// Who wants to hear of it, and when, is decided there; it is sent afterwards, by
/// ``BankingOperations/deliverNotifications(_:)``.
struct Notices: Sendable {
    /// Whether who has no device is reached by no way; nothing is put there for them then.
    let needsDevice: Bool

    /// Puts notices into the outbox: two statements, and one for each member who is to be told.
    ///
    /// What a member was told before, or does not want to hear, is left out, and so is what comes
    /// too often: ``Limits/notificationsOfKind``.
    ///
    /// - Parameters:
    ///   - notices: What happened.
    ///   - isRare: Whether nobody can make them come often, so that they are not counted.
    ///   - call: The call.
    ///   - session: The transaction of what happened.
    /// - Returns: How many were added.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func add(
        _ notices: [Notice],
        isRare: Bool = false,
        _ call: Call,
        in session: any Session
    ) throws -> Int {
        guard !notices.isEmpty else { return 0 }
        let recipients = try recipients(Set(notices.map(\.member)), in: session)
        var counts: [[String]: Int] = [:]
        var new: [NewNotification] = []
        for notice in notices {
            guard let recipient = recipients[notice.member],
                let notification = notice.notification(to: recipient, call)
            else { continue }
            if !isRare {
                let key = [notice.member.text, notification.kind]
                let count = try counts[key] ?? countLately(notification, call, in: session)
                counts[key] = count + 1
                guard count < Limits.notificationsOfKind else { continue }
            }
            new.append(notification)
        }
        guard !new.isEmpty else { return 0 }
        return try Notifications.insert(new, in: session)
    }

    private func countLately(
        _ new: NewNotification,
        _ call: Call,
        in session: any Session
    ) throws -> Int {
        try Notifications.countLately(
            of: new.member,
            kind: new.kind,
            now: call.now,
            in: session
        )
    }

    /// Those of some members who are there and can be reached.
    func recipients(
        _ members: Set<ID<Entity.Member>>,
        in session: any Session
    ) throws -> [ID<Entity.Member>: NoticeRecipient] {
        let found = try NoticeRecipients.list(members, in: session)
        let reached = found.filter { $0.hasDevice || !needsDevice }
        return Dictionary(uniqueKeysWithValues: reached.map { ($0.member, $0) })
    }
}

extension Notice {
    /// What is told, and when; `nil` when the member does not want to hear of it.
    fileprivate func notification(to recipient: NoticeRecipient, _ call: Call) -> NewNotification? {
        guard let fact = fact(recipient.preferences) else { return nil }
        let deliverAfter: Timestamp
        switch NotificationPolicy.delivery(
            of: fact.kind,
            by: recipient.preferences,
            now: call.now,
            in: recipient.zone
        ) {
        case .drop: return nil
        case .now: deliverAfter = call.now
        case .hold(let until): deliverAfter = until
        }
        let message = PushMessage(
            fact,
            of: event,
            to: member,
            data: data,
            expiresAt: NotificationPolicy.expiry(of: fact.kind, deliveredAt: deliverAfter),
            call
        )
        return NewNotification(
            id: ID(message.id),
            member: member,
            about: about,
            kind: message.kind,
            content: message.content,
            deliverAfter: deliverAfter,
            expiresAt: message.expiresAt,
            createdAt: message.createdAt
        )
    }
}

extension PushMessage {
    /// A fact as it is sent to a member.
    init(
        _ fact: NotificationFact,
        of event: String,
        to member: ID<Entity.Member>,
        data: [String: String] = [:],
        expiresAt: Timestamp,
        _ call: Call
    ) {
        let text = fact.text
        self.init(
            event: event,
            kind: fact.kind.rawValue,
            member: member,
            title: text.title,
            body: text.body,
            data: data,
            isUrgent: fact.kind.isUrgent,
            createdAt: call.now,
            expiresAt: expiresAt,
            trace: call.trace
        )
    }
}
