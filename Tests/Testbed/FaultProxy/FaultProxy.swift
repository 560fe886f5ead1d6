import Synchronization

/// Stands between a client and a server on the loopback address, and does what networks do.
///
/// ```swift
/// try await withFaultProxy(to: port) { proxy in
///     proxy.plan(.losesAnswer, times: 1) { $0.path == "/guardian/authorize" }
///     // …calls through proxy.url…
///     #expect(proxy.count { $0.path == "/guardian/authorize" } == 2)
/// }
/// ```
public final class FaultProxy: Sendable {
    private struct Rule {
        let fault: NetworkFault
        var times: Int
        let fits: @Sendable (LoopbackMessage) -> Bool
    }

    private struct State {
        var port = 0
        var upstream: Int
        var rules: [Rule] = []
        var requests: [LoopbackMessage] = []
        var handedOn = 0
        var answered = 0
        var failures = 0
    }

    private let state: Mutex<State>

    fileprivate init(to upstream: Int) {
        state = Mutex(State(upstream: upstream))
    }

    /// Where clients find it.
    public var url: String { "http://127.0.0.1:\(state.withLock(\.port))" }

    /// Every request that a client sent, in the order of arrival.
    public var requests: [LoopbackMessage] { state.withLock(\.requests) }

    /// How often a request was handed on to the server.
    public var handedOn: Int { state.withLock(\.handedOn) }

    /// Whether the server has answered, or failed to, whatever was handed on.
    public var isIdle: Bool { state.withLock { $0.handedOn == $0.answered + $0.failures } }

    /// How often the server was not there, or ended without an answer.
    public var failures: Int { state.withLock(\.failures) }

    /// How many requests were such.
    public func count(_ fits: (LoopbackMessage) -> Bool) -> Int { requests.filter(fits).count }

    /// Does something to the next requests that fit, after what was planned before.
    public func plan(
        _ fault: NetworkFault,
        times: Int = .max,
        where fits: @escaping @Sendable (LoopbackMessage) -> Bool = { _ in true }
    ) {
        state.withLock { $0.rules.append(Rule(fault: fault, times: times, fits: fits)) }
    }

    /// Hands everything on again.
    public func forgetPlan() { state.withLock { $0.rules = [] } }

    /// Hands requests on to another port, from now on.
    public func moves(to upstream: Int) { state.withLock { $0.upstream = upstream } }

    fileprivate func listens(on port: Int) { state.withLock { $0.port = port } }

    private func fault(for request: LoopbackMessage) -> NetworkFault {
        state.withLock { state in
            state.requests.append(request)
            let index = state.rules.firstIndex { $0.times > 0 && $0.fits(request) }
            guard let index else { return .none }
            state.rules[index].times -= 1
            return state.rules[index].fault
        }
    }

    fileprivate func serve(_ client: inout LoopbackConnection) async throws {
        while let request = try await client.next() {
            switch fault(for: request) {
            case .none:
                try await client.write(try await answer(to: request).bytes)
            case .drops:
                return
            case .resets:
                return await client.reset()
            case .losesAnswer:
                _ = try await answer(to: request)
                return await client.reset()
            case .truncatesAnswer:
                let answer = try await answer(to: request)
                let length = answer.headLength + answer.body.count / 2
                return try await client.write(Array(answer.bytes.prefix(length)))
            case .delays(let gate):
                await gate.pass()
                try await client.write(try await answer(to: request).bytes)
            case .delaysAnswer(let gate):
                let answer = try await answer(to: request)
                await gate.pass()
                try await client.write(answer.bytes)
            case .duplicates:
                let answer = try await answer(to: request)
                _ = try await self.answer(to: request)
                try await client.write(answer.bytes)
            case .answers(let text):
                try await client.write(text)
            }
        }
    }

    /// The server's answer, over a connection of its own.
    private func answer(to request: LoopbackMessage) async throws -> LoopbackMessage {
        let upstream = state.withLock { state in
            state.handedOn += 1
            return state.upstream
        }
        do {
            let answer = try await LoopbackConnection.to(upstream) { server in
                try await server.write(request.bytes)
                guard let answer = try await server.next() else { throw UnreadableMessage() }
                return answer
            }
            state.withLock { $0.answered += 1 }
            return answer
        } catch {
            state.withLock { $0.failures += 1 }
            throw error
        }
    }
}

/// Runs `work` with a proxy in front of a port of the loopback address, which is gone afterwards.
@discardableResult
public func withFaultProxy<R>(
    to upstream: Int,
    _ work: (FaultProxy) async throws -> R
) async throws -> R {
    let proxy = FaultProxy(to: upstream)
    return try await withLoopbackListener {
        try await proxy.serve(&$0)
    } _: { port in
        proxy.listens(on: port)
        return try await work(proxy)
    }
}
