public import SQL
public import ServiceLifecycle

/// Keeps the database open until everything that uses it has ended, then lets it finish its writes.
public struct DatabaseService: Service {
    private let database: any Database

    /// Takes charge of closing a database.
    public init(_ database: any Database) {
        self.database = database
    }

    /// Waits for the shutdown.
    public func run() async throws {
        try? await gracefulShutdown()
        await database.close()
    }
}
