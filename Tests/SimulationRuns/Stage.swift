import Programs
import SQL
import Testbed

@testable import Simulation

/// A place for simulations: an empty database of an engine that may be closed and opened again.
struct Stage {
    let storage: Storage
    let directory: TemporaryDirectory

    /// Runs `work` on a new stage.
    static func with<R>(_ engine: Engine, _ work: (Stage) async throws -> R) async throws -> R {
        try await withDatabase(engine) { database in
            let storage = try await Storage.of(database)
            // The simulation opens it for itself, and after a kill nobody else may have it open.
            await database.close()
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            return try await work(Stage(storage: storage, directory: directory))
        }
    }

    /// A simulation that has begun.
    func simulator(
        _ options: SimulationOptions,
        interposing: @escaping @Sendable (any Database) -> any Database = { $0 }
    ) async throws -> Simulator {
        let simulator = try Simulator(
            options,
            storage: storage,
            directory: directory.path,
            interposing: interposing
        )
        try await simulator.begin()
        return simulator
    }

    /// Changes what is stored behind the program's back.
    func tamper(_ sql: String) async throws {
        let database = try storage.open()
        try await database.write { try $0.script(sql) }
        await database.close()
    }

    /// The program that is started and killed.
    static func worker() throws -> String { try Program.path("purser-simulate") }
}

/// The violation that `work` ends with; a test fails when it ends without one.
func violation(_ work: () async throws -> Void) async throws -> Violation {
    do {
        try await work()
    } catch let violation as Violation {
        return violation
    }
    throw NothingFound()
}

/// A simulation that should have found something.
struct NothingFound: Error {}
