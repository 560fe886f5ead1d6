import Simulation

extension Run {
    /// Lets weeks pass in families with allowances.
    func simulateFamilies(_ seed: UInt64, _ scene: Scene) async throws {
        let clock = ContinuousClock()
        let started = clock.now
        let usual = FamilyOptions(seed: seed)
        let simulation = try FamilySimulation(
            FamilyOptions(
                seed: seed,
                weeks: weeks,
                hasFaults: faults == .on,
                checkEvery: checkEvery ?? usual.checkEvery,
                worker: worker
            ),
            storage: scene.storage,
            directory: scene.directory
        )
        try await simulation.begin()
        try await simulation.run { report in
            let seconds = (clock.now - started).components.seconds
            tell("\(report.weeks) weeks, \(report.dues) due days verified, \(seconds) s")
        }
        let report = await simulation.report
        await simulation.end()
        for (name, count) in report.actions.sorted(by: { $0.key < $1.key }) {
            tell("  \(name) \(count)")
        }
        tell(
            """
            \(report.weeks) weeks in \(report.steps) steps on \(scene.storage.engine) in \
            \((clock.now - started).components.seconds) s: \(report.payouts) payouts \
            (\(report.pairs) by two at once), \(report.outages) outages, \
            \(report.faults) engine failures, \(report.replays) repeated answers, \
            \(report.refusals) refusals, \(report.kills) kills \
            (\(report.acknowledgedByKilled) payments of killed processes found), \
            \(report.dues) due days (\(report.owed) owed), \(report.checks) verifications, \
            \(report.links) links, no violation
            """
        )
    }
}
