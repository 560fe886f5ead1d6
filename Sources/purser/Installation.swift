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

    /// What a command does with an installation.
    enum Purpose {
        /// To serve or fill it: a missing database is created, and the schema migrated.
        case use
        /// To read it: a missing database is an error, and nothing is changed.
        case look
    }

    /// Opens what is configured.
    ///
    /// - Throws: `DatabaseError`, `KeyFileError`; nothing is changed when the schema does not fit.
    init(_ settings: Settings, to purpose: Purpose = .use) async throws {
        logger = Logger(label: "purser") { label in
            JSONLogHandler(label: label, level: settings.logLevel)
        }
        if purpose == .look { try settings.database.requireFile() }
        let database = try Self.open(settings.database, connections: settings.connections)
        do {
            try await Self.prepare(database, to: purpose, logger)
            keys = try Self.keys(settings, to: purpose)
            operations = try Operations(
                database: database,
                passwords: try PasswordHasher(),
                tokens: try TokenIssuer(keys: keys, issuer: settings.server.publicURL),
                languageModel: settings.languageModel,
                isModelRequired: settings.isModelRequired,
                cards: settings.stripe.map { Self.cards($0, database) },
                banks: Self.banks(settings.plaid, keys),
                oauthClients: settings.oauthClients,
                issuers: settings.issuers,
                notificationSender: settings.notificationSender ?? Self.notingSender(logger),
                failedSignIns: settings.server.failedSignIns
            )
        } catch {
            await database.close()
            throw error
        }
        self.database = database
    }

    private static func keys(
        _ settings: Settings,
        to purpose: Purpose
    ) throws -> KeyFile {
        switch purpose {
        case .use: try KeyFile.loadOrCreate(settings.keys, now: SystemTime.now())
        case .look: KeyFile(now: SystemTime.now())
        }
    }

    /// Plaid, else the bank that is built in.
    private static func banks(_ plaid: PlaidSettings?, _ keys: KeyFile) -> BankConnections {
        guard let plaid else { return BankConnections(keys: keys) }
        return BankConnections(PlaidClient(plaid), keys: keys, takesWebhooks: true)
    }

    /// Who sends nothing, and notes what was to be told: neither its words nor whom.
    private static func notingSender(_ logger: Logger) -> LogSender {
        LogSender { entry in
            logger.info(
                "a notification, sent nowhere",
                metadata: ["kind": "\(entry.kind)", "trace": "\(entry.trace ?? "none")"]
            )
        }
    }

    /// Stripe, beside the built-in processor, which keeps its own cards.
    private static func cards(
        _ stripe: StripeSettings,
        _ database: any Database
    ) -> CardProcessors {
        CardProcessors(
            mock: SimulatedProcessor(intents: DatabaseIntents(database)),
            stripe: StripeProcessor(secretKey: stripe.secretKey, baseURL: stripe.baseURL),
            stripeWebhook: stripe.webhookSecrets.isEmpty
                ? nil : StripeWebhook(secrets: stripe.webhookSecrets),
            chargesSimulatedCards: stripe.chargesSimulatedCards
        )
    }

    private static func prepare(
        _ database: any Database,
        to purpose: Purpose,
        _ logger: Logger
    ) async throws {
        let migrator = Migrator(Migrations.all)
        guard purpose == .use else { return try await database.read { try migrator.verify($0) } }
        let done = try await migrator.migrate(database, now: SystemTime.now())
        if !done.isEmpty {
            logger.info("schema brought up to date", metadata: ["run": "\(done)"])
        }
    }

    /// Opens a database without checking its schema.
    static func open(
        _ location: DatabaseLocation,
        connections: Int
    ) throws -> any Database {
        switch location {
        case .sqlite(let path):
            // Nothing else of this program uses SQLite before.
            SQLiteDatabase.setUpProcess()
            return try SQLiteDatabase(path: path) { reason in
                let logger = Logger(label: "purser") { label in
                    JSONLogHandler(label: label, level: .critical)
                }
                logger.critical(
                    "the disk may lack what the database counts as written",
                    metadata: ["reason": "\(reason)"]
                )
                _exit(SQLiteDatabase.inputOutputError)
            }
        case .postgres(let url):
            return try PostgresDatabase(
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

    /// Opens the configured database, runs `work`, and closes it.
    static func with<Result>(
        _ storage: StorageFlags,
        to purpose: Purpose = .use,
        _ work: (Installation) async throws -> Result
    ) async throws -> Result {
        let installation = try await Installation(try await Settings(storage), to: purpose)
        return try await installation.database.closing { try await work(installation) }
    }
}
