import Kernel
import Ledger

extension Simulator {
    /// Lets another process make the calls, kills it, and finishes what it left.
    ///
    /// Every answer that was sent must be kept, once: the same call again gives the same answer,
    /// and the chain has no link more than the answers tell of. At most one call of each lane may
    /// have been done without an answer.
    func runLanes(
        _ lanes: [[PlannedCall]],
        killedAfter after: Int,
        pauseUS: Int
    ) async throws {
        var acknowledged = [[[Attempt]]](repeating: [], count: lanes.count)
        if let worker = options.worker {
            let batch = Batch(storage: storage, keys: keys.path, lanes: lanes)
            acknowledged = try await reopening {
                try await Killing.run(worker, batch, after: after, pauseUS: pauseUS)
            }
            report.kills += 1
        }
        for (lane, answers) in zip(lanes, acknowledged) {
            try await resume(lane, after: answers)
        }
    }

    private func resume(_ lane: [PlannedCall], after answers: [[Attempt]]) async throws {
        let place = lane[0].home
        for (call, attempts) in zip(lane, answers) {
            report.count(call, attempts)
            try households[place].settle(call, attempts)
        }
        try await lookForUnanswered(lane.dropFirst(answers.count).first, place)
        for (call, attempts) in zip(lane, answers) where attempts.last?.isRepeatable == true {
            // The same answer, and nothing done twice.
            let again = await performer.perform(call)
            report.acknowledgedByKilled += 1
            report.count(call, again)
            try households[place].settle(call, again, isKnown: true)
        }
        for (index, call) in lane.enumerated().dropFirst(answers.count) {
            let attempts = await performer.perform(call)
            report.count(call, attempts)
            try households[place].settle(
                call,
                attempts,
                mayHaveBeenDone: index == answers.count && options.worker != nil
            )
        }
        let household = households[place].id
        let snapshot = try await HouseholdSnapshot.read(household, [], withMembers: false, database)
        try households[place].compare(snapshot)
    }

    /// Holds what the killed process left against its answers: none is missing, at most one more.
    private func lookForUnanswered(_ next: PlannedCall?, _ place: Int) async throws {
        let household = households[place]
        let snapshot = try await HouseholdSnapshot.read(
            household.id,
            [],
            withMembers: false,
            database
        )
        let most = household.links + (next?.action.mostLinks ?? 0)
        let sequence = snapshot.head?.sequence ?? -1
        try require(
            (household.links...most).contains(sequence),
            .nothingAcknowledgedIsMissing,
            "a killed process left \(sequence) links, its answers tell of \(household.links)"
        )
    }
}

extension ModelHousehold {
    /// Settles a call that a killed process may have made without anybody hearing of it.
    fileprivate mutating func settle(
        _ call: PlannedCall,
        _ attempts: [Attempt],
        mayHaveBeenDone: Bool
    ) throws {
        guard mayHaveBeenDone, case .replayed? = attempts.last?.outcome,
            !isRemembered(call, at: call.nowMS)
        else {
            return try settle(call, attempts)
        }
        let lost = Outcome.failed(code: "io", reason: "killed", isPlanned: true, wasDone: true)
        try settle(call, [Attempt(nowMS: call.nowMS, outcome: lost)] + attempts)
    }
}

extension Action {
    /// The most links that a call may add.
    fileprivate var mostLinks: Int64 {
        if case .recordTransfers(let plans, _) = self { return Int64(plans.count) }
        return 1
    }
}

extension Attempt {
    /// Whether the call may be made again and must give the same.
    fileprivate var isRepeatable: Bool {
        switch outcome {
        case .answered, .replayed, .posted: true
        case .refused(_, let status, _): status == 404
        default: false
        }
    }
}
