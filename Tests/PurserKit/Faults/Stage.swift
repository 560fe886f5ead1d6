import Contract
import Synchronization
import Testbed
import Testing

@testable import PurserKit

/// What breaks between an app and a real server, and what is left of it on both sides.
///
/// One after another: a storm takes as many connections as there are.
@Suite("Faults", .serialized)
struct FaultTests {}

/// A server behind a bad network, and an app in front of it with somebody signed in.
struct Stage {
    let server: InProcessServer
    let proxy: FaultProxy
    let purser: Purser
    let time: TestTimekeeper
    let tokens: MemoryTokenStore

    static let email = "parent@example.com"
    static let password = "password123"

    /// Runs `work` on a stage of its own.
    static func with(
        _ engine: Engine,
        responseTimeout: ResponseTimeout = .endless,
        configure: @escaping (inout Configuration) -> Void = { _ in },
        time: TestTimekeeper? = nil,
        _ work: (Stage) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            try await server.registerParent(email)
            try await server.listening { port in
                try await withFaultProxy(to: port) { proxy in
                    let stage = try Stage(server, proxy, responseTimeout, time, configure)
                    do {
                        try await stage.purser.session.signIn(email: email, password: password)
                        try await work(stage)
                    } catch {
                        await stage.purser.shutdown()
                        throw error
                    }
                    await stage.purser.shutdown()
                }
            }
        }
    }

    private init(
        _ server: InProcessServer,
        _ proxy: FaultProxy,
        _ responseTimeout: ResponseTimeout,
        _ time: TestTimekeeper?,
        _ configure: (inout Configuration) -> Void
    ) throws {
        self.server = server
        self.proxy = proxy
        self.time = time ?? TestTimekeeper(server.clock)
        tokens = MemoryTokenStore()
        var configuration = Configuration.test
        configuration.baseURL = proxy.url
        configure(&configuration)
        purser = try Purser(
            configuration,
            AsyncHTTPTransport.test(configuration, responseTimeout),
            tokens,
            self.time.keeper
        )
    }

    /// A client over the same network, as the app is when it is started anew.
    func another(_ configure: (inout Configuration) -> Void = { _ in }) throws -> Purser {
        var configuration = Configuration.test
        configuration.baseURL = proxy.url
        configure(&configuration)
        return try Purser(
            configuration,
            AsyncHTTPTransport.test(configuration),
            tokens,
            time.keeper
        )
    }

    /// Asks whether a purchase may go ahead: written down once for a key.
    @discardableResult
    func purchase(_ key: String) async throws -> API.Guardian.AuthorizeResponse {
        try await purser.with { $0.idempotencyKey = key }
            .call(API.Guardian.authorizePurchase, .init(amountCents: 100, merchant: "Steam"))
    }

    /// How many rows a table of the server has.
    func rows(_ table: String) async throws -> Int {
        try await server.contents().count(table)
    }
}

extension LoopbackMessage {
    var isPurchase: Bool { path == API.Guardian.authorizePurchase.path.text }
    var isRefresh: Bool { path == API.Identity.exchangeToken.path.text }
    var bearer: String? { headers["authorization"].map { String($0.dropFirst("Bearer ".count)) } }
}
