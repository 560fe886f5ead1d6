import Foundation
import Logging
public import Operations
public import Providers
public import PurserKit
public import SQL
public import Server

/// A whole server without a socket: router, operations and a database of its own.
public struct InProcessServer: Sendable {
    /// Where everything is kept.
    public let database: any Database
    /// What the server can do, for what no endpoint offers yet.
    public let operations: Operations
    /// The clock the server goes by.
    public let clock: TestClock
    /// Everything that was logged.
    public let log: LogRecorder
    /// The router and what is counted.
    public let server: PurserServer
    /// The public URL that tokens name.
    public let issuer: String

    private let ids: SequentialIDs
    /// The keys of the installation.
    public let keys: KeyFile
    private let settings: ServerSettings
    private let issuers: ExternalIssuers
    private let notificationSender: any NotificationSender

    fileprivate init(
        _ database: any Database,
        _ keys: KeyFile,
        _ passwords: PasswordHasher,
        _ settings: ServerSettings,
        _ clock: TestClock,
        _ languageModel: (any LanguageModel)?,
        _ isModelRequired: Bool,
        _ cards: CardProcessors?,
        _ banks: BankConnections?,
        _ issuers: ExternalIssuers,
        _ notificationSender: any NotificationSender,
        _ keyFile: (@Sendable () throws -> KeyFile)? = nil,
        ids: SequentialIDs = SequentialIDs(),
        _ additional: (inout Mount) -> Void
    ) throws {
        let operations = try Operations(
            database: database,
            passwords: passwords,
            tokens: try TokenIssuer(keys: keys, issuer: settings.publicURL),
            languageModel: languageModel,
            isModelRequired: isModelRequired,
            cards: cards,
            banks: banks ?? BankConnections(keys: keys),
            oauthClients: [.testApp],
            issuers: issuers,
            notificationSender: notificationSender,
            failedSignIns: settings.failedSignIns
        )
        let log = LogRecorder()
        server = try PurserServer(
            PurserServer.Dependencies(
                operations: operations,
                idempotencyKey: keys.idempotency,
                keyFile: keyFile,
                ids: ids,
                now: { clock.now },
                logger: log.logger
            ),
            settings: settings,
            additional: additional
        )
        self.database = database
        self.operations = operations
        self.clock = clock
        self.log = log
        self.ids = ids
        self.keys = keys
        self.settings = settings
        self.issuers = issuers
        self.notificationSender = notificationSender
        issuer = settings.publicURL
    }

    /// Another process over the same database, or this one started anew.
    public func another() throws -> InProcessServer {
        try InProcessServer(
            database,
            keys,
            operations.identity.passwords,
            settings,
            clock,
            nil,
            false,
            operations.guardian.cards,
            operations.banking.banks,
            issuers,
            notificationSender,
            ids: ids
        ) { _ in }
    }

    /// A way to send requests as they are, from an address of documentation (RFC 5737).
    public func transport(from address: String? = "192.0.2.1") -> InProcessTransport {
        InProcessTransport(server, log.logger, address: address)
    }

    /// A client of the server.
    public func purser(token: String? = nil, from address: String? = "192.0.2.1") -> DirectClient {
        DirectClient(transport: transport(from: address), token: token)
    }

    /// What surrounds an operation that is called without the server, now.
    public func call(as caller: Caller = .anonymous(address: "192.0.2.1")) -> Call {
        Call(caller: caller, now: clock.now, ids: ids, trace: "test")
    }
}

extension ServerSettings {
    /// Settings of a server that limits no rates, because a clock that stands still refills
    /// nothing.
    public static var unlimited: ServerSettings {
        var settings = ServerSettings()
        settings.requestsPerSecond = 0
        return settings
    }
}

/// Runs `work` with a server over a new, migrated database of the engine.
///
/// `passwords` hashes in place of a hasher that takes no time, `languageModel` words the coach's
/// advice and answers of Insights, which are refused without it where `isModelRequired`, `cards`
/// are processors and `banks` reads accounts in place of the built-in ones, with the server's keys
/// where it makes them of some, `issuers` are those besides us, `notificationSender` brings
/// notifications in place of one that only notes them, `keyFile` reads the keys anew while the
/// server runs, `additional` serves endpoints that are not declared, and `interposing` puts
/// something between the server and its database.
public func withServer<R>(
    _ engine: Engine,
    settings: ServerSettings = .unlimited,
    clock: TestClock = TestClock(),
    passwords: PasswordHasher? = nil,
    languageModel: (any LanguageModel)? = nil,
    isModelRequired: Bool = false,
    cards: CardProcessors? = nil,
    banks: ((KeyFile) -> BankConnections)? = nil,
    issuers: ExternalIssuers = .none,
    notificationSender: any NotificationSender = LogSender { _ in },
    keyFile: (@Sendable () throws -> KeyFile)? = nil,
    additional: (inout Mount) -> Void = { _ in },
    interposing: (any Database) -> any Database = { $0 },
    _ work: (InProcessServer) async throws -> R
) async throws -> R {
    let passwords = try passwords ?? PasswordHasher(cost: .least)
    defer { passwords.shutdown() }
    let keys = try temporaryKeys()
    return try await withMigratedDatabase(engine) { database in
        let server = try InProcessServer(
            interposing(database),
            keys,
            passwords,
            settings,
            clock,
            languageModel,
            isModelRequired,
            cards,
            banks?(keys),
            issuers,
            notificationSender,
            keyFile,
            additional
        )
        return try await work(server)
    }
}

/// New keys, by way of a file that is gone again.
private func temporaryKeys() throws -> KeyFile {
    let path = FileManager.default.temporaryDirectory
        .appending(path: "purser-keys-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try KeyFile.loadOrCreate(path, now: TestClock.noon)
}
