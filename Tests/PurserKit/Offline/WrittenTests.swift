import Contract
import GRDB
import Kernel
import Synchronization
import Testbed
import Testing

@testable import PurserKit
@testable import PurserKitStore

@Suite("What a service writes")
struct WrittenTests {
    @Test("waits while the server cannot be reached, and is sent by itself, once")
    func waits() async throws {
        let network = Network()
        let (device, purser) = try await Self.app(network)
        var results = purser.offline.results.makeAsyncIterator()
        network.failure = .unreachable
        let written = try await Self.set(100, purser)
        let waiting = try await purser.offline.waiting
        #expect(waiting.map(\.endpoint) == ["setRule"])
        #expect(waiting.first.map { .waiting($0.id) } == written)
        #expect(waiting.first?.expiresAt == device.time.now.adding(seconds: 7 * 86_400))
        #expect(written.answer == nil)
        #expect(throws: PurserError.self) { try written.get() }
        network.failure = nil
        purser.offline.reachabilityChanged()
        #expect(await results.next()?.id == waiting.first?.id)
        #expect(network.limits == [100])
        #expect(Set(network.keys).count == 1)
        #expect(try await purser.offline.count == .init(waiting: 0, dead: 0))
        await purser.shutdown()
    }

    @Test("waits as sent where an answer was lost, also when a later try was not sent at all")
    func doubtful() async throws {
        for retry in [RetryPolicy.never, RetryPolicy(tries: 2, base: .zero, cap: .zero)] {
            let network = Network()
            let (device, purser) = try await Self.app(network, retry)
            network.script(.connectionLost, .unreachable)
            let now = device.time.now
            try await Self.set(100, purser)
            await Self.rest(purser)
            #expect(try await purser.offline.waiting.map(\.firstSentAt) == [now])
            #expect(Set(network.keys).count == 1)
            // Of two that may have been heard the last is told.
            network.script(.timedOut, .connectionLost)
            let last = retry.tries > 1 ? NetworkFailure.connectionLost : .timedOut
            await expect(.network(last)) {
                try await Self.set(200, purser.with { $0.mayWait = false })
            }
            await purser.shutdown()
        }
    }

    @Test("waits as sent where the server has no time for a later try")
    func doubtfulAndBusy() async throws {
        let device = try TestDevice()
        let busy = #"{"error":{"code":"RATE_LIMITED","message":"Later"}}"#
        let transport = ScriptedTransport(.fails(.connectionLost), others: .json(429, busy))
        let retry = RetryPolicy(tries: 2, base: .zero, cap: .zero)
        let purser = try device.app(transport, retry: retry)
        let now = device.time.now
        try await Self.set(100, purser)
        await Self.rest(purser)
        #expect(try await purser.offline.waiting.map(\.firstSentAt) == [now])
        await purser.shutdown()
    }

    @Test("goes behind what waits about the same, and ahead of all else")
    func order() async throws {
        let network = Network()
        let (_, purser) = try await Self.app(network)
        network.failure = .unreachable
        try await Self.set(100, purser)
        try await Self.set(200, purser)
        #expect(try await purser.offline.waiting.count == 2)
        await Self.rest(purser)
        // Certainly nobody has heard them: they are worth sending for as long as is declared.
        #expect(try await purser.offline.waiting.map(\.firstSentAt) == [nil, nil])
        network.failure = nil
        network.forget()
        let place = API.Guardian.createGeofence.example
        try await purser.guardian.createGeofence(
            latitude: place.latitude,
            longitude: place.longitude,
            radiusM: place.radiusM
        )
        #expect(network.limits == [nil])
        #expect(try await purser.offline.waiting.count == 2)
        #expect(try await Self.set(300, purser).answer == API.Guardian.setRule.answers)
        #expect(network.limits == [nil, 100, 200, 300])
        #expect(try await purser.offline.count == .init(waiting: 0, dead: 0))
        await purser.shutdown()
    }

    @Test("waits where those before it take longer than its caller does")
    func slow() async throws {
        let network = Network()
        let (_, purser) = try await Self.app(network)
        network.failure = .unreachable
        try await Self.set(100, purser)
        await Self.rest(purser)
        network.failure = nil
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        network.meanwhile = { for await _ in ends {} }
        let hurried = purser.with { $0.deadline = .milliseconds(1) }
        #expect(try await Self.set(200, hurried).answer == nil)
        network.meanwhile = nil
        end.finish()
        try await purser.offline.drain()
        #expect(network.limits == [100, 200])
        #expect(try await purser.offline.count == .init(waiting: 0, dead: 0))
        await purser.shutdown()
    }

    @Test("is told what the server refuses, at once or behind others, and leaves no dead letter")
    func refused() async throws {
        let network = Network()
        let (_, purser) = try await Self.app(network)
        network.refuses = 200
        await expect(.invalid) { try await Self.set(200, purser) }
        network.failure = .unreachable
        try await Self.set(100, purser)
        network.failure = nil
        let error = await expect(.invalid) { try await Self.set(200, purser) }
        #expect(error?.details == ["monthly_limit_cents": "is too much"])
        #expect(try await purser.offline.count == .init(waiting: 0, dead: 0))
        await purser.shutdown()
    }

    @Test("fails where it is not to wait, where nothing is kept, and where waiting is no help")
    func fails() async throws {
        let network = Network()
        let (_, purser) = try await Self.app(network)
        network.failure = .unreachable
        await expect(.network(.unreachable)) {
            try await Self.set(100, purser.with { $0.mayWait = false })
        }
        for failure in [NetworkFailure.untrusted, .tooLarge] {
            network.failure = failure
            await expect(.network(failure)) { try await Self.set(100, purser) }
        }
        network.failure = .unreachable
        await expect(.network(.unreachable)) { try await purser.insights.resetTransactions() }
        #expect(try await purser.offline.waiting.isEmpty)
        var configuration = PurserKit.Configuration.test
        configuration.storage = .none
        configuration.retry = .never
        let bare = try Purser.test(
            network,
            configuration: configuration,
            tokens: MemoryTokenStore.signedIn()
        )
        await expect(.network(.unreachable)) { try await Self.set(100, bare) }
        await purser.shutdown()
        await bare.shutdown()
    }

    @Test("is nobody's any more where its member signs out meanwhile, or another one is there")
    func signedOut() async throws {
        let network = Network()
        let (device, purser) = try await Self.app(network)
        network.failure = .unreachable
        network.meanwhile = {
            network.meanwhile = nil
            await Self.bringBob(purser, device.time.now)
            try? await purser.client.forget(exceptOf: "bob")
        }
        await expect(.unauthorized) { try await Self.set(100, purser) }
        #expect(try await purser.client.store.rows(of: "waiting_calls") == 0)
        await purser.shutdown()
    }

    @Test("is not sent by another member who signs in before it goes")
    func anotherMember() async throws {
        let network = Network()
        let device = try TestDevice()
        try await device.store().writing { _ in }
        let hook = Mutex<(@Sendable () async -> Void)?>(nil)
        var configuration = PurserKit.Configuration.test
        configuration.storage = .init { _, _ in
            HookedStore(device.store()) { await hook.withLock { $0 }?() }
        }
        let purser = try Purser.test(
            network,
            configuration: configuration,
            tokens: MemoryTokenStore.signedIn(),
            time: device.time
        )
        hook.withLock { hook in
            hook = { await Self.bringBob(purser, device.time.now) }
        }
        await expect(.unauthorized) { try await Self.set(100, purser) }
        #expect(network.limits.isEmpty)
        hook.withLock { $0 = nil }
        await purser.shutdown()
    }

    @Test("is what it was when what the device keeps cannot be read")
    func damaged() async throws {
        let device = try TestDevice()
        let store = device.store()
        try await store.writing { try $0.execute(sql: "DROP TABLE waiting_calls") }
        await store.close()
        let purser = try device.app(Network())
        #expect(try await Self.set(100, purser).answer != nil)
        await purser.shutdown()
    }

    private static func app(
        _ network: Network,
        _ retry: RetryPolicy = .never
    ) async throws -> (TestDevice, Purser) {
        let device = try TestDevice()
        device.time.holds = retry.tries < 2
        return (device, try device.app(network, retry: retry))
    }

    /// Begins no run by itself any more, and waits until the one under way is over.
    private static func rest(_ purser: Purser) async {
        await purser.offline.stop()
        _ = try? await purser.offline.drain()
    }

    private static func bringBob(_ purser: Purser, _ now: Timestamp) async {
        let claims = Array(#"{"sub":"bob"}"#.utf8)
        let answer = TokenAnswer(
            accessToken: "e30.\(Base64URL.text(claims)).x",
            refreshToken: "r",
            receivedAt: now,
            expiresAt: now.adding(seconds: 3_600)
        )
        _ = try? await purser.client.keeper.begin(answer)
    }

    @discardableResult
    private static func set(
        _ cents: Int64,
        _ purser: Purser
    ) async throws -> Written<API.Guardian.Rule> {
        try await purser.guardian.setRule(category: "fun", monthlyLimitCents: cents)
    }
}

/// A store before whose reads something happens.
private final class HookedStore: DeviceStore {
    private let base: DeviceDatabase
    private let hook: @Sendable () async -> Void

    init(_ base: DeviceDatabase, _ hook: @escaping @Sendable () async -> Void) {
        self.base = base
        self.hook = hook
    }

    var generation: Int { base.generation }
    var mayHoldSomething: Bool { base.mayHoldSomething }

    func read<R: Sendable>(
        _ work: @escaping @Sendable (any DeviceTables) throws -> R
    ) async throws -> R {
        await hook()
        return try await base.read(work)
    }

    func write<R: Sendable>(
        _ work: @escaping @Sendable (any DeviceTables) throws -> R
    ) async throws -> R {
        try await base.write(work)
    }

    func forget(exceptOf owner: String?) async throws { try await base.forget(exceptOf: owner) }

    func close() async { await base.close() }
}

/// A server that takes limits and geofences, over a network that fails as it is told.
private final class Network: Transport {
    private struct State {
        var failure: NetworkFailure?
        var script: [NetworkFailure] = []
        var refuses: Int64?
        var meanwhile: (@Sendable () async -> Void)?
        var requests: [TransportRequest] = []
        var heard: [TransportRequest] = []
    }

    private let state = Mutex(State())

    var failure: NetworkFailure? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    /// The limit that is refused.
    var refuses: Int64? {
        get { state.withLock { $0.refuses } }
        set { state.withLock { $0.refuses = newValue } }
    }

    /// What happens while a request is under way.
    var meanwhile: (@Sendable () async -> Void)? {
        get { state.withLock { $0.meanwhile } }
        set { state.withLock { $0.meanwhile = newValue } }
    }

    /// The limits that the server heard of, `nil` for another call.
    var limits: [Int64?] { state.withLock { $0.heard.map(\.limit) } }

    /// The keys of all requests, also of those that were not heard.
    var keys: [String?] { state.withLock { $0.requests.map { $0.headers["Idempotency-Key"] } } }

    func forget() { state.withLock { $0.heard = [] } }

    /// Fails one after the other, and then as the last time.
    func script(_ failures: NetworkFailure...) { state.withLock { $0.script = failures } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let failure = state.withLock { state in
            state.requests.append(request)
            if !state.script.isEmpty { state.failure = state.script.removeFirst() }
            if state.failure == nil { state.heard.append(request) }
            return state.failure
        }
        await meanwhile?()
        if let failure { throw failure }
        guard let limit = request.limit else {
            return try .of(API.Guardian.createGeofence.answers)
        }
        if limit == refuses {
            let details = #"{"monthly_limit_cents":"is too much"}"#
            let error = #"{"error":{"code":"INVALID","message":"No","details":\#(details)}}"#
            return .json(400, error)
        }
        return try .of(API.Guardian.setRule.answers)
    }
}

extension TransportRequest {
    fileprivate var limit: Int64? {
        guard let body = try? JSONParser.parse(body ?? []) else { return nil }
        return body["monthly_limit_cents"].flatMap { Int64($0.text) }
    }
}
