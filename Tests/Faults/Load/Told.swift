import Synchronization
import Testing

/// What the callers were told of each of their purchases, by its key.
final class Told: Sendable {
    /// What a caller knows.
    enum Fate: Sendable, Equatable {
        /// It was decided, under this id.
        case decided(String)
        /// It was not done.
        case refused
        /// It was done or not: no answer came, or one that says so.
        case unknown
    }

    private struct State {
        var fates: [String: Fate] = [:]
        var surprises: [String] = []
        var decided = 0
        var refused = 0
        var isOver = false
    }

    private let state = Mutex(State())

    var fates: [String: Fate] { state.withLock { $0.fates } }
    /// Answers that no caller should get.
    var surprises: [String] { state.withLock { $0.surprises } }
    var decided: Int { state.withLock { $0.decided } }
    /// How many answers were 503.
    var refused: Int { state.withLock { $0.refused } }
    /// Whether the callers should stop.
    var isOver: Bool {
        get { state.withLock { $0.isOver } }
        set { state.withLock { $0.isOver = newValue } }
    }

    /// A key that was never used.
    func newKey() -> String {
        state.withLock { state in
            let key = "purchase-\(state.fates.count)"
            state.fates[key] = .unknown
            return key
        }
    }

    /// Notes an answer.
    func note(_ answer: Answer, for key: String) {
        let fate = Self.fate(in: answer)
        state.withLock { state in
            guard let fate else { return state.surprises.append("\(key): \(answer)") }
            if case .decided(let id) = state.fates[key], fate != .decided(id) {
                state.surprises.append("\(key): decided before, and now \(answer)")
            }
            if case .decided = fate { state.decided += 1 } else { state.refused += 1 }
            state.fates[key] = fate
        }
    }

    /// What an answer says; `nil` when no caller should get it.
    private static func fate(in answer: Answer) -> Fate? {
        guard let content = try? answer.json() else { return nil }
        switch answer.status {
        case 200: return content.decisionID.map { .decided($0) }
        case 503:
            guard content.error == "internal error", answer.headers["retry-after"] == "1",
                let message = content.message
            else { return nil }
            if message.contains("may have been done") { return .unknown }
            return message.contains("nothing was changed") ? .refused : nil
        default: return nil
        }
    }
}

extension Told {
    /// Holds what callers were told against what is stored: what was decided is there, once; what
    /// was refused is not; and there is nothing that nobody asked for.
    func expectTrue(of storage: Storage) async throws {
        let (all, byKey) = try await storage.decisions()
        #expect(surprises == [])
        #expect(all.sorted() == byKey.values.sorted(), "a decision for each key, and no other")
        let fates = fates
        let lost = fates.filter { key, fate in
            if case .decided(let id) = fate { byKey[key] != id } else { false }
        }
        #expect(lost.keys.sorted() == [], "decided, and not there")
        let lies = fates.filter { $1 == .refused && byKey[$0] != nil }
        #expect(lies.keys.sorted() == [], "refused, and there")
        #expect(byKey.keys.filter { fates[$0] == nil } == [], "there, and never asked for")
    }

    /// Repeats every purchase made since so many were: what was decided is answered as before, and
    /// the others are decided now.
    func repeatAll(after count: Int = 0, token: String, on server: Server) async throws {
        let wire = try await Wire.open(server.port)
        for index in count..<fates.count {
            let key = "purchase-\(index)"
            let answer = try await wire.ask(.purchase(token: token, key: key))
            try #require(answer.status == 200, "\(answer)")
            if case .decided = fates[key] { #expect(answer.isReplay, "\(key)") }
            note(answer, for: key)
        }
        await wire.close()
    }
}
