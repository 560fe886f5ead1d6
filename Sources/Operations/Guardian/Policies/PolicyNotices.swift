import Banking
import Contract
import Guardian
import Kernel
import Ledger
import SQL
import Store

/// Tells members what becomes of policies: live, and in the outbox.
///
/// Live it is told to who may see the policy: parents, and the member whom it is for or everybody.
/// Parents are notified of what waits to be loosened, and of what came of it; a member of a policy
/// that begins to decide about its purchases.
enum PolicyNotices {
    /// Tells what became of a policy.
    ///
    /// The household is that of the news' chain.
    static func tell(
        _ news: PolicyNews,
        _ notices: Notices,
        _ call: Call,
        in session: any Session
    ) throws {
        let (policy, former) = (news.record.policy, news.former)
        try append(news, of: policy.member, call, in: session)
        if let former, former.policy.member != policy.member, policy.member != nil {
            // Whom it was for may not see it any more, but had to do with it until now.
            try append(news, of: former.policy.member, call, in: session)
        }
        let event = "\(policy.id.text)\n\(news.record.version)"
        let parents = Parents(
            of: news.head.household,
            but: news.author,
            about: policy.member,
            event: event,
            data: ["policy_id": policy.id.text]
        )
        switch news.what {
        case .pending:
            guard let pending = news.record.pending else { break }
            let fact = NotificationFact.policyWaiting(
                name: try Notices.name(of: pending.askedBy, in: session),
                policy: policy.name,
                hours: hours(until: pending.takesEffectAt, call)
            )
            try notices.tell(parents, fact, call, in: session)
        case .confirmed, .cancelled, .settled:
            let fact = NotificationFact.policySettled(
                policy: policy.name,
                isGivenUp: news.what == .cancelled
            )
            try notices.tell(parents, fact, call, in: session)
        case .created, .changed, .state: break
        }
        guard policy.state == .live, former?.policy.state != .live, let member = policy.member,
            member != news.author
        else { return }
        let notice = Notice(
            .policyLive(policy: policy.name),
            of: event,
            to: member,
            data: ["policy_id": policy.id.text]
        )
        try notices.add([notice], call, in: session)
    }

    /// Tells what became of the hours that what loosens waits.
    static func tell(
        _ news: FrictionNews,
        _ notices: Notices,
        _ call: Call,
        in session: any Session
    ) throws {
        let household = news.head.household
        let parents = Parents(
            of: household,
            but: news.author,
            event: "\(household.text)\n\(news.head.sequence)"
        )
        if let pending = news.friction.pending, pending != news.former.pending {
            let fact = NotificationFact.frictionWaiting(
                name: try Notices.name(of: pending.askedBy, in: session),
                lessHours: pending.looseningHours,
                hours: hours(until: pending.takesEffectAt, call)
            )
            try notices.tell(parents, fact, call, in: session)
        } else if let pending = news.former.pending, news.friction.pending == nil {
            let isGivenUp = news.friction.looseningHours != pending.looseningHours
            let fact = NotificationFact.policySettled(policy: nil, isGivenUp: isGivenUp)
            try notices.tell(parents, fact, call, in: session)
        }
    }

    /// Tells those who follow the household; a member of it, or everybody where it is `nil`.
    private static func append(
        _ news: PolicyNews,
        of member: ID<Entity.Member>?,
        _ call: Call,
        in session: any Session
    ) throws {
        let notice = API.Guardian.PolicyNotice(
            policyID: news.record.policy.id,
            state: news.record.policy.state.wire,
            version: news.record.version
        )
        try Events.append(
            .policyChanged,
            of: member ?? news.record.createdBy,
            isShared: member == nil,
            String(decoding: try WireEncoder.bytes(notice), as: UTF8.self),
            after: news.head,
            now: call.now,
            in: session
        )
    }

    /// How many hours are left until an instant, those that have begun too.
    private static func hours(until instant: Timestamp, _ call: Call) -> Int64 {
        (max(0, instant.milliseconds - call.now.milliseconds) + 3_599_999) / 3_600_000
    }
}

/// The parents of a household but the one who did something, and what they are told of.
private struct Parents {
    let household: ID<Entity.Household>
    let author: ID<Entity.Member>?
    let subject: ID<Entity.Member>?
    let event: String
    let data: [String: String]

    init(
        of household: ID<Entity.Household>,
        but author: ID<Entity.Member>?,
        about subject: ID<Entity.Member>? = nil,
        event: String,
        data: [String: String] = [:]
    ) {
        self.household = household
        self.author = author
        self.subject = subject
        self.event = event
        self.data = data
    }
}

extension Notices {
    fileprivate func tell(
        _ parents: Parents,
        _ fact: NotificationFact,
        _ call: Call,
        in session: any Session
    ) throws {
        let members = try Members.parents(of: parents.household, in: session)
            .filter { $0 != parents.author }
        let notices = members.map { parent in
            Notice(
                fact,
                of: parents.event,
                to: parent,
                about: parents.subject,
                data: parents.data
            )
        }
        try add(notices, call, in: session)
    }
}
