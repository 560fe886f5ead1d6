import Contract
import Kernel

extension Planner {
    private static let latitude = 40.7128
    private static let longitude = -74.006

    /// A limit is removed: one that is there, or one that is not.
    mutating func limit() -> [[PlannedCall]] {
        let parent = parent()
        let subject = chance.pickAny(home.children) ?? parent
        let numbers = subject.rules.values.map(\.number).sorted()
        let number = chance.oneIn(6) ? 1 + Int64(chance.below(1_000)) : chance.pickAny(numbers) ?? 1
        let input = API.Guardian.NumberedRequest(
            id: number,
            userID: subject.id == parent.id ? nil : reference(subject)
        )
        return [[call(bearer(of: parent), .guarding(.deleteRule(input)), key: maybeKey())]]
    }

    /// Fences and positions on their edges, and what is bought there.
    mutating func locate() -> [[PlannedCall]] {
        let member = anyMember()
        switch chance.below(6) {
        case 0: return [[fence(for: member)]]
        case 1: return [[fenceRemoval(of: member)]]
        default: break
        }
        // 489 m and 500 m to the north, and far away; half an hour and a little more ago.
        let north = chance.pick([0, 0.0044, 0.0045, 0.3])
        let ping = GuardianAction.updateLocation(
            API.Guardian.LocationUpdate(
                latitude: Self.latitude + north,
                longitude: Self.longitude,
                accuracyM: chance.oneIn(2) ? nil : 10.5
            )
        )
        let purchase = Action.authorizePurchase(purchase(by: member))
        let later: [Int64] = [0, 1_000, 1_800_000, 1_800_001, -1]
        return [
            [call(bearer(of: member), .guarding(ping), key: maybeKey())],
            [call(bearer(of: member), purchase, key: maybeKey(), atMS: nowMS + chance.pick(later))],
        ]
    }

    private mutating func fence(for member: ModelMember) -> PlannedCall {
        let parent = parent()
        let category = chance.oneIn(2) ? nil : chance.pick(["fun", "fast_food", "groceries"])
        let input = API.Guardian.GeofenceRequest(
            name: chance.oneIn(8) ? nil : "Fence \(chance.below(1_000_000))",
            latitude: Self.latitude,
            longitude: Self.longitude,
            radiusM: chance.pick([1, 500, 500, 40_000]),
            category: category,
            policy: chance.pick([.block, .warn, .warn]),
            userID: member.isParent ? nil : reference(member)
        )
        return call(bearer(of: parent), .guarding(.createGeofence(input)), key: maybeKey())
    }

    private mutating func fenceRemoval(of member: ModelMember) -> PlannedCall {
        // Blocking fences go sooner, or soon nobody could buy anything.
        let blocking = member.fences.filter(\.isBlocking)
        let fence = chance.pickAny(blocking.isEmpty ? member.fences : blocking)
        let input = API.Guardian.NumberedRequest(
            id: fence?.number ?? 1 + Int64(chance.below(1_000)),
            userID: member.isParent ? nil : reference(member)
        )
        return call(bearer(of: parent()), .guarding(.deleteGeofence(input)), key: maybeKey())
    }

    /// Children's requests: listed, decided, decided again and the other way.
    mutating func approve() -> [[PlannedCall]] {
        let known = home.approvals.filter { $0.number != nil }
        let waiting = known.filter { $0.state(at: nowMS) == "pending" }
        guard !known.isEmpty, !chance.oneIn(3) else { return [[approvals()]] }
        let chosen = chance.oneIn(4) ? chance.pick(known) : chance.pickAny(waiting)
        guard let approval = chosen, let number = approval.number else { return [[approvals()]] }
        let atMS = chance.oneIn(6) ? approval.createdAtMS + chance.pick(Self.day) : nowMS
        var waves = [[decision(number, atMS)]]
        if chance.oneIn(3) { waves.append([decision(number, atMS)]) }
        guard chance.oneIn(2), let child = home.index(of: approval.member) else { return waves }
        let purchase = Action.authorizePurchase(
            API.Guardian.AuthorizeRequest(
                amountCents: approval.key.amount,
                merchant: approval.merchant
            )
        )
        let again = call(bearer(of: home.members[child]), purchase, key: maybeKey(), atMS: atMS)
        return waves + [[again]]
    }

    private static let day: [Int64] = [86_399_999, 86_400_000, 86_400_001, 1_000]

    private mutating func approvals() -> PlannedCall {
        let states: [API.Guardian.ApprovalState?] = [
            nil, nil, .pending, .approved, .refused, .expired,
        ]
        let input = API.Guardian.ApprovalsRequest(state: chance.pick(states))
        return call(bearer(of: anyMember()), .guarding(.listApprovals(input)))
    }

    private mutating func decision(_ number: Int64, _ atMS: Int64) -> PlannedCall {
        let input = API.Guardian.ApprovalAnswer(
            id: chance.oneIn(20) ? number + 1_000_000 : number,
            decision: chance.oneIn(3) ? .refuse : .approve
        )
        let action = Action.guarding(.decideApproval(input))
        return call(bearer(of: parent()), action, key: maybeKey(), atMS: atMS)
    }
}
