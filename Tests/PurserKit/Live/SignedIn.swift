import Kernel
import PurserKit
import Synchronization
import Testbed
import Testing

extension MemoryTokenStore {
    /// The session of a member, for a day from an instant on.
    static func signedIn(
        _ token: String = "a-token",
        session: String = "session-1",
        at now: Timestamp = TestClock.noon
    ) -> MemoryTokenStore {
        MemoryTokenStore(
            StoredSession(
                id: session,
                accessToken: token,
                refreshToken: "a-refresh-token",
                issuedAt: now,
                expiresAt: now.adding(seconds: 86_400)
            )
        )
    }
}

extension InProcessServer {
    /// A whole client in which a member is signed in.
    func app(of member: TestMember, time: TestTimekeeper? = nil) throws -> Purser {
        try app(tokens: MemoryTokenStore.signedIn(member.token, at: clock.now), time: time)
    }
}

/// The way to a server, which a test may break.
final class BreakableTransport: Transport {
    private let base: any Transport
    private let broken = Atomic<Bool>(false)
    private let losing = Atomic<Bool>(false)

    init(_ base: any Transport) { self.base = base }

    /// Whether nothing gets through.
    var isDown: Bool {
        get { broken.load(ordering: .sequentiallyConsistent) }
        set { broken.store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// Whether the server hears everything, and nobody hears the server.
    var losesAnswers: Bool {
        get { losing.load(ordering: .sequentiallyConsistent) }
        set { losing.store(newValue, ordering: .sequentiallyConsistent) }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard !isDown else { throw NetworkFailure.offline }
        let response = try await base.send(request)
        guard !losesAnswers else { throw NetworkFailure.connectionLost }
        return response
    }

    func open(_ request: TransportRequest) async throws -> StreamedResponse {
        guard !isDown else { throw NetworkFailure.offline }
        return try await base.open(request)
    }

    func shutdown() async { await base.shutdown() }
}

/// Something that several tasks of a test count.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func up() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// Returns when a condition holds that other tasks bring about.
func until(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
) async {
    await eventually("a condition holds", sourceLocation: sourceLocation, condition)
}
