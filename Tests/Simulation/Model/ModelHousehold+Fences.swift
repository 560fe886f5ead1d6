import Contract
import Kernel

extension ModelHousehold {
    mutating func settle(
        _ action: GuardianAction,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        switch action {
        case .deleteRule(let input): try settleDeletedRule(input, bearer, outcome, call)
        case .createGeofence(let input): try settleFence(input, bearer, outcome, call)
        case .deleteGeofence(let input): try settleDeletedFence(input, bearer, outcome, call)
        case .updateLocation(let input): try settlePing(input, bearer, nowMS, outcome, call)
        case .listApprovals(let input): try settleApprovals(input, bearer, nowMS, outcome, call)
        case .decideApproval(let input): try settleDecided(input, bearer, nowMS, outcome, call)
        }
    }

    private mutating func settleDeletedRule(
        _ input: API.Guardian.NumberedRequest,
        _ bearer: Bearer,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let index = subject(input.userID, bearer),
            let category = members[index].rules.first(where: { $0.value.number == input.id })?.key
        else { return try expectRefusal(.notFound, outcome, call) }
        let status = try API.Guardian.deleteRule.output(of: Self.answer(outcome, call))
        try require(status.status == "deleted", "a limit that is removed gave \(status)")
        members[index].rules[category] = nil
        links += 1
    }

    private mutating func settleFence(
        _ input: API.Guardian.GeofenceRequest,
        _ bearer: Bearer,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let index = subject(input.userID, bearer) else {
            return try expectRefusal(.notFound, outcome, call)
        }
        guard members[index].fences.count < 32 else {
            return try expectRefusal(.conflict, outcome, call)
        }
        let created = try API.Guardian.createGeofence.output(of: Self.answer(outcome, call))
        try require(
            !members.contains { $0.fences.contains { $0.number == created.id } },
            "two fences have the number \(created.id)"
        )
        members[index].fences.append(
            ModelFence(
                number: created.id,
                name: input.name ?? "Geofence",
                latitude: input.latitude,
                longitude: input.longitude,
                radius: input.radiusM,
                category: input.category,
                isBlocking: input.policy != .warn
            )
        )
        links += 1
    }

    private mutating func settleDeletedFence(
        _ input: API.Guardian.NumberedRequest,
        _ bearer: Bearer,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let index = subject(input.userID, bearer),
            let fence = members[index].fences.firstIndex(where: { $0.number == input.id })
        else { return try expectRefusal(.notFound, outcome, call) }
        let status = try API.Guardian.deleteGeofence.output(of: Self.answer(outcome, call))
        try require(status.status == "deleted", "a fence that is removed gave \(status)")
        members[index].fences.remove(at: fence)
        links += 1
    }

    private mutating func settlePing(
        _ input: API.Guardian.LocationUpdate,
        _ bearer: Bearer,
        _ nowMS: Int64,
        _ outcome: Outcome,
        _ call: PlannedCall
    ) throws {
        guard let index = index(of: bearer.member) else { preconditionFailure("callers are known") }
        let taken = try API.Guardian.updateLocation.output(of: Self.answer(outcome, call))
        try require(taken.ts.instant == Self.told(nowMS), "a position was taken at \(taken.ts)")
        members[index].pings.append(
            ModelPing(latitude: input.latitude, longitude: input.longitude, takenAtMS: nowMS)
        )
    }

    /// An instant as answers tell it: whole seconds.
    static func told(_ milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: milliseconds / 1_000 * 1_000)
    }
}
