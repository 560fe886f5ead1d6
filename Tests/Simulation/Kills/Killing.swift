import Foundation

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
        // Reading from a pipe waits, which is not for the threads of Swift's concurrency.
        let lines = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<[Data], any Error>) in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try told(by: worker, path, after: after, pauseUS: pauseUS) }
                )
            }
        }
        return try answers(in: lines, lanes: batch.lanes.count)
    }

    private static func told(
        by worker: String,
        _ batch: String,
        after: Int,
        pauseUS: Int
    ) throws -> [Data] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: worker)
        process.arguments = ["worker", batch]
        process.standardOutput = output
        try process.run()
        let reader = output.fileHandleForReading
        var text = Data()
        while text.count(where: { $0 == UInt8(ascii: "\n") }) < after {
            let more = reader.availableData
            guard !more.isEmpty else { break }
            text += more
        }
        usleep(UInt32(pauseUS))
        kill(process.processIdentifier, SIGKILL)
        text += try reader.readToEnd() ?? Data()
        process.waitUntilExit()
        let isKilled = process.terminationReason == .uncaughtSignal
        try require(
            isKilled && process.terminationStatus == SIGKILL || process.terminationStatus == 0,
            "the worker ended by itself with status \(process.terminationStatus)"
        )
        // A line that was cut off was not told.
        return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast()
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
