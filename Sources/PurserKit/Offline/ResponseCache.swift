package import Contract
import Kernel
import Synchronization

/// Which answer is kept.
package struct CacheKey: Sendable, Hashable {
    /// Whose it is.
    package let owner: String
    /// The room it is of; a write in a room forgets what is kept of it.
    package let surface: Surface
    /// The path with its query.
    package let target: String
}

/// An answer that was kept.
struct CachedResponse: Sendable, Equatable {
    let body: [UInt8]
    /// How long ago it was kept; for ever, when the clock tells nothing of it any more.
    let age: Duration
}

/// Answers that are kept on the device.
///
/// A cache that cannot be read or written is an empty one: no call fails for it. Which rooms it
/// holds anything of is known without asking the database, so calls of the others cost nothing.
final class ResponseCache: Sendable {
    private struct State {
        /// Whether `rooms` names all rooms that the database may hold answers of.
        var isKnown = false
        var rooms: Set<Surface> = []
        /// Rooms whose answers should be gone and may be there still.
        var unforgotten: Set<Surface> = []
        var epochs: [Surface: Int] = [:]
        var refreshing: Set<CacheKey> = []
    }

    private let store: any DeviceStore
    private let time: Timekeeper
    private let state = Mutex(State())

    init(_ store: any DeviceStore, _ time: Timekeeper) {
        self.store = store
        self.time = time
    }

    /// The kept answer; `nil` when there is none.
    func answer(for key: CacheKey) async -> CachedResponse? {
        await learn()
        let mayBeThere = state.withLock { state in
            state.rooms.contains(key.surface) && !state.unforgotten.contains(key.surface)
        }
        guard mayBeThere, let row = try? await store.read({ try $0.answer(for: key) }) else {
            return nil
        }
        let age = time.now().milliseconds - row.keptAt.milliseconds
        // A clock that was put back cannot tell how old the answer is.
        return CachedResponse(body: row.body, age: age < 0 ? Self.forEver : .milliseconds(age))
    }

    /// A number that changes whenever a room is forgotten; an answer that was asked for before is
    /// not kept after.
    func epoch(of surface: Surface) -> Int {
        store.generation + state.withLock { $0.epochs[surface, default: 0] }
    }

    /// Keeps an answer that was asked for in an epoch.
    func keep(_ body: [UInt8], for key: CacheKey, asOf epoch: Int) async {
        guard body.count <= Self.mostBytesOfOne, let text = Self.text(body),
            epoch == self.epoch(of: key.surface)
        else { return }
        state.withLock { _ = $0.rooms.insert(key.surface) }
        let now = time.now()
        _ = try? await store.write { [self] tables in
            // Looked at where writes go one by one, so that nothing comes between look and write.
            guard epoch == self.epoch(of: key.surface) else { return }
            try tables.keep(text, for: key, at: now)
        }
    }

    /// Forgets what is kept of a room, because something in it changed.
    func forget(_ surface: Surface) async {
        state.withLock { $0.epochs[surface, default: 0] += 1 }
        await learn()
        let isThere = state.withLock { state in
            guard state.rooms.remove(surface) != nil else { return false }
            state.unforgotten.insert(surface)
            return true
        }
        guard isThere else { return }
        do {
            try await store.write { try $0.forgetAnswers(of: surface) }
            state.withLock { _ = $0.unforgotten.remove(surface) }
        } catch {
            // The next write in the room tries again.
            state.withLock { _ = $0.rooms.insert(surface) }
        }
    }

    /// Takes note that answers were removed from the store; all of them, where it `isEmpty`.
    func reset(isEmpty: Bool) {
        state.withLock { state in
            state.rooms = []
            state.unforgotten = []
            state.refreshing = []
            state.isKnown = isEmpty
        }
    }

    /// Whether the caller is the one to fetch a new answer.
    func beginRefresh(_ key: CacheKey) -> Bool {
        state.withLock { $0.refreshing.insert(key).inserted }
    }

    /// Lets somebody else fetch a new answer.
    func endRefresh(_ key: CacheKey) { state.withLock { _ = $0.refreshing.remove(key) } }

    /// Finds out once what an earlier start of the app has kept.
    private func learn() async {
        guard state.withLock({ !$0.isKnown }) else { return }
        guard store.mayHoldSomething else { return state.withLock { $0.isKnown = true } }
        let found = try? await store.read { try $0.roomsWithAnswers() }
        state.withLock { state in
            guard !state.isKnown else { return }
            state.isKnown = found != nil
            // What cannot be asked may hold anything.
            state.rooms.formUnion(found ?? Set(Surface.allCases))
        }
    }

    /// JSON as the database takes it; `nil` for what is no text.
    private static func text(_ body: [UInt8]) -> String? {
        guard !body.contains(0) else { return nil }
        return String(validating: body, as: UTF8.self)
    }

    /// The longest answer that is kept, in bytes.
    static let mostBytesOfOne = 1_048_576
    private static let forEver = Duration.seconds(100 * 365 * 86_400)
}
