import Testing

/// What a server keeps in memory beyond a call does not grow with what callers make up.
///
/// Or it has a most, in bytes.
@Suite("Memories")
struct MemoryTests {
    /// Why a file's memory does not grow without end, by the file's name without its ending.
    private enum Bound {
        /// A caller's text is the key; `MemoriesTests` fills it with the longest ones.
        case walked
        /// Nothing that a caller made up is kept, or no longer than its own request is.
        case because(String)
    }

    private static let bounds: [String: Bound] = [
        "AnonymousLocationChecks": .walked,
        "FailedSignInLimiter": .walked,
        "RateLimiter": .walked,
        "TokenCache": .walked,
        "Zone": .walked,
        "APNsConnections": .because("open connections to one service"),
        "APNsTokens": .because("one token"),
        "BacktestRoom": .because("trials under way, of which there is a most"),
        "BodyBudget": .because("sums of what requests under way hold"),
        "Checkpointer": .because("one word"),
        "CheckedText": .because("one reply of a language model, of at most 64 KiB"),
        "CheckLocation": .because("one number, for one call"),
        "DeleteAccount": .because("one account, for one call"),
        "DeleteUser": .because("one user, for one call"),
        "EndpointMetrics": .because("statuses of declared endpoints"),
        "EventSignal": .because("open streams, by household"),
        "Gate": .because("callers under way"),
        "HeldFiles": .because("files of members, of which there is a most, in bytes too"),
        "IdempotentCall": .because("one flag, for one call"),
        "IDSource": .because("one number"),
        "JWKSCache": .because("keys of configured issuers, at most a hundred each"),
        "JobQueue": .because("calls under way, at most as many as may wait"),
        "LogSender": .because("a fixed number of messages of this program"),
        "WorkSignal": .because("one flag, and who waits for it"),
        "MissedMonths": .because("answers of those who asked last, which have a most in bytes"),
        "ModelPlaces": .because("members whose answers are under way, of which there is a most"),
        "OpenConnections": .because("open connections, of which there is a most"),
        "OpenStreams": .because("open streams, of which there is a most"),
        "PlaidWebhookKeys": .because("keys that the provider has, of which there is a most"),
        "OpenAICompatibleModel": .because("one reply, of at most 1 MiB"),
        "Pool": .because("a fixed number of connections, and callers under way"),
        "PoliciesInMemory": .because("policies of those who bought last, with a most in bytes"),
        "PoliciesInUse": .because("the policies of one call"),
        "PreparedWallets": .because("wallets of those who bought last, which have a most in bytes"),
        "PrometheusRegistry": .because("names that this program gives"),
        "Pulse": .because("one instant"),
        "PurserServer": .because("one instant"),
        "RandomNumbers": .because("a fixed number of them"),
        "RemoveChild": .because("one child, for one call"),
        "ResetTransactions": .because("the accounts and banks of one call"),
        "RecentEntries": .because("entries of those who asked last, of which there is a most"),
        "RunningKeys": .because("calls under way, a key of at most 255 characters each"),
        "RunningBank": .because("the sandbox bank's items, of which there is a most"),
        "SQLiteDatabase": .because("one connection"),
        "SearchIndexes": .because("indexes of those who searched last, which have a most in bytes"),
        "Series": .because("numbers"),
        "Slots": .because("calls under way, at most as many as may wait"),
        "StaticFile": .because("one file of this program, in two codings"),
        "TemporaryFile": .because("one number"),
        "ThreadGroup": .because("one number"),
        "TokenIssuer": .because("the installation's keys"),
        "UploadRoom": .because("callers whose file is received, of which there is a most"),
        "WalletInUse": .because("one wallet, for one call"),
        "WordedAnswer": .because("the text of one answer, for one call"),
        "WorkerThreads": .because("hashes that wait, of which there is a most"),
    ]

    private static let folders = [
        "Sources/Kernel", "Sources/Contract", "Sources/Domain", "Sources/SQL",
        "Sources/SQLiteDriver", "Sources/PostgresDriver", "Sources/Store", "Sources/Providers",
        "Sources/Operations", "Sources/OpenAPI", "Sources/Web", "Sources/Server",
    ]

    @Test("of the server are all known, with why they do not grow without end", arguments: folders)
    func known(folder: String) {
        for file in Tree.files(in: folder, suffix: ".swift") where Self.keeps(file) {
            let name = Self.name(of: file)
            #expect(Self.bounds[name] != nil, "\(file.path) keeps something; say what bounds it")
        }
    }

    @Test("that a caller's text finds are filled to the brim by a test")
    func walked() throws {
        let test = try #require(Tree.file("Tests/Server/Attacks/MemoriesTests.swift"))
        for (name, bound) in Self.bounds {
            switch bound {
            case .walked: #expect(test.text.contains("testDescription: \"\(name)\""), "\(name)")
            case .because(let reason): #expect(!reason.isEmpty)
            }
        }
    }

    @Test(
        "are found wherever code has them",
        arguments: [
            ("let a = Mutex<[String: Int]>([:])", true), ("private actor A {", true),
            ("let a: Mutex<State>", true), ("nonisolated(unsafe) static var a = 1", true),
            ("/// A Mutex<Int> is none", false), ("let actors = 1", false),
            ("var a: [String: Int] = [:]", false),
        ]
    )
    func samples(text: String, isKept: Bool) {
        #expect(Self.keeps(SourceFile(path: "Sample.swift", text: text)) == isKept)
    }

    /// Whether a file declares what outlives a call.
    ///
    /// Swift 6 lets nothing else be changed by several.
    private static func keeps(_ file: SourceFile) -> Bool {
        !file.code.places(#/\bMutex[<(]|\bactor [A-Z]|nonisolated\(unsafe\)/#).isEmpty
    }

    private static func name(of file: SourceFile) -> String {
        let name = file.path.split(separator: "/").last ?? ""
        return String(name.prefix { $0 != "." && $0 != "+" })
    }
}
