import Kernel
import Observation

/// What a model shows, from one load to the next.
///
/// Of loads that overlap the one that began last counts, whichever answers last; what an earlier
/// one brings is shown until then. What a former member's session brings is never shown to the next
/// one.
@MainActor
@Observable
final class Content<Value: Sendable> {
    /// How far it is.
    private(set) var phase = Phase<Value>.idle

    @ObservationIgnored private let purser: Purser
    /// The last state in which nothing was under way, to which a cancelled load returns.
    @ObservationIgnored private var settled = Phase<Value>.idle
    /// When the value that is shown was asked for.
    @ObservationIgnored private var asOf = Timestamp(milliseconds: 0)
    @ObservationIgnored private var loads = 0
    /// The loads under way that still count, by number.
    @ObservationIgnored private var running: Set<Int> = []
    /// What was changed after a load began, and its answer may not have yet.
    @ObservationIgnored private var changes: [(load: Int, change: (inout Value) -> Void)] = []

    init(_ purser: Purser) {
        self.purser = purser
    }

    /// Asks for a value and shows what comes of it.
    ///
    /// - Parameters:
    ///   - reload: Whether only the server's own answer will do.
    ///   - fetch: What asks.
    /// - Returns: What came of it; `nil` when it was cancelled or counts no more.
    @discardableResult
    func load(
        reload: Bool,
        _ fetch: @escaping @Sendable (Purser) async throws -> Value
    ) async -> Result<Value, PurserError>? {
        loads += 1
        let load = loads
        running.insert(load)
        let now = purser.client.time.now()
        phase = phase.value.map { .refreshing($0, asOf: asOf) } ?? .loading
        let client = purser.client
        let owner = try? await client.keeper.owner()
        let asking = reload ? purser.with { $0.freshness = .reload } : purser
        let result: Result<Value, any Error>
        do { result = .success(try await fetch(asking)) } catch { result = .failure(error) }
        let isSameMember = (try? await client.keeper.owner()) == owner
        guard running.contains(load) else { return nil }
        guard isSameMember else {
            reset()
            return nil
        }
        running = running.filter { $0 > load || (result.isCancelled && $0 != load) }
        return take(result, of: load, asOf: now)
    }

    /// Shows what this device keeps, while there is nothing else to show.
    ///
    /// - Parameter find: What looks for it, and since when it is known.
    func showKept(
        _ find: @Sendable (Purser) async throws -> (value: Value, knownAt: Timestamp)?
    ) async {
        let client = purser.client
        let owner = try? await client.keeper.owner()
        guard phase.value == nil, let kept = try? await find(purser) else { return }
        guard (try? await client.keeper.owner()) == owner, phase.value == nil else { return }
        asOf = kept.knownAt
        settled = .loaded(kept.value, asOf: asOf)
        phase = running.isEmpty ? settled : .refreshing(kept.value, asOf: asOf)
    }

    /// Shows what an action made of the value, or the server told by itself.
    ///
    /// - Parameter change: What makes it; of a value that has it already it must make the same.
    func change(_ change: @escaping (inout Value) -> Void) {
        guard var value = phase.value else { return }
        change(&value)
        switch phase {
        case .refreshing:
            changes.append((load: loads, change: change))
            settled = .loaded(value, asOf: asOf)
            phase = .refreshing(value, asOf: asOf)
        case .failed(let error, _): settle(.failed(error, last: value))
        case .loaded, .loading, .idle: settle(.loaded(value, asOf: asOf))
        }
    }

    /// Shows nothing, and nothing of what is still under way.
    func reset() {
        running = []
        settle(.idle)
    }

    private func take(
        _ result: Result<Value, any Error>,
        of load: Int,
        asOf instant: Timestamp
    ) -> Result<Value, PurserError>? {
        switch result {
        case .success(var value):
            for change in changes where change.load >= load { change.change(&value) }
            asOf = instant
            settle(.loaded(value, asOf: instant))
            guard running.isEmpty else {
                phase = .refreshing(value, asOf: instant)
                return nil
            }
            return .success(value)
        case .failure(let thrown):
            guard running.isEmpty else { return nil }
            guard let error = PurserError(thrown: thrown) else {
                settle(settled)
                return nil
            }
            settle(.failed(error, last: phase.value))
            return .failure(error)
        }
    }

    private func settle(_ phase: Phase<Value>) {
        if running.isEmpty { changes = [] }
        settled = phase
        self.phase = phase
    }
}

extension Result {
    fileprivate var isCancelled: Bool {
        guard case .failure(let error) = self else { return false }
        return PurserError(thrown: error) == nil
    }
}
