/// Where the server is, and how patient and how careful the client is with it.
///
/// ```swift
/// var configuration = Configuration.production(at: "https://purser.example.com")
/// configuration.callDeadline = .seconds(20)
/// let purser = try Purser(configuration: configuration)
/// ```
public struct Configuration: Sendable {
    /// What the server is used for.
    public enum Environment: String, Sendable, CaseIterable {
        /// A server on the developer's own machine.
        case development
        /// A server to try things on.
        case staging
        /// The server with the families' money.
        case production
    }

    /// What the server is used for.
    public var environment: Environment
    /// The server's address: scheme, host and port, without a path.
    public var baseURL: String
    /// How long one try waits for its whole answer.
    public var requestTimeout: Duration = .seconds(30)
    /// How long a call may take with all its tries and pauses.
    public var callDeadline: Duration = .seconds(60)
    /// How often, and after which pauses, a call is tried again.
    public var retry = RetryPolicy()
    /// How many calls the client lets through.
    public var pace = Pace()
    /// When the client stops calling a server that does not answer.
    public var circuit = CircuitPolicy()
    /// How long answers are good, by the endpoint's name, where that is not what the endpoint
    /// declares.
    public var lifetimes: [String: CacheLifetime] = [:]
    /// Where queue, answers and copies are kept.
    public var storage: Storage
    /// The longest answer that is read, in bytes.
    public var maximumAnswerBytes = 8_388_608
    /// The certificate authorities that the server's certificate must come from, as PEM; those of
    /// the system when it is empty.
    public var trustedAuthorities: [String] = []
    /// Who is told of every call: logs, signposts, crash reporters.
    public var observers: [any CallObserver] = []
    /// The name of the client at the sign-in page.
    public var clientID = "purser-native"

    /// Makes a configuration.
    public init(_ environment: Environment, at baseURL: String, storage: Storage = .none) {
        self.environment = environment
        self.baseURL = baseURL
        self.storage = storage
    }

    /// A server on this machine, as `make demo` starts it.
    public static let development = Self(.development, at: "http://127.0.0.1:8080")

    /// A server to try things on; it must speak TLS.
    public static func staging(at baseURL: String, storage: Storage = .none) -> Self {
        Self(.staging, at: baseURL, storage: storage)
    }

    /// The server with the families' money; it must speak TLS.
    public static func production(at baseURL: String, storage: Storage = .none) -> Self {
        Self(.production, at: baseURL, storage: storage)
    }

    /// The address, checked.
    ///
    /// - Throws: ``PurserError`` `invalid` for what is no address, has a path or a name in it, or
    ///   speaks no TLS outside of development.
    func checkedBaseURL() throws(PurserError) -> String {
        let parts = baseURL.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let host = parts.last.map { $0.hasSuffix("/") ? $0.dropLast() : $0 } ?? ""
        guard parts.count == 2, ["http", "https"].contains(parts[0]), !host.isEmpty,
            host.allSatisfy({ $0.isASCII && !$0.isWhitespace && !"/?#@\\".contains($0) })
        else {
            throw PurserError(.invalid, "baseURL must be an address such as https://example.com")
        }
        guard environment == .development || parts[0] == "https" else {
            throw PurserError(.invalid, "baseURL must begin with https:// in \(environment)")
        }
        return "\(parts[0])://\(host)"
    }
}

/// How often, and after which pauses, a call is tried again.
///
/// Which calls may be tried again is the endpoint's own declaration (`Repeats`), never a guess from
/// the method. Pauses double from ``base`` to ``cap`` and are drawn between nothing and that ("full
/// jitter"), so that clients that failed together do not come back together; a `Retry-After` of the
/// server is waited for in any case.
public struct RetryPolicy: Sendable, Equatable {
    /// The most tries of one call, the first among them.
    public var tries = 4
    /// The longest first pause.
    public var base: Duration = .milliseconds(250)
    /// The longest pause.
    public var cap: Duration = .seconds(10)

    /// Makes a policy.
    public init(tries: Int = 4, base: Duration = .milliseconds(250), cap: Duration = .seconds(10)) {
        self.tries = tries
        self.base = base
        self.cap = cap
    }

    /// One try, and no other.
    public static let never = Self(tries: 1)

    /// The pause after a number of failed tries; `share` is how much of the longest to take, 0...1.
    func pause(after failures: Int, share: Double) -> Duration {
        let longest = min(cap, base * (1 << min(max(failures - 1, 0), 20)))
        return longest * share
    }
}

/// How many calls the client lets through; below what a server allows one caller.
public struct Pace: Sendable, Equatable {
    /// Calls in a second, in the long run; 0 for as many as there are.
    public var perSecond: Double
    /// Calls that may come at once.
    public var burst: Double

    /// Makes a pace.
    public init(perSecond: Double = 50, burst: Double = 100) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// As many as there are.
    public static let unlimited = Self(perSecond: 0, burst: 0)
}

/// When the client stops calling a server that does not answer.
public struct CircuitPolicy: Sendable, Equatable {
    /// Failures in a row after which no call is sent; 0 for never.
    public var failures: Int
    /// How long none is sent; then one call finds out.
    public var pause: Duration

    /// Makes a policy.
    public init(failures: Int = 8, pause: Duration = .seconds(10)) {
        self.failures = failures
        self.pause = pause
    }
}
