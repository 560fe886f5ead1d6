import Synchronization

@testable import PurserKit

/// A store in memory that can be made to fail.
final class TestTokenStore: TokenStore {
    struct Failing: OptionSet {
        let rawValue: Int
        static let load = Self(rawValue: 1)
        static let save = Self(rawValue: 2)
        static let remove = Self(rawValue: 4)
    }

    private struct State {
        var session: StoredSession?
        var failing: Failing = []
        var saves = 0
    }

    private let state = Mutex(State())

    /// What fails.
    func fail(_ failing: Failing) { state.withLock { $0.failing = failing } }
    /// What is kept, failing or not.
    var session: StoredSession? { state.withLock(\.session) }
    /// How often something was kept.
    var saves: Int { state.withLock(\.saves) }

    func load() throws -> StoredSession? {
        try state.withLock { state in
            try Self.check(state, .load)
            return state.session
        }
    }

    func save(_ session: StoredSession) throws {
        try state.withLock { state in
            try Self.check(state, .save)
            state.session = session
            state.saves += 1
        }
    }

    func remove() throws {
        try state.withLock { state in
            try Self.check(state, .remove)
            state.session = nil
        }
    }

    private static func check(_ state: State, _ step: Failing) throws {
        guard !state.failing.contains(step) else { throw TokenStoreError("a test", code: 5) }
    }
}
