import ArgumentParser
import Configuration

/// The flags of what every command needs: where everything is kept.
struct StorageFlags: ParsableArguments {
    @Option(.database) var database: String?
    @Option(.keys) var keys: String?
    @Option(.connections) var connections: Int?
    @Option(.config) var config: String?
    @Option(.logLevel) var logLevel: String?
    @Option(.publicUrl) var publicUrl: String?

    var values: [AbsoluteConfigKey: ConfigValue] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        values.set(.database, database)
        values.set(.keys, keys)
        values.set(.connections, connections)
        values.set(.logLevel, logLevel)
        values.set(.publicUrl, publicUrl)
        return values
    }
}

/// The flags of a command that serves.
struct ServerFlags: ParsableArguments {
    @Option(.host) var host: String?
    @Option(.port) var port: [Int]
    @Option(.requestsPerSecond) var requestsPerSecond: Int?
    @Option(.requestBurst) var requestBurst: Int?
    @Option(.failedSignIns) var failedSignIns: Int?
    @Option(.connectionsPerAddress) var connectionsPerAddress: Int?
    @Option(.trustedProxies) var trustedProxies: [String]
    @Option(.corsOrigins) var corsOrigins: [String]
    @Option(.oauthClients) var oauthClients: [String]
    @Option(.tlsCertificate) var tlsCertificate: String?
    @Option(.tlsKey) var tlsKey: String?
    @Option(.issuers) var issuers: String?
    @Option(.languageModelUrl) var languageModelUrl: String?
    @Option(.languageModelName) var languageModelName: String?
    @Option(.languageModelRequired) var languageModelRequired: Bool?
    @Option(.stripeBaseUrl) var stripeBaseUrl: String?
    @Option(.simulatedCards) var simulatedCards: String?
    @Option(.plaidClientId) var plaidClientId: String?
    @Option(.plaidEnvironment) var plaidEnvironment: String?
    @Option(.pushKey) var pushKey: String?
    @Option(.pushKeyId) var pushKeyId: String?
    @Option(.pushTeamId) var pushTeamId: String?
    @Option(.pushTopic) var pushTopic: String?
    @Option(.pushEnvironment) var pushEnvironment: String?
    @Option(.pushWebhookUrl) var pushWebhookUrl: String?
    @Option(.webLibraries) var webLibraries: String?
    @Option(.mapTiles) var mapTiles: String?
    @Option(.mapAttribution) var mapAttribution: String?

    var values: [AbsoluteConfigKey: ConfigValue] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        values.set(.host, host)
        values.set(.port, port)
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
        values.set(.languageModelUrl, languageModelUrl)
        values.set(.languageModelName, languageModelName)
        values.set(.languageModelRequired, languageModelRequired)
        values.set(.stripeBaseUrl, stripeBaseUrl)
        values.set(.simulatedCards, simulatedCards)
        values.set(.plaidClientId, plaidClientId)
        values.set(.plaidEnvironment, plaidEnvironment)
        values.set(.pushKey, pushKey)
        values.set(.pushKeyId, pushKeyId)
        values.set(.pushTeamId, pushTeamId)
        values.set(.pushTopic, pushTopic)
        values.set(.pushEnvironment, pushEnvironment)
        values.set(.pushWebhookUrl, pushWebhookUrl)
        values.set(.webLibraries, webLibraries)
        values.set(.mapTiles, mapTiles)
        values.set(.mapAttribution, mapAttribution)
        return values
    }
}

extension Option {
    /// A flag for a setting.
    fileprivate init<T: ExpressibleByArgument>(_ setting: Setting) where Value == T? {
        self.init(help: ArgumentHelp(setting.help))
    }

    /// A flag for a setting that is a list; it is repeated.
    fileprivate init<T: ExpressibleByArgument>(_ setting: Setting) where Value == [T] {
        self.init(wrappedValue: [], parsing: .singleValue, help: ArgumentHelp(setting.help))
    }
}

extension [AbsoluteConfigKey: ConfigValue] {
    fileprivate mutating func set(_ setting: Setting, _ text: String?) {
        set(setting, text.map { .string($0) })
    }

    fileprivate mutating func set(_ setting: Setting, _ number: Int?) {
        set(setting, number.map { .int($0) })
    }

    fileprivate mutating func set(_ setting: Setting, _ flag: Bool?) {
        set(setting, flag.map { .bool($0) })
    }

    /// A flag that is not repeated leaves the list to the environment and the file.
    fileprivate mutating func set(_ setting: Setting, _ texts: [String]) {
        set(setting, texts.isEmpty ? nil : .stringArray(texts))
    }

    fileprivate mutating func set(_ setting: Setting, _ numbers: [Int]) {
        set(setting, numbers.isEmpty ? nil : .intArray(numbers))
    }

    private mutating func set(_ setting: Setting, _ content: ConfigContent?) {
        self[AbsoluteConfigKey([setting.key])] = content.map { ConfigValue($0, isSecret: false) }
    }
}
