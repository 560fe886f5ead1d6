import Foundation
import Kernel
import Logging
import Operations
import PostgresDriver
import Providers
import SQL
import SQLiteDriver
import Server
import Store

/// An installation that is open: its database, its keys, and everything it can do.
struct Installation {
    let database: any Database
    let keys: KeyFile
    let operations: Operations
    let logger: Logger

    /// Opens what is configured, and brings its schema up to date.
    ///
    /// - Throws: `DatabaseError`, `KeyFileError`; nothing is changed when the schema does not fit.
    init(_ settings: Settings) async throws {
        logger = Logger(label: "purser") { label in
            JSONLogHandler(label: label, level: settings.logLevel)
        }
        let database = try Self.open(settings.database, connections: settings.connections)
        do {
            let done = try await Migrator(Migrations.all).migrate(database, now: SystemTime.now())
            if !done.isEmpty {
                logger.info("schema brought up to date", metadata: ["run": "\(done)"])
            }
            keys = try KeyFile.loadOrCreate(settings.keys, now: SystemTime.now())
            operations = Operations(
                database: database,
                passwords: try PasswordHasher(),
                tokens: try TokenIssuer(keys: keys, issuer: settings.server.publicURL),
                idempotencyKey: keys.idempotency
            )
        } catch {
            await database.close()
            throw error
        }
        self.database = database
    }

    /// Opens a database without looking at what is in it.
    static func open(
        _ location: DatabaseLocation,
        connections: Int
    ) throws -> any Database {
        switch location {
        case .sqlite(let path): try SQLiteDatabase(path: path)
        case .postgres(let url):
            try PostgresDatabase(
                url: url,
                configuration: PostgresConfiguration(connections: connections)
            )
        }
    }

    /// A call by the operator, now.
    func operatorCall() -> Call {
        Call(
            caller: .anonymous(address: "operator"),
            now: SystemTime.now(),
            ids: SystemIDs(),
            trace: "operator"
        )
    }

    /// Opens what is configured, does `work`, and closes it again.
    static func with<Result>(
        _ settings: Settings,
        _ work: (Installation) async throws -> Result
    ) async throws -> Result {
        let installation = try await Installation(settings)
        do {
            let result = try await work(installation)
            await installation.database.close()
            return result
        } catch {
            await installation.database.close()
            throw error
        }
    }
}
