/// One thing that can be configured, by flag, environment or file; a flag wins, then the
/// environment.
///
/// Each is named by its key in the file. This list is what `purser serve --help` and
/// `docs/configuration.md` are held against.
enum Setting: String, CaseIterable {
    case host, port, database, keys, connections, publicUrl
    case requestsPerSecond, requestBurst, failedSignIns, connectionsPerAddress
    case trustedProxies, corsOrigins, oauthClients, tlsCertificate, tlsKey, operatorToken
    case languageModelUrl, languageModelName, languageModelKey, languageModelRequired
    case stripeSecretKey, stripeBaseUrl, stripeWebhookSecret, simulatedCards
    case plaidClientId, plaidSecret, plaidEnvironment
    case pushKey, pushKeyId, pushTeamId, pushTopic, pushEnvironment
    case pushWebhookUrl, pushWebhookSecret
    case webLibraries, mapTiles, mapAttribution
    case issuers, logLevel, config

    /// The key in the configuration file, such as `publicUrl`.
    var key: String { rawValue }

    /// The environment variable, such as `PURSER_PUBLIC_URL`.
    var environment: String { "PURSER_" + key.replacing(/[A-Z]/) { "_\($0.output)" }.uppercased() }

    /// Whether it has no flag and is not logged: other users see a process's flags.
    var isSecret: Bool {
        switch self {
        case .operatorToken, .languageModelKey, .stripeSecretKey, .stripeWebhookSecret,
            .plaidSecret, .pushWebhookSecret:
            true
        default: false
        }
    }

    /// Those without a flag, which the help lists as text.
    static var secret: [Setting] { allCases.filter(\.isSecret) }

    /// What a flag's help says: meaning, environment variable, default.
    var help: String { "\(meaning) [\(environment)] (default: \(standard))" }

    /// What it does.
    private var meaning: String {
        switch self {
        case .host: "Address to listen on."
        case .port: "Port to listen on; several serve the same routes."
        case .database: "sqlite:///abs/path/purser.db or postgresql://user@host/db."
        case .keys: "File with the installation's secret keys, made at the first start."
        case .connections: "Connections to PostgreSQL."
        case .publicUrl: "URL clients know the server by; tokens name it as issuer."
        case .requestsPerSecond:
            "Requests a caller may make per second, sustained; 0 limits nothing."
        case .requestBurst: "Requests a caller may make at once above that."
        case .failedSignIns:
            """
            Sign-ins from one address that may fail in 15 minutes; 0 limits nothing, for a server \
            behind a proxy.
            """
        case .connectionsPerAddress:
            "Connections one network address may hold at once; 0 limits nothing."
        case .trustedProxies:
            "Proxies whose Forwarded or X-Forwarded-For is believed, such as 10.0.0.0/8."
        case .corsOrigins: "Origins whose pages may call, such as https://app.example.com."
        case .oauthClients:
            "Further apps that may ask people to sign in, each as id=redirect|redirect."
        case .tlsCertificate:
            "Certificate chain (PEM); with it the server speaks TLS and HTTP/2."
        case .tlsKey: "Private key (PEM) of the certificate."
        case .operatorToken:
            "Bearer token for /metrics; without it only this machine may read them."
        case .languageModelUrl:
            "Base URL of a language model that may word the coach's advice and answers on money."
        case .languageModelName: "Name of that model, as its server knows it."
        case .languageModelKey: "Bearer token for that server, where it asks for one."
        case .languageModelRequired:
            "Whether an answer on money is refused when that model does not give it."
        case .stripeSecretKey: "Secret API key of Stripe; with it cards are charged there."
        case .stripeBaseUrl: "URL of Stripe's API."
        case .stripeWebhookSecret:
            "Signing secret of Stripe's events, or several; with it they are taken."
        case .simulatedCards:
            "Whether cards of the built-in processor are charged or refused beside Stripe."
        case .plaidClientId: "Client id at Plaid; with it and the secret banks are read there."
        case .plaidSecret: "Secret of that client."
        case .plaidEnvironment: "sandbox, production, or the URL of who speaks Plaid's API."
        case .pushKey: "File with the key by which Apple's push service knows the sender (.p8)."
        case .pushKeyId: "Name of that key at Apple."
        case .pushTeamId: "Name of the developer's team at Apple."
        case .pushTopic: "Bundle id of the app whose users are notified."
        case .pushEnvironment:
            "Apple's service for apps from a store (production) or a developer (sandbox)."
        case .pushWebhookUrl:
            "Address to which notifications go instead, such as https://example.com/told."
        case .pushWebhookSecret: "Secret, or several, with which they are signed there."
        case .webLibraries:
            "Folder with Leaflet, which draws the map of places; without it there is a list alone."
        case .mapTiles:
            """
            Address of the map's tiles, such as https://tiles.example.com/{z}/{x}/{y}.png; nothing \
            else is asked for them.
            """
        case .mapAttribution: "What the page says of whose the tiles are."
        case .issuers:
            "JSON file with other issuers whose tokens are taken, and an external provider."
        case .logLevel: "Least level that is logged: debug, info, notice, warning or error."
        case .config: "JSON file with any of these, by their keys."
        }
    }

    /// What holds when nothing is configured.
    var standard: String {
        switch self {
        case .host: "127.0.0.1"
        case .port: "8080"
        case .database: "purser.db in the working directory"
        case .keys: "beside the SQLite file, with .keys after its name; else purser.keys"
        case .connections: "16"
        case .publicUrl: "http://127.0.0.1:8080"
        case .requestsPerSecond, .failedSignIns: "100"
        case .requestBurst: "200"
        case .connectionsPerAddress: "64"
        case .oauthClients: "none; purser-native is always there"
        case .languageModelUrl: "none; our own words"
        case .languageModelRequired: "false"
        case .stripeSecretKey: "none: a built-in processor that moves no money"
        case .stripeBaseUrl: "https://api.stripe.com"
        case .simulatedCards: "refused"
        case .plaidClientId: "none: a built-in bank that has no money"
        case .plaidEnvironment: "sandbox"
        case .pushKey, .pushWebhookUrl: "none; without both, nobody is notified"
        case .pushEnvironment: "production"
        case .webLibraries: "/usr/share/javascript/leaflet"
        case .mapTiles: "none: a plain ground"
        case .issuers: "none: tokens are ours alone"
        case .logLevel: "info"
        case .trustedProxies, .corsOrigins, .tlsCertificate, .tlsKey, .operatorToken,
            .languageModelName, .languageModelKey, .stripeWebhookSecret, .plaidSecret, .pushKeyId,
            .pushTeamId, .pushTopic, .pushWebhookSecret, .mapAttribution, .config:
            "none"
        }
    }
}
