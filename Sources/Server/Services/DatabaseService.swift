import SQL
import ServiceLifecycle

/// Keeps the database open until everything that uses it has ended, then lets it finish its writes.
struct DatabaseService: Service {
    let database: any Database

    func run() async throws {
        try? await gracefulShutdown()
        await database.close()
    }
}
