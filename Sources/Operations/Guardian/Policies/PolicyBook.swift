import Catalogue
import Contract
import Guardian
import Kernel
import Ledger
import SQL
import Store

/// The policies of one household, for the length of one transaction.
///
/// Every change of them passes through ``write(_:from:_:by:)``: it is one link of the chain, whose
/// place is the policy's version, and the household's version moves where the policy is asked.
struct PolicyBook {
    let session: any Session
    let call: Call
    private let zone: Zone
    private let catalogue: Catalogue
    private let notices: Notices
    /// The chain's end as this transaction has moved it.
    private(set) var head: ChainHead
    /// The position of the last change of a policy that is asked; 0 where none is.
    private var policiesVersion: Int64

    var household: ID<Entity.Household> { head.household }

    /// Opens the policies of the caller's household.
    init(
        _ operations: GuardianOperations,
        _ membership: Membership,
        _ call: Call,
        in session: any Session
    ) {
        self.init(
            operations,
            membership.head,
            membership.zone,
            policiesVersion: membership.policiesVersion,
            call,
            in: session
        )
    }

    /// Opens the policies of a household that nobody who is signed in calls for.
    ///
    /// - Throws: `DatabaseError`, also `corrupt` when there is no such household.
    init(
        _ operations: GuardianOperations,
        of household: ID<Entity.Household>,
        _ call: Call,
        in session: any Session
    ) throws {
        let record = try Households.named(household, in: session)
        self.init(
            operations,
            try Households.head(of: household, in: session).orCorrupt("a household has no chain"),
            try Zone.named(record.timeZone).orCorrupt("a time zone is unknown"),
            policiesVersion: record.policiesVersion,
            call,
            in: session
        )
    }

    private init(
        _ operations: GuardianOperations,
        _ head: ChainHead,
        _ zone: Zone,
        policiesVersion: Int64,
        _ call: Call,
        in session: any Session
    ) {
        self.session = session
        self.call = call
        self.zone = zone
        self.head = head
        self.policiesVersion = policiesVersion
        catalogue = operations.catalogue
        notices = operations.notices
    }

    /// Keeps a policy as it is now, as the next link of the chain.
    ///
    /// - Parameters:
    ///   - record: The policy; its version is that of the link, whatever it says.
    ///   - former: The policy as it is stored; `nil` for a new one.
    ///   - what: What became of it.
    ///   - author: Who did it, or had asked for it.
    /// - Returns: The policy as it is stored.
    /// - Throws: `DatabaseError`.
    mutating func write(
        _ record: PolicyRecord,
        from former: PolicyRecord?,
        _ what: PolicyNews.What,
        by author: ID<Entity.Member>
    ) throws -> PolicyRecord {
        var record = record
        let id = record.policy.id.text
        let (body, owner) = (Self.body(of: record, what), record.policy.member)
        head = try append(.policy, of: id, body, owner: owner, by: author)
        record.version = head.sequence
        try Policies.save(record, in: session)
        if let former, former.policy.member != owner {
            // Who sees it no more is told of nothing by the record itself.
            try SyncRecords.begin(at: head.sequence, of: household, in: session)
        }
        let wasAsked = former?.policy.state.isAsked ?? false
        if wasAsked || record.policy.state.isAsked, former?.policy != record.policy {
            try moveVersion()
        }
        let news = PolicyNews(
            what: what,
            record: record,
            former: former,
            author: what == .settled ? nil : author,
            head: head
        )
        try PolicyNotices.tell(news, notices, call, in: session)
        return record
    }

    /// Says that a policy that was or is asked changed here.
    private mutating func moveVersion() throws {
        let isAsked = try Policies.isAnyAsked(of: household, in: session)
        let before = policiesVersion
        policiesVersion = isAsked ? head.sequence : 0
        try Policies.setVersion(policiesVersion, of: household, in: session)
        if before == 0, isAsked {
            try PolicyWindows.begin(
                of: household,
                zone: zone,
                catalogue,
                now: call.now,
                in: session
            )
        } else if before != 0, !isAsked {
            try PolicyWindows.end(of: household, in: session)
        }
    }

    /// Keeps the hours that what loosens waits, as the next link of the chain.
    mutating func write(
        _ friction: PolicyFriction,
        from former: PolicyFriction,
        by author: ID<Entity.Member>,
        isSettled: Bool = false
    ) throws {
        let body = Self.body(of: friction, isSettled ? .settled : .changed)
        head = try append(.policyFriction, of: household.text, body, by: author)
        try friction.save(of: household, in: session)
        let news = FrictionNews(
            friction: friction,
            former: former,
            author: isSettled ? nil : author,
            head: head
        )
        try PolicyNotices.tell(news, notices, call, in: session)
    }

    private func append(
        _ kind: Edit.Kind,
        of subject: String,
        _ body: [JSON.Member],
        owner: ID<Entity.Member>? = nil,
        by author: ID<Entity.Member>
    ) throws -> ChainHead {
        let edit = Edit(kind, of: subject, body, in: household, by: author, owner: owner, call)
        return try Edits.append(edit, to: head, in: session)
    }
}

extension PolicyBook {
    /// A policy as its link holds it: whole, so that the policies of any place in the chain can be
    /// read from the links alone.
    private static func body(of record: PolicyRecord, _ what: PolicyNews.What) -> [JSON.Member] {
        var body = [
            JSON.Member("what", .string(what.rawValue)),
            JSON.Member("policy", JSON(record.policy.value)),
        ]
        let instants = [
            ("live_since_ms", record.liveSince), ("shadow_since_ms", record.shadow?.start),
            ("shadow_until_ms", record.shadow?.end),
            ("takes_effect_at_ms", record.pending?.takesEffectAt),
        ]
        if let pending = record.pending {
            body.append(JSON.Member("pending", JSON(pending.policy.value)))
            body.append(JSON.Member("asked_by", .string(pending.askedBy.text)))
        }
        for case (let key, let instant?) in instants {
            body.append(JSON.Member(key, .number(String(instant.milliseconds))))
        }
        return body
    }

    private static func body(
        of friction: PolicyFriction,
        _ what: PolicyNews.What
    ) -> [JSON.Member] {
        let hours = String(friction.looseningHours)
        var body = [
            JSON.Member("what", .string(what.rawValue)),
            JSON.Member("loosening_hours", .number(hours)),
        ]
        if let pending = friction.pending {
            let (hours, instant) = (pending.looseningHours, pending.takesEffectAt.milliseconds)
            body.append(JSON.Member("pending_hours", .number(String(hours))))
            body.append(JSON.Member("asked_by", .string(pending.askedBy.text)))
            body.append(JSON.Member("takes_effect_at_ms", .number(String(instant))))
        }
        return body
    }
}

extension Policy.State {
    /// Whether a policy is asked about purchases.
    var isAsked: Bool { self == .live || self == .shadow }
}
