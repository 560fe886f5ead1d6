import Kernel
import Operations
import SQL
import Store

extension Simulator {
    private enum Event {
        case clock
        case housekeeping
        case kill
        case reconciliation
        case restoration
    }

    /// Something that concerns everybody: it happens while nobody calls.
    func event() async throws {
        let events: [(weight: Int, thing: Event)] = [
            (60, .clock), (6, .housekeeping), (4, .kill), (30, .reconciliation),
        ]
        var event = chance.pick(events)
        report.steps += 1
        // What is restored grows with the steps, so that it is done ever more rarely.
        if report.steps >= nextRestoration {
            nextRestoration *= 2
            event = .restoration
        }
        switch event {
        case .clock: setClock()
        case .housekeeping: try await keepHouse()
        case .kill: try await killEvent()
        case .reconciliation: try await reconcile()
        case .restoration: try await restore()
        }
    }

    private func setClock() {
        let almanac = households[chance.below(households.count)].almanac
        report.clockJumps += 1
        history.append(clock.jump(&chance, in: almanac), at: report.steps)
    }

    /// Old answers are forgotten.
    private func keepHouse() async throws {
        let nowMS = clock.tick(&chance)
        history.append("what is old is forgotten at \(nowMS)", at: report.steps)
        try await reporting {
            let now = Timestamp(milliseconds: nowMS)
            // Apps renew their tokens; a session of which nobody heard for long is forgotten.
            let live =
                (households.flatMap(\.members).flatMap(\.sessions)
                + [demo?.bearer].compactMap(\.self))
                .map(\.session)
            try await database.write { session in
                for id in live { try Sessions.markUsed(id, now: now, in: session) }
            }
            try await keys.operations(on: database).forgetOldRecords(now: now)
            for place in households.indices { households[place].forget(at: nowMS) }
        }
    }

    private func killEvent() async throws {
        let places = Array(chance.shuffled(Array(households.indices)).prefix(4))
        let lanes = places.map { lane($0) }
        let after = chance.below(lanes.reduce(1) { $0 + $1.count })
        let pauseUS = chance.below(3_000)
        // Without a worker the same calls are made here, so that the run stays the same.
        let name = options.worker == nil ? "calls in lanes" : "a process is killed after \(after)"
        history.append("\(name) on households \(places)", at: report.steps)
        for lane in lanes {
            history.append(PlannedStep(lane: lane), at: report.steps)
        }
        try await reporting(places) {
            try await runLanes(lanes, killedAfter: after, pauseUS: pauseUS)
        }
    }

    /// Calls of one household that may each be made again, because each has a key or a record.
    private func lane(_ place: Int) -> [PlannedCall] {
        var planner = Planner(
            chance: Chance(seed: chance.next()),
            home: households[place],
            other: households[place],
            nowMS: clock.tick(&chance),
            hasFaults: false
        )
        return planner.lane()
    }
}

extension ModelHousehold {
    /// Forgets the answers, positions and tokens that are old enough.
    fileprivate mutating func forget(at nowMS: Int64) {
        answers = answers.filter { $0.value.madeAtMS > nowMS - 86_400_000 }
        for index in members.indices {
            members[index].pings.removeAll { $0.takenAtMS < nowMS - 86_400_000 }
            // What may be renewed no more is used by nobody.
            members[index].refreshTokens.removeAll {
                min($0.expiresAtMS, $0.begunAtMS + 90 * 86_400_000) <= nowMS
            }
        }
    }
}

extension PlannedStep {
    fileprivate init(lane: [PlannedCall]) {
        self.init(
            title: "lane",
            places: [lane[0].home],
            waves: lane.map { [$0] },
            isRace: false,
            probes: []
        )
    }
}
