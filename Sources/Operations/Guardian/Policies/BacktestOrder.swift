import Contract
import Guardian
import Kernel
import SQL
import Store

/// What is tried on which purchases: a request whose names were looked up.
struct BacktestOrder: Sendable {
    /// The policies that are reported on, in the order of the request.
    let tried: [Policy]
    /// Those that stop purchases beside them.
    let live: [Policy]
    /// What becomes of a purchase that is stopped.
    let mode: PolicyBacktest.Mode
    /// The days whose purchases are judged.
    let days: ClosedRange<CivilDay>
    /// The member whose purchases are judged; everybody's when `nil`.
    let member: ID<Entity.Member>?
    /// The household, its zone and currency, and where its chain ends.
    let membership: Membership
    /// What the policies ask for.
    let needs: PolicyNeeds
    /// Whether some condition asks for the merchant category code.
    let asksCode: Bool

    /// Looks up what a request names.
    ///
    /// A child tries policies that are for it or for everybody, on its own purchases. A live policy
    /// is not beside the trial when it is tried itself, or one of its name is.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - membership: The caller's; for the operator, that of a member of the household.
    ///   - isOperator: Whether the purchases of every member may be asked for.
    ///   - call: What surrounds it.
    ///   - session: The transaction.
    /// - Throws: ``Problem`` `notFound`, `invalid` with the place of the fault; `DatabaseError`.
    init(
        _ request: API.Guardian.BacktestRequest,
        _ membership: Membership,
        isOperator: Bool = false,
        _ call: Call,
        in session: any Session
    ) throws {
        self.membership = membership
        if isOperator {
            member = try request.userID.map { reference in
                try GuardianOperations.member(reference, membership, in: session).orNotFound().id
            }
        } else if membership.role == .child || request.userID != nil {
            member = try GuardianOperations.subject(request.userID, membership, in: session)
        } else {
            member = nil
        }
        let reader = TriedPolicies(
            membership: membership,
            isForAll: isOperator || membership.role == .parent,
            call: call,
            session: session
        )
        let tried = try request.policies.enumerated().map { try reader.policy($1, at: $0) }
        self.tried = tried
        live = request.withLive == false ? [] : try reader.live(beside: tried)
        mode = request.mode == .observed ? .observed : .counterfactual
        days = request.from.day...request.to.day
        let conditions = (tried + live).map(\.condition)
        needs = PolicyNeeds(of: conditions)
        asksCode = conditions.contains { $0.asksCode }
    }

    /// Where judging begins.
    var start: Timestamp { membership.zone.start(of: days.lowerBound) }

    /// Whether windows or the judged purchases are of more than one member.
    var isOfHousehold: Bool {
        member == nil || needs.windows.contains { $0.scope.isOfHousehold }
    }

    /// Whether some window counts decisions.
    var countsDecisions: Bool { needs.windows.contains { $0.subject != .purchases } }

    /// The first day of which anything is told: as far back as windows and the score look, and one
    /// more, which is shown again where a clock is put back over midnight.
    var firstDay: CivilDay {
        let (zone, start) = (membership.zone, start)
        let first = needs.windows.map { window in
            switch window.extent(until: start, in: zone) {
            case .days(let days): days.lowerBound
            case .instants(let instants): zone.day(of: instants.lowerBound)
            }
        }
        let month = needs.asksScore ? [days.lowerBound.month.firstDay] : []
        let day = (first + month + [days.lowerBound]).min() ?? days.lowerBound
        return day.adding(days: -1)
    }
}

/// Reads the policies of a request.
private struct TriedPolicies {
    let membership: Membership
    /// Whether the caller may name everybody's policies, and everybody in policies.
    let isForAll: Bool
    let call: Call
    let session: any Session

    func policy(_ given: API.Guardian.BacktestPolicy, at place: Int) throws -> Policy {
        if let id = given.id {
            let record = try Policies.find(id, of: membership.household, in: session).orNotFound()
            guard isForAll || record.policy.applies(to: membership.member) else {
                throw Problem(.notFound)
            }
            return record.policy
        }
        let field = "policies[\(place)]"
        guard let policy = given.policy else {
            throw Problem.invalid([Fault(field: field, rule: "must have name, when and then")])
        }
        guard !policy.name.isEmpty else {
            throw Problem.invalid([Fault(field: "\(field).name", rule: "must not be empty")])
        }
        let condition = try PolicyCondition(policy.when, at: "\(field).when")
        try GuardianOperations.requireOwn(
            condition,
            at: "\(field).when",
            membership,
            in: session
        )
        return Policy(
            id: call.newID(),
            name: policy.name,
            member: try policy.userID.map(member),
            condition: condition,
            action: policy.then.action,
            message: policy.message,
            state: .draft,
            createdAt: call.now
        )
    }

    private func member(_ reference: MemberReference) throws -> ID<Entity.Member> {
        guard isForAll else {
            return try GuardianOperations.subject(reference, membership, in: session)
        }
        return try GuardianOperations.member(reference, membership, in: session).orNotFound().id
    }

    func live(beside tried: [Policy]) throws -> [Policy] {
        let ids = Set(tried.map(\.id))
        let names = Set(tried.map(\.name))
        return try Policies.list(of: membership.household, .live, in: session).map(\.policy)
            .filter { !ids.contains($0.id) && !names.contains($0.name) }
    }
}

extension API.Guardian.PolicyAction {
    /// Guardian's word.
    fileprivate var action: Policy.Action {
        switch self {
        case .decline: .decline
        case .ask: .ask
        case .warn: .warn
        }
    }
}

extension PolicyCondition {
    /// Whether it asks for the merchant category code.
    fileprivate var asksCode: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.asksCode }
        case .not(let part): part.asksCode
        case .leaf(.mcc): true
        case .leaf: false
        }
    }
}
