/// One thing that can be configured, by flag, environment or file; a flag wins, then the
/// environment.
///
/// This list is what `purser serve --help` and `docs/configuration.md` are held against.
struct Setting {
    /// The key in the configuration file, such as `publicUrl`.
    let key: String
    /// What it does.
    let meaning: String
    /// What holds when nothing is configured.
    let standard: String
    /// Whether there is a flag; secrets have none, because other users see a process's flags.
    var hasFlag = true

    /// The flag, such as `--public-url`.
    var flag: String? { hasFlag ? "--\(words.joined(separator: "-"))" : nil }

    /// The environment variable, such as `PURSER_PUBLIC_URL`.
    var environment: String { "PURSER_" + words.joined(separator: "_").uppercased() }

    private var words: [String] {
        var words = [""]
        for character in key {
            if character.isUppercase { words.append("") }
            words[words.count - 1].append(character.lowercased())
        }
        return words
    }

    static let host = Setting(key: "host", meaning: "Address to listen on.", standard: "127.0.0.1")
    static let port = Setting(
        key: "port",
        meaning: "Port to listen on; several serve the same routes.",
        standard: "8080"
    )
    static let database = Setting(
        key: "database",
        meaning: "sqlite:///abs/path/purser.db or postgresql://user@host/db.",
        standard: "purser.db in the working directory"
    )
    static let keys = Setting(
        key: "keys",
        meaning: "File with the installation's secret keys, made at the first start.",
        standard: "beside the SQLite file, with .keys after its name; else purser.keys"
    )
    static let connections = Setting(
        key: "connections",
        meaning: "Connections to PostgreSQL.",
        standard: "16"
    )
    static let publicURL = Setting(
        key: "publicUrl",
        meaning: "URL clients know the server by; tokens name it as issuer.",
        standard: "http://127.0.0.1:8080"
    )
    static let requestsPerSecond = Setting(
        key: "requestsPerSecond",
        meaning: "Requests a caller may make per second, sustained; 0 limits nothing.",
        standard: "100"
    )
    static let requestBurst = Setting(
        key: "requestBurst",
        meaning: "Requests a caller may make at once above that.",
        standard: "200"
    )
    static let failedSignIns = Setting(
        key: "failedSignIns",
        meaning: """
            Sign-ins from one address that may fail in 15 minutes; 0 limits nothing, for a server \
            behind a proxy.
            """,
        standard: "100"
    )
    static let connectionsPerAddress = Setting(
        key: "connectionsPerAddress",
        meaning: "Connections one network address may hold at once; 0 limits nothing.",
        standard: "64"
    )
    static let trustedProxies = Setting(
        key: "trustedProxies",
        meaning: "Proxies whose Forwarded or X-Forwarded-For is believed, such as 10.0.0.0/8.",
        standard: "none"
    )
    static let corsOrigins = Setting(
        key: "corsOrigins",
        meaning: "Origins whose pages may call, such as https://app.example.com.",
        standard: "none"
    )
    static let oauthClients = Setting(
        key: "oauthClients",
        meaning: "Further apps that may ask people to sign in, each as id=redirect|redirect.",
        standard: "none; purser-native is always there"
    )
    static let tlsCertificate = Setting(
        key: "tlsCertificate",
        meaning: "Certificate chain (PEM); with it the server speaks TLS and HTTP/2.",
        standard: "none"
    )
    static let tlsKey = Setting(
        key: "tlsKey",
        meaning: "Private key (PEM) of the certificate.",
        standard: "none"
    )
    static let operatorToken = Setting(
        key: "operatorToken",
        meaning: "Bearer token for /metrics; without it only this machine may read them.",
        standard: "none",
        hasFlag: false
    )
    static let languageModelURL = Setting(
        key: "languageModelUrl",
        meaning: "Base URL of a language model that may word the coach's advice.",
        standard: "none; the coach uses its own words"
    )
    static let languageModelName = Setting(
        key: "languageModelName",
        meaning: "Name of that model, as its server knows it.",
        standard: "none"
    )
    static let languageModelKey = Setting(
        key: "languageModelKey",
        meaning: "Bearer token for that server, where it asks for one.",
        standard: "none",
        hasFlag: false
    )
    static let stripeSecretKey = Setting(
        key: "stripeSecretKey",
        meaning: "Secret API key of Stripe; with it cards are charged there.",
        standard: "none: a built-in processor that moves no money",
        hasFlag: false
    )
    static let stripeBaseURL = Setting(
        key: "stripeBaseUrl",
        meaning: "URL of Stripe's API.",
        standard: "https://api.stripe.com"
    )
    static let stripeWebhookSecret = Setting(
        key: "stripeWebhookSecret",
        meaning: "Signing secret of Stripe's events, or several; with it they are taken.",
        standard: "none",
        hasFlag: false
    )
    static let simulatedCards = Setting(
        key: "simulatedCards",
        meaning: "Whether cards of the built-in processor are charged or refused beside Stripe.",
        standard: "refused"
    )
    static let issuers = Setting(
        key: "issuers",
        meaning: "JSON file with other issuers whose tokens are taken, and an external provider.",
        standard: "none: tokens are ours alone"
    )
    static let logLevel = Setting(
        key: "logLevel",
        meaning: "Least level that is logged: debug, info, notice, warning or error.",
        standard: "info"
    )
    static let configuration = Setting(
        key: "config",
        meaning: "JSON file with any of these, by their keys.",
        standard: "none"
    )

    static let all: [Setting] = [
        host, port, database, keys, connections, publicURL, requestsPerSecond, requestBurst,
        failedSignIns, connectionsPerAddress, trustedProxies, corsOrigins, oauthClients,
        tlsCertificate, tlsKey, operatorToken,
        languageModelURL, languageModelName, languageModelKey, stripeSecretKey,
        stripeBaseURL, stripeWebhookSecret, simulatedCards, issuers, logLevel, configuration,
    ]

    /// Those without a flag, which the help lists as text.
    static var withoutFlag: [Setting] { all.filter { !$0.hasFlag } }

    /// What a flag's help says: meaning, environment variable, default.
    var help: String { "\(meaning) [\(environment)] (default: \(standard))" }
}
