import Foundation
import Programs

/// Starts a process and kills it in the middle of its work.
enum Killing {
    /// Starts the worker with a batch and kills it.
    ///
    ///
    /// `after`: Answers that are read first.
    /// `pauseUS`: How long it goes on after them, in microseconds.
    /// Returns The answers it gave, lane by lane; those of a lane have no gap.
    static func run(
        _ worker: String,
        _ batch: Batch,
        after: Int,
        pauseUS: Int
    ) async throws -> [[[Attempt]]] {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "purser-batch-\(UUID().uuidString)").path
        try batch.write(to: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let child = try Child([worker, "worker", path])
        let text = try await told(by: child, after: after, pauseUS: pauseUS).text
        // A line that was cut off was not told.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return try answers(in: lines.map { Data($0.utf8) }, lanes: batch.lanes.count)
    }

    /// What a process told, and whether it was killed before it came to its end.
    struct Told: Sendable {
        let text: String
        let wasKilled: Bool
    }

    /// What a process tells until it is killed.
    ///
    ///
    /// `after`: Lines that are read first.
    /// `pauseUS`: How long it goes on after them, in microseconds.
    static func told(
        by child: Child,
        after: Int,
        pauseUS: Int
    ) async throws -> Told {
        do {
            try await until("\(after) answers") {
                let isOver = !child.isRunning
                return child.output.count { $0 == "\n" } >= after || isOver
            }
            try await Task.sleep(for: .microseconds(pauseUS))
        } catch {
            try await child.remove()
            throw error
        }
        child.signal(SIGKILL)
        let end = try await child.end()
        try require(
            end == .signal(SIGKILL) || end == .exit(0),
            "the worker ended by itself with \(end): \(child.errors)"
        )
        return Told(text: child.output, wasKilled: end == .signal(SIGKILL))
    }

    private static func answers(in lines: [Data], lanes: Int) throws -> [[[Attempt]]] {
        var answers = [[[Attempt]]](repeating: [], count: lanes)
        for line in lines {
            let told = try JSONDecoder().decode(Acknowledgement.self, from: line)
            try require(
                told.index == answers[told.lane].count,
                "the worker told answer \(told.index) of lane \(told.lane) out of order"
            )
            answers[told.lane].append(told.attempts)
        }
        return answers
    }
}
