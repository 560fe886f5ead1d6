import Contract
import Kernel
import Testbed

@testable import PurserKit

/// A client with its time, its server and its store.
struct SessionScene {
    let time: TestTimekeeper
    let server: TokenServer
    let store: TestTokenStore
    let purser: Purser

    init(
        refreshGate: Gate? = nil,
        callGate: Gate? = nil,
        retry: RetryPolicy = .never,
        deadline: Duration = .seconds(60),
        circuitFailures: Int? = nil,
        alarm: (@Sendable (Duration) async throws -> Void)? = nil
    ) throws {
        time = TestTimekeeper()
        server = TokenServer(time, refreshGate: refreshGate, callGate: callGate)
        store = TestTokenStore()
        var configuration = Configuration.test
        configuration.retry = retry
        configuration.callDeadline = deadline
        if let circuitFailures { configuration.circuit.failures = circuitFailures }
        var keeper = time.keeper
        if let alarm { keeper.alarm = alarm }
        purser = try Purser(configuration, server, store, keeper)
    }

    /// Another process of the app, over the same store.
    func another() throws -> Purser {
        var configuration = Configuration.test
        configuration.retry = .never
        configuration.callDeadline = .seconds(60)
        return try Purser(configuration, server, store, time.keeper)
    }

    /// Signs a member in without a request.
    @discardableResult
    func signIn(_ subject: String = "alice", refreshable: Bool = true) async throws -> TokenAnswer {
        var tokens = server.issue(subject, lifetime: refreshable ? 3_600 : 86_400)
        if !refreshable {
            tokens = TokenAnswer(
                accessToken: tokens.accessToken,
                refreshToken: nil,
                receivedAt: tokens.receivedAt,
                expiresAt: tokens.expiresAt
            )
        }
        try await purser.client.keeper.begin(tokens)
        return tokens
    }

    /// A call that needs a member.
    @discardableResult
    func call(_ purser: Purser? = nil) async throws -> API.Banking.User {
        try await (purser ?? self.purser).call(API.Banking.currentUser)
    }

    /// How a call ends.
    func outcome(_ purser: Purser? = nil) async -> PurserError.Kind? {
        do {
            try await call(purser)
            return nil
        } catch {
            return (error as? PurserError)?.kind
        }
    }
}
