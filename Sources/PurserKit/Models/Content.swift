import Kernel
import Observation

/// What a model shows, from one load to the next.
///
/// Of loads that overlap the one that began last counts, whichever answers last. What a former
/// member's session brings is never shown to the next one.
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
    /// What was changed since the load that is under way began, and its answer may not have yet.
    @ObservationIgnored private var changes: [(inout Value) -> Void] = []

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
        changes = []
        let load = loads
        let now = purser.client.time.now()
        phase = phase.value.map { .refreshing($0, asOf: asOf) } ?? .loading
        let client = purser.client
        let owner = try? await client.keeper.owner()
        let asking = reload ? purser.with { $0.freshness = .reload } : purser
        let result: Result<Value, any Error>
        do { result = .success(try await fetch(asking)) } catch { result = .failure(error) }
        let isSameMember = (try? await client.keeper.owner()) == owner
        guard load == loads else { return nil }
        guard isSameMember else {
            reset()
            return nil
        }
        return take(result, asOf: now)
    }

    /// Shows what an action made of the value, or the server told by itself.
    ///
    /// - Parameter change: What makes it; of a value that has it already it must make the same.
    func change(_ change: @escaping (inout Value) -> Void) {
        guard var value = phase.value else { return }
        change(&value)
        switch phase {
        case .refreshing:
            changes.append(change)
            settled = .loaded(value, asOf: asOf)
            phase = .refreshing(value, asOf: asOf)
        case .failed(let error, _): settle(.failed(error, last: value))
        case .loaded, .loading, .idle: settle(.loaded(value, asOf: asOf))
        }
    }

    /// Shows nothing, and nothing of what is still under way.
    func reset() {
        loads += 1
        changes = []
        settle(.idle)
    }

    private func take(
        _ result: Result<Value, any Error>,
        asOf instant: Timestamp
    ) -> Result<Value, PurserError>? {
        switch result {
        case .success(var value):
            for change in changes { change(&value) }
            asOf = instant
            settle(.loaded(value, asOf: instant))
            return .success(value)
        case .failure(let thrown):
            guard let error = PurserError(thrown: thrown) else {
                phase = settled
                return nil
            }
            settle(.failed(error, last: phase.value))
            return .failure(error)
        }
    }

    private func settle(_ phase: Phase<Value>) {
        settled = phase
        self.phase = phase
    }
}
