import Simulation
import Testbed

extension Stage {
    /// A simulation of families that has begun.
    func families(_ options: FamilyOptions) async throws -> FamilySimulation {
        let simulation = try FamilySimulation(
            options,
            storage: storage,
            directory: directory.path
        )
        try await simulation.begin()
        return simulation
    }
}
