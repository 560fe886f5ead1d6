/// Lets so many tests in at once.
actor Turnstile {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    @TaskLocal private static var isInside = false
    private static let sqlite = Turnstile(16)
    private static let postgres = Turnstile(16)

    init(_ places: Int) {
        free = places
    }

    /// The turnstile before an engine.
    static func of(_ engine: Engine) -> Turnstile {
        switch engine {
        case .sqlite: sqlite
        case .postgres: postgres
        }
    }

    /// Runs `work` when there is a place; at once where this task has one already.
    nonisolated func pass<R>(_ work: () async throws -> R) async throws -> R {
        guard !Self.isInside else { return try await work() }
        await enter()
        do {
            let result = try await Self.$isInside.withValue(true) { try await work() }
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        guard waiting.isEmpty else {
            waiting.removeFirst().resume()
            return
        }
        free += 1
    }
}
