import Contract
import Kernel
import Testbed

@testable import PurserKit

/// A client with its time and its script, and calls of each kind.
struct CallScene {
    let time: TestTimekeeper
    let transport: ScriptedTransport
    let purser: Purser

    init(
        _ transport: ScriptedTransport,
        time: TestTimekeeper = TestTimekeeper(),
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws {
        var configuration = Configuration.test
        configuration.circuit.failures = 0
        change(&configuration)
        self.time = time
        self.transport = transport
        let session = StoredSession(
            id: "name",
            accessToken: TestToken.access("alice"),
            refreshToken: nil,
            issuedAt: time.now,
            expiresAt: time.now.adding(seconds: 864_000)
        )
        purser = try Purser.test(
            transport,
            configuration: configuration,
            tokens: MemoryTokenStore(session),
            time: time
        )
    }

    /// Calls an endpoint that repeats so.
    func call(_ repeats: Repeats) async throws {
        switch repeats {
        case .freely: _ = try await purser.call(API.Banking.currentUser)
        case .withKey:
            _ = try await purser.call(API.Guardian.deleteRule, .init(id: 1))
        case .never:
            _ = try await purser.call(API.Banking.loginUser, API.Banking.loginUser.example)
        }
    }

    /// How a call ends.
    func outcome(_ repeats: Repeats = .freely) async -> PurserError? {
        do {
            try await call(repeats)
            return nil
        } catch {
            return error as? PurserError
        }
    }

    /// What an endpoint that repeats so answers.
    static func success(_ repeats: Repeats) throws -> TransportResponse {
        switch repeats {
        case .freely: try .of(API.Banking.currentUser.answers)
        case .withKey: try .of(API.Guardian.deleteRule.answers)
        case .never: try .of(API.Banking.loginUser.answers)
        }
    }

    /// An error answer.
    static func refusal(_ status: Int, _ headers: Headers = [:]) -> TransportResponse {
        .json(status, #"{"error":{"code":"CODE","message":"no"},"traceId":"t"}"#, headers)
    }
}
