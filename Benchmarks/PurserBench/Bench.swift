import Kernel
import Logging
import Operations
import PostgresDriver
import Providers
import SQL
import SQLiteDriver
import Server
import Store

/// An open database with everything that can be done on it; passwords cost as little as they can
/// unless they are what is measured.
struct Bench {
    let database: any Database
    let keys: KeyFile
    let operations: Operations

    init(
        database url: String,
        keys path: String,
        connections: Int = 16,
        passwords cost: PasswordCost = .least
    ) async throws {
        if url.hasPrefix("sqlite://") {
            SQLiteDatabase.setUpProcess()
            database = try SQLiteDatabase(path: String(url.dropFirst("sqlite://".count)))
        } else {
            var configuration = PostgresConfiguration()
            configuration.connections = connections
            database = try PostgresDatabase(url: url, configuration: configuration)
        }
        try await Migrator(Migrations.all).migrate(database, now: SystemTime.now())
        keys = try KeyFile.loadOrCreate(path, now: SystemTime.now())
        operations = try Operations(
            database: database,
            passwords: try PasswordHasher(cost: cost.cost),
            tokens: try TokenIssuer(keys: keys, issuer: ServerSettings().publicURL),
            banks: BankConnections(keys: keys),
            // All of a load comes from one address.
            failedSignIns: 0
        )
    }

    /// A call as this caller, now.
    func call(_ caller: Caller = .anonymous(address: "bench")) -> Call {
        Call(caller: caller, now: SystemTime.now(), ids: ids, trace: "bench")
    }

    private let ids = SystemIDs()
}
