public import Kernel
import Synchronization

/// Wakes those in this process who follow a household's events, once new ones are committed.
///
/// A wake says that it is worth looking, no more: what happened is in the database, and what other
/// processes did wakes nobody here.
public final class EventSignal: Sendable {
    /// One who follows, to be named when it stops.
    public struct Follower: Sendable, Hashable {
        let household: ID<Entity.Household>
        let number: Int
    }

    private struct State {
        var wakes: [ID<Entity.Household>: [Int: @Sendable () -> Void]] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// Makes a signal that nobody follows.
    init() {}

    /// Calls `wake` whenever there may be something new in a household, from any thread, until
    /// ``remove(_:)``.
    public func add(
        _ household: ID<Entity.Household>,
        _ wake: @escaping @Sendable () -> Void
    ) -> Follower {
        state.withLock { state in
            state.count += 1
            state.wakes[household, default: [:]][state.count] = wake
            return Follower(household: household, number: state.count)
        }
    }

    /// Wakes a follower no more.
    public func remove(_ follower: Follower) {
        state.withLock { state in
            state.wakes[follower.household]?[follower.number] = nil
            if state.wakes[follower.household]?.isEmpty == true {
                state.wakes[follower.household] = nil
            }
        }
    }

    /// Wakes who follows the caller's household.
    func wake(householdOf caller: Caller) {
        guard case .member(let bearer) = caller else { return }
        wake(bearer.household)
    }

    /// Wakes who follows a household.
    func wake(_ household: ID<Entity.Household>) {
        let wakes = state.withLock { $0.wakes[household] } ?? [:]
        for wake in wakes.values { wake() }
    }
}
