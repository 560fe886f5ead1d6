import ArgumentParser
import Foundation
import Logging
import Operations
import Providers
import Server

/// What is configured: flags before environment before file.
struct Settings {
    let database: DatabaseLocation
    let keys: String
    let connections: Int
    let logLevel: Logger.Level
    var server: ServerSettings
    /// Words the coach's advice and answers of Insights; `nil` where none is configured.
    let languageModel: OpenAICompatibleModel?
    /// Whether an answer that the language model fails to give is refused.
    let isModelRequired: Bool
    /// How Stripe is reached; `nil` where it is not configured.
    let stripe: StripeSettings?
    /// How Plaid is reached; `nil` where it is not configured.
    let plaid: PlaidSettings?
    /// The apps that may ask people to sign in beside the one that is always there.
    let oauthClients: [OAuthClient]
    /// The other issuers whose tokens are accepted.
    let issuers: ExternalIssuers
    /// Brings notifications to members; `nil` where nothing is configured for it.
    let notificationSender: (any NotificationSender)?

    /// Reads the configuration.
    ///
    /// `standardDatabase`: Where everything is kept unless something else is configured.
    /// Throws `ValidationError` that names the setting and the rule.
    init(
        _ storage: StorageFlags,
        _ serving: ServerFlags? = nil,
        standardDatabase: String = "purser.db"
    ) async throws {
        let flags = storage.values.merging(serving?.values ?? [:]) { first, _ in first }
        let reader = try await SettingReader(flags: flags, file: storage.config)
        database = try DatabaseLocation(try reader.text(.database) ?? standardDatabase)
        keys = try reader.text(.keys) ?? database.standardKeys
        connections = try reader.number(.connections, in: 1...1_000) ?? 16
        guard let logLevel = Logger.Level(rawValue: try reader.text(.logLevel) ?? "info") else {
            throw ValidationError("logLevel must be debug, info, notice, warning or error")
        }
        self.logLevel = logLevel
        server = try Self.server(reader)
        languageModel = try Self.languageModel(reader)
        isModelRequired = try reader.flag(.languageModelRequired) ?? false
        guard !isModelRequired || languageModel != nil else {
            throw ValidationError("languageModelRequired is true only with languageModelUrl")
        }
        stripe = try Self.stripe(reader)
        plaid = try Self.plaid(reader, publicURL: server.publicURL)
        oauthClients = try Self.oauthClients(reader)
        issuers = try Self.issuers(reader, publicURL: server.publicURL)
        notificationSender = try serving.flatMap { _ in try Self.notificationSender(reader) }
    }

    private static func issuers(
        _ reader: SettingReader,
        publicURL: String
    ) throws -> ExternalIssuers {
        guard let path = try reader.text(.issuers) else { return .none }
        let environment = ProcessInfo.processInfo.environment
        return try IssuersFile(path: path, publicURL: publicURL, environment: environment).external
    }

    private static func stripe(_ reader: SettingReader) throws -> StripeSettings? {
        let baseURL = try reader.text(.stripeBaseUrl) ?? Setting.stripeBaseUrl.standard
        let secrets = try reader.oneOrMoreTexts(.stripeWebhookSecret) ?? []
        let simulated = try reader.text(.simulatedCards) ?? Setting.simulatedCards.standard
        guard ["charged", "refused"].contains(simulated) else {
            throw ValidationError("simulatedCards must be charged or refused")
        }
        let key = try reader.text(.stripeSecretKey)
        guard let key, !key.isEmpty else {
            guard secrets.isEmpty else {
                throw ValidationError("stripeWebhookSecret is set only with stripeSecretKey")
            }
            return nil
        }
        guard let scheme = URL(string: baseURL)?.scheme, ["http", "https"].contains(scheme) else {
            throw ValidationError("stripeBaseUrl must be an http or https URL")
        }
        return StripeSettings(
            secretKey: Secret(Array(key.utf8)),
            baseURL: baseURL,
            webhookSecrets: secrets.map { Secret(Array($0.utf8)) },
            chargesSimulatedCards: simulated == "charged"
        )
    }

    private static func languageModel(
        _ reader: SettingReader
    ) throws -> OpenAICompatibleModel? {
        let url = try reader.text(.languageModelUrl)
        let name = try reader.text(.languageModelName)
        let key = try reader.text(.languageModelKey)
        guard let url, let name else {
            guard url == nil, name == nil, key == nil else {
                let both = "languageModelUrl and languageModelName"
                throw ValidationError("\(both) are set together, languageModelKey only with them")
            }
            return nil
        }
        guard let parts = URLComponents(string: url), ["http", "https"].contains(parts.scheme),
            parts.host?.isEmpty == false, parts.query == nil, parts.fragment == nil
        else {
            throw ValidationError("languageModelUrl must be like https://api.openai.com/v1")
        }
        return OpenAICompatibleModel(
            baseURL: url,
            name: name,
            key: key.map { Secret(Array($0.utf8)) }
        )
    }

    private static func server(_ reader: SettingReader) throws -> ServerSettings {
        var server = ServerSettings()
        server.host = try reader.text(.host) ?? server.host
        server.ports = try reader.numbers(.port, in: 0...65_535) ?? server.ports
        server.publicURL = try reader.text(.publicUrl) ?? server.publicURL
        server.requestsPerSecond =
            try reader.number(.requestsPerSecond, in: 0...1_000_000) ?? server.requestsPerSecond
        server.requestBurst =
            try reader.number(.requestBurst, in: 1...1_000_000) ?? server.requestBurst
        server.failedSignIns =
            try reader.number(.failedSignIns, in: 0...1_000_000) ?? server.failedSignIns
        server.connections.perAddress =
            try reader.number(.connectionsPerAddress, in: 0...1_000_000)
            ?? server.connections.perAddress
        server.trustedProxies = try trustedProxies(reader)
        server.corsOrigins = try reader.texts(.corsOrigins) ?? []
        server.tlsCertificate = try reader.text(.tlsCertificate)
        server.tlsKey = try reader.text(.tlsKey)
        guard (server.tlsCertificate == nil) == (server.tlsKey == nil) else {
            throw ValidationError("tlsCertificate and tlsKey are set together or not at all")
        }
        server.webLibraries = try reader.text(.webLibraries) ?? Setting.webLibraries.standard
        server.mapTiles = try mapTiles(reader)
        server.operatorToken = try reader.text(.operatorToken)
        guard server.operatorToken.map({ $0.utf8.count >= 16 }) != false else {
            throw ValidationError("operatorToken must have at least 16 characters")
        }
        return server
    }

    private static func trustedProxies(_ reader: SettingReader) throws -> [AddressBlock] {
        try (reader.texts(.trustedProxies) ?? []).map { text in
            guard let block = AddressBlock(text) else {
                throw ValidationError(
                    "trustedProxies must be like 10.0.0.0/8 or 2001:db8::1, not \(text)"
                )
            }
            return block
        }
    }
}

/// How Stripe is reached.
struct StripeSettings {
    let secretKey: Secret
    let baseURL: String
    let webhookSecrets: [Secret]
    let chargesSimulatedCards: Bool
}

/// Where everything is kept.
enum DatabaseLocation: Equatable {
    /// An embedded file, by its path.
    case sqlite(path: String)
    /// A PostgreSQL server, by its URL.
    case postgres(url: String)

    /// Reads `sqlite:///abs/path`, `postgresql://…`, or a bare path.
    init(_ text: String) throws {
        if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
            self = .postgres(url: text)
            return
        }
        let isURL = text.hasPrefix("sqlite://")
        let path = isURL ? String(text.dropFirst("sqlite://".count)) : text
        guard isURL ? path.hasPrefix("/") : !path.isEmpty && !path.contains("://") else {
            throw ValidationError("database must be sqlite:///abs/path or postgresql://…")
        }
        self = .sqlite(path: path)
    }

    /// Refuses a missing file, for commands that only read.
    func requireFile() throws {
        guard case .sqlite(let path) = self, !FileManager.default.fileExists(atPath: path) else {
            return
        }
        throw MissingDatabase(path: path)
    }

    /// Where the keys are unless something else is configured.
    var standardKeys: String {
        switch self {
        case .sqlite(let path): "\(path).keys"
        case .postgres: "purser.keys"
        }
    }
}

/// A database that a command is to read and that does not exist.
struct MissingDatabase: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path): there is no such database" }
}
