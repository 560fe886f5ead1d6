import Kernel

/// What came of a step.
struct StepResult: Sendable {
    /// The attempts of every call, wave by wave.
    var waves: [[[Attempt]]] = []
    /// The households that the step was about, as they are after it.
    var snapshots: [HouseholdSnapshot] = []
    /// Why they could not be looked at.
    var failure: String?
}

/// A step with what is needed to run it beside others.
struct StepRunner: Sendable {
    let performer: Performer
    let step: PlannedStep
    let households: [ID<Entity.Household>]

    /// Makes the calls, wave after wave, and looks at what they left.
    func run() async -> StepResult {
        var result = StepResult()
        for wave in step.waves { result.waves.append(await run(wave)) }
        do {
            for household in households {
                let snapshot = try await HouseholdSnapshot.read(
                    household,
                    household == households[0] ? step.probes : [],
                    withMembers: step.title == Planner.Kind.grow.rawValue,
                    withTransfersAfter: household == households[0] ? step.looksAfter : nil,
                    withBank: step.title == Planner.Kind.bank.rawValue,
                    performer.database
                )
                result.snapshots.append(snapshot)
            }
        } catch {
            result.failure = "\(error)"
        }
        return result
    }

    private func run(_ wave: [PlannedCall]) async -> [[Attempt]] {
        if wave.count == 1 { return [await performer.perform(wave[0])] }
        return await withTaskGroup(of: (Int, [Attempt]).self) { group in
            for (index, call) in wave.enumerated() {
                group.addTask { (index, await performer.perform(call)) }
            }
            var attempts = [[Attempt]](repeating: [], count: wave.count)
            for await (index, made) in group { attempts[index] = made }
            return attempts
        }
    }
}
