import Kernel
import Synchronization

/// How many answers a language model is asked for at once: each may take long and costs something.
final class ModelPlaces: Sendable {
    private let taken = Mutex<[ID<Entity.Member>: Int]>([:])

    /// Does work in a place of a member's.
    ///
    /// - Returns: `nil` when there was none, and nothing was done.
    func with<R>(_ member: ID<Entity.Member>, _ work: () async -> R) async -> R? {
        let isFree = taken.withLock { taken in
            let own = taken[member, default: 0]
            guard own < Limits.modelAnswersPerMember,
                taken.values.reduce(0, +) < Limits.modelAnswersAtOnce
            else { return false }
            taken[member] = own + 1
            return true
        }
        guard isFree else { return nil }
        defer {
            taken.withLock { taken in
                let own = taken[member, default: 1] - 1
                taken[member] = own == 0 ? nil : own
            }
        }
        return await work()
    }
}
