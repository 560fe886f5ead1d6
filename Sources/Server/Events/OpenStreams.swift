import Kernel
import Synchronization

/// How many answers without a known end are open, so that nobody takes all connections.
final class OpenStreams: Sendable {
    /// The place of one open stream; it is free again when the last who holds it is gone.
    final class Place: Sendable {
        private let streams: OpenStreams
        private let member: ID<Entity.Member>

        fileprivate init(_ streams: OpenStreams, _ member: ID<Entity.Member>) {
            self.streams = streams
            self.member = member
        }

        deinit { streams.leave(member) }
    }

    private struct State {
        var total = 0
        var byMember: [ID<Entity.Member>: Int] = [:]
    }

    private let state = Mutex(State())
    private let perMember: Int
    private let total: Int

    /// Counts streams of events, unless other limits are given.
    init(perMember: Int = Limits.eventStreamsPerMember, total: Int = Limits.eventStreams) {
        self.perMember = perMember
        self.total = total
    }

    /// How many there are.
    var count: Int { state.withLock { $0.total } }

    /// A place for a member's stream; `nil` when the member or all together have too many.
    func open(for member: ID<Entity.Member>) -> Place? {
        let isOpen = state.withLock { state in
            let own = state.byMember[member, default: 0]
            guard own < perMember, state.total < total else { return false }
            state.total += 1
            state.byMember[member] = own + 1
            return true
        }
        return isOpen ? Place(self, member) : nil
    }

    private func leave(_ member: ID<Entity.Member>) {
        state.withLock { state in
            state.total -= 1
            let own = state.byMember[member, default: 1] - 1
            state.byMember[member] = own == 0 ? nil : own
        }
    }
}
