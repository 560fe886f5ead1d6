import Foundation
import Kernel
import Logging
import Operations
import Providers
public import PurserKit
import SQL
import SQLiteDriver
import Server
import Store

/// A whole Purser server in the process, for tests and previews of an app: the program's own
/// router, rules and database, without a socket.
///
/// ```swift
/// let server = try await LocalServer()
/// let purser = try server.purser()
/// try await purser.session.registerParent(
///     email: "ana@example.com",
///     password: "correct horse",
///     firstName: "Ana",
///     lastName: "Doe",
///     familyName: "Doe"
/// )
/// await server.shutdown()
/// ```
///
/// Each server begins empty, with a database of its own in a temporary folder, and is gone after
/// ``shutdown()``. Passwords are hashed at the least cost there is and no rate is limited. What the
/// program does by the hour, such as paying allowances that nobody looks at, this one does not.
public struct LocalServer: Sendable {
    /// Carries requests straight to the server; streams as well.
    public let transport: LocalTransport

    private let operations: Operations
    private let clock: @Sendable () -> Timestamp
    private let folder: URL

    /// Starts a server.
    ///
    /// - Parameter clock: What time it is for the server; the system's when `nil`.
    /// - Throws: When the folder cannot be made or the database not be opened.
    public init(clock: ManualClock? = nil) async throws {
        let now: @Sendable () -> Timestamp = if let clock { { clock.now } } else { SystemTime.now }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "purser-local-\(UUID().uuidString.lowercased())")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        do {
            let database = try SQLiteDatabase(path: folder.appending(path: "purser.db").path)
            do {
                (operations, transport) = try await Self.started(over: database, now)
            } catch {
                await database.close()
                throw error
            }
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        self.clock = now
        self.folder = folder
    }

    /// Runs `work` with a server, which is gone afterwards.
    ///
    /// - Throws: As ``init(clock:)`` does, and what `work` throws.
    public static func with<Result>(
        clock: ManualClock? = nil,
        _ work: (LocalServer) async throws -> Result
    ) async throws -> Result {
        let server = try await LocalServer(clock: clock)
        do {
            let result = try await work(server)
            await server.shutdown()
            return result
        } catch {
            await server.shutdown()
            throw error
        }
    }

    /// Makes a client of the server: another device with each call.
    ///
    /// The client goes by the system's clock, whatever the server's shows.
    ///
    /// - Parameters:
    ///   - configuration: How it behaves; its address is not used.
    ///   - tokens: Where it keeps its session.
    /// - Returns: The client; whoever made it shuts it down.
    /// - Throws: `PurserError` `invalid` when the configuration contradicts itself.
    public func purser(
        configuration: Configuration = .development,
        tokens: any TokenStore = MemoryTokenStore()
    ) throws -> Purser {
        try Purser(configuration: configuration, transport: transport, tokens: tokens)
    }

    /// Ends the server and removes everything it kept.
    ///
    /// Clients are shut down before; what they have under way fails.
    public func shutdown() async {
        operations.identity.passwords.shutdown()
        await operations.database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func started(
        over database: any Database,
        _ now: @escaping @Sendable () -> Timestamp
    ) async throws -> (Operations, LocalTransport) {
        _ = try await Migrator(Migrations.all).migrate(database, now: now())
        let keys = KeyFile(now: now())
        var settings = ServerSettings()
        // A clock that stands still would never let the next call through.
        settings.requestsPerSecond = 0
        // An app that sends a thousand calls to itself attacks nobody.
        settings.bodiesBytes = 0
        let passwords = try PasswordHasher(cost: .least)
        do {
            let operations = try Operations(
                database: database,
                passwords: passwords,
                tokens: try TokenIssuer(keys: keys, issuer: settings.publicURL),
                banks: BankConnections(keys: keys)
            )
            let logger = Logger(label: "purser") { _ in SwiftLogNoOpLogHandler() }
            let server = try PurserServer(
                PurserServer.Dependencies(
                    operations: operations,
                    idempotencyKey: keys.idempotency,
                    now: now,
                    logger: logger
                ),
                settings: settings
            )
            // An address of documentation (RFC 5737).
            return (operations, LocalTransport(server, logger: logger, address: "192.0.2.1"))
        } catch {
            passwords.shutdown()
            throw error
        }
    }
}

extension LocalServer {
    /// Who signs in to the demo household.
    public struct SignIn: Sendable, Hashable {
        /// The e-mail address.
        public let email: String
        /// The password.
        public let password: String
        /// Whether it is a parent.
        public let isParent: Bool
    }

    /// Adds the household that `make demo` serves: two parents, two children, limits, and four
    /// months of transactions up to today.
    ///
    /// - Parameter seed: The same seed on the same day gives the same transactions.
    /// - Returns: The sign-ins, parents first.
    /// - Throws: When the database fails.
    @discardableResult
    public func addDemoHousehold(seed: UInt64 = 1) async throws -> [SignIn] {
        let call = Call(
            caller: .anonymous(address: "operator"),
            now: clock(),
            ids: SystemIDs(),
            trace: "demo"
        )
        _ = try await operations.createDemoHousehold(seed: seed, call)
        return DemoHousehold.signIns.map { person in
            SignIn(
                email: person.email,
                password: DemoHousehold.password,
                isParent: person.role == "Parent"
            )
        }
    }
}
