import Foundation
import Programs
import Testing

/// Callers who make one purchase after another, each under a key of its own.
struct Load {
    /// Who calls.
    let token: String
    /// What they were told.
    let told: Told

    /// Lets callers call while `work` runs; a caller whose connection is lost makes another.
    func run(
        on server: Server,
        callers: Int = 8,
        during work: () async throws -> Void
    ) async throws {
        told.isOver = false
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<callers { group.addTask { try await call(server.port) } }
            do {
                try await work()
            } catch {
                told.isOver = true
                throw error
            }
            told.isOver = true
            try await group.waitForAll()
        }
    }

    /// Lets callers call until so many more purchases were decided.
    func run(on server: Server, untilDecided more: Int) async throws {
        let goal = told.decided + more
        try await run(on: server) { try await until("\(goal) purchases") { told.decided >= goal } }
    }

    private func call(_ port: Int) async throws {
        while !told.isOver {
            guard let wire = try? await Wire.open(port) else {
                // Nobody listens, or not yet again.
                try await Task.sleep(for: .milliseconds(5))
                continue
            }
            while !told.isOver {
                let key = told.newKey()
                guard let answer = try? await wire.ask(.purchase(token: token, key: key)) else {
                    break
                }
                told.note(answer, for: key)
            }
            await wire.close()
        }
    }
}
