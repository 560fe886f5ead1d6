import ArgumentParser
import Configuration

/// The flags of what every command needs: where everything is kept.
struct StorageFlags: ParsableArguments {
    @Option(help: .init(stringLiteral: Setting.database.help))
    var database: String?

    @Option(help: .init(stringLiteral: Setting.keys.help))
    var keys: String?

    @Option(help: .init(stringLiteral: Setting.connections.help))
    var connections: Int?

    @Option(help: .init(stringLiteral: Setting.configuration.help))
    var config: String?

    @Option(help: .init(stringLiteral: Setting.logLevel.help))
    var logLevel: String?

    @Option(help: .init(stringLiteral: Setting.publicURL.help))
    var publicUrl: String?

    var values: [AbsoluteConfigKey: ConfigValue] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        values.set(.database, database)
        values.set(.keys, keys)
        values.set(.connections, connections)
        values.set(.logLevel, logLevel)
        values.set(.publicURL, publicUrl)
        return values
    }
}

/// The flags of a command that serves.
struct ServerFlags: ParsableArguments {
    @Option(help: .init(stringLiteral: Setting.host.help))
    var host: String?

    @Option(parsing: .singleValue, help: .init(stringLiteral: Setting.port.help))
    var port: [Int] = []

    @Option(help: .init(stringLiteral: Setting.requestsPerSecond.help))
    var requestsPerSecond: Int?

    @Option(help: .init(stringLiteral: Setting.requestBurst.help))
    var requestBurst: Int?

    @Option(help: .init(stringLiteral: Setting.failedSignIns.help))
    var failedSignIns: Int?

    @Option(help: .init(stringLiteral: Setting.connectionsPerAddress.help))
    var connectionsPerAddress: Int?

    @Option(parsing: .singleValue, help: .init(stringLiteral: Setting.trustedProxies.help))
    var trustedProxies: [String] = []

    @Option(parsing: .singleValue, help: .init(stringLiteral: Setting.corsOrigins.help))
    var corsOrigins: [String] = []

    @Option(parsing: .singleValue, help: .init(stringLiteral: Setting.oauthClients.help))
    var oauthClients: [String] = []

    @Option(help: .init(stringLiteral: Setting.tlsCertificate.help))
    var tlsCertificate: String?

    @Option(help: .init(stringLiteral: Setting.tlsKey.help))
    var tlsKey: String?

    @Option(help: .init(stringLiteral: Setting.issuers.help))
    var issuers: String?

    @Option(help: .init(stringLiteral: Setting.languageModelURL.help))
    var languageModelUrl: String?

    @Option(help: .init(stringLiteral: Setting.languageModelName.help))
    var languageModelName: String?

    @Option(help: .init(stringLiteral: Setting.stripeBaseURL.help))
    var stripeBaseUrl: String?

    var values: [AbsoluteConfigKey: ConfigValue] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        values.set(.host, host)
        if !port.isEmpty {
            values[Setting.port.configKey] = .init(.intArray(port), isSecret: false)
        }
        values.set(.requestsPerSecond, requestsPerSecond)
        values.set(.requestBurst, requestBurst)
        values.set(.failedSignIns, failedSignIns)
        values.set(.connectionsPerAddress, connectionsPerAddress)
        values.set(.trustedProxies, trustedProxies)
        values.set(.oauthClients, oauthClients)
        values.set(.corsOrigins, corsOrigins)
        values.set(.tlsCertificate, tlsCertificate)
        values.set(.tlsKey, tlsKey)
        values.set(.issuers, issuers)
        values.set(.languageModelURL, languageModelUrl)
        values.set(.languageModelName, languageModelName)
        values.set(.stripeBaseURL, stripeBaseUrl)
        return values
    }
}

extension Setting {
    /// The key as the configuration library names it.
    var configKey: AbsoluteConfigKey { AbsoluteConfigKey([key]) }
}

extension [AbsoluteConfigKey: ConfigValue] {
    fileprivate mutating func set(_ setting: Setting, _ text: String?) {
        self[setting.configKey] = text.map { ConfigValue(.string($0), isSecret: false) }
    }

    fileprivate mutating func set(_ setting: Setting, _ number: Int?) {
        self[setting.configKey] = number.map { ConfigValue(.int($0), isSecret: false) }
    }

    /// A flag that is not repeated leaves the list to the environment and the file.
    fileprivate mutating func set(_ setting: Setting, _ texts: [String]) {
        guard !texts.isEmpty else { return }
        self[setting.configKey] = ConfigValue(.stringArray(texts), isSecret: false)
    }
}
