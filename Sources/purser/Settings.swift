import ArgumentParser
import Configuration
import Foundation
import Kernel
import Logging
import Server
import SystemPackage

/// What is configured: flags before environment before file.
struct Settings {
    let database: DatabaseLocation
    let keys: String
    let connections: Int
    let logLevel: Logger.Level
    let server: ServerSettings

    /// Reads what is configured.
    ///
    /// - Parameter standardDatabase: Where everything is kept unless something else is configured.
    /// - Throws: `ValidationError` that names the setting and the rule.
    init(
        _ storage: StorageFlags,
        _ serving: ServerFlags? = nil,
        standardDatabase: String = "purser.db"
    ) async throws {
        let flags = storage.values.merging(serving?.values ?? [:]) { first, _ in first }
        let config = try await Self.reader(flags, file: storage.config)
        let url = config.string(forKey: ConfigKey(Setting.database.key)) ?? standardDatabase
        database = try DatabaseLocation(url)
        keys = config.string(forKey: ConfigKey(Setting.keys.key)) ?? database.standardKeys
        connections = try Self.number(config, .connections, in: 1...1_000) ?? 16
        let level = config.string(forKey: ConfigKey(Setting.logLevel.key)) ?? "info"
        guard let logLevel = Logger.Level(rawValue: level) else {
            throw ValidationError("logLevel must be debug, info, notice, warning or error")
        }
        self.logLevel = logLevel
        server = try Self.server(config)
    }

    private static func reader(
        _ flags: [AbsoluteConfigKey: ConfigValue],
        file: String?
    ) async throws -> ConfigReader {
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "flags", values: flags),
            EnvironmentVariablesProvider().prefixKeys(with: "purser"),
        ]
        let environment = ProcessInfo.processInfo.environment
        if let path = file ?? environment[Setting.configuration.environment] {
            do {
                providers.append(
                    try await FileProvider<JSONSnapshot>(filePath: FilePath(path))
                )
            } catch {
                throw ValidationError("config: \(path) cannot be read as a JSON object")
            }
        }
        return ConfigReader(providers: providers)
    }

    private static func server(_ config: ConfigReader) throws -> ServerSettings {
        var server = ServerSettings()
        let text = { (setting: Setting) in config.string(forKey: ConfigKey(setting.key)) }
        server.host = text(.host) ?? server.host
        if let ports = config.intArray(forKey: ConfigKey(Setting.port.key)) {
            guard !ports.isEmpty, ports.allSatisfy((0...65_535).contains) else {
                throw ValidationError("port must be between 0 and 65535")
            }
            server.ports = ports
        }
        server.publicURL = text(.publicURL) ?? server.publicURL
        server.requestsPerSecond =
            try number(config, .requestsPerSecond, in: 0...1_000_000) ?? server.requestsPerSecond
        server.requestBurst =
            try number(config, .requestBurst, in: 1...1_000_000) ?? server.requestBurst
        server.corsOrigins = config.stringArray(forKey: ConfigKey(Setting.corsOrigins.key)) ?? []
        server.tlsCertificate = text(.tlsCertificate)
        server.tlsKey = text(.tlsKey)
        guard (server.tlsCertificate == nil) == (server.tlsKey == nil) else {
            throw ValidationError("tlsCertificate and tlsKey are set together or not at all")
        }
        server.operatorToken = config.string(
            forKey: ConfigKey(Setting.operatorToken.key),
            isSecret: true
        )
        return server
    }

    private static func number(
        _ config: ConfigReader,
        _ setting: Setting,
        in range: ClosedRange<Int>
    ) throws -> Int? {
        guard let number = config.int(forKey: ConfigKey(setting.key)) else {
            guard config.string(forKey: ConfigKey(setting.key)) == nil else {
                throw ValidationError("\(setting.key) must be a whole number")
            }
            return nil
        }
        guard range.contains(number) else {
            let bounds = "between \(range.lowerBound) and \(range.upperBound)"
            throw ValidationError("\(setting.key) must be \(bounds)")
        }
        return number
    }
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
        } else if text.hasPrefix("sqlite://") {
            let path = String(text.dropFirst("sqlite://".count))
            guard path.hasPrefix("/") else {
                throw ValidationError("database must be sqlite:///abs/path or postgresql://…")
            }
            self = .sqlite(path: path)
        } else {
            guard !text.isEmpty, !text.contains("://") else {
                throw ValidationError("database must be sqlite:///abs/path or postgresql://…")
            }
            self = .sqlite(path: text)
        }
    }

    /// Where the keys are unless something else is configured.
    var standardKeys: String {
        switch self {
        case .sqlite(let path): "\(path).keys"
        case .postgres: "purser.keys"
        }
    }
}
