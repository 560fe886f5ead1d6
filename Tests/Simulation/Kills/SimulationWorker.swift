import Foundation
import SQL

/// The process that is killed: makes a batch of calls and tells each answer as soon as it has it.
public enum SimulationWorker {
    /// Makes the calls of a batch; lanes side by side, each lane one call after the other.
    ///
    /// - Parameter path: The file of the batch.
    /// - Throws: `DatabaseError`, and what reading the files throws.
    public static func run(batch path: String) async throws {
        let batch = try Batch.read(path)
        let keys = try Keys(path: batch.keys)
        let database = try batch.storage.open()
        let performer = Performer(database: database, keys: keys)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (lane, calls) in batch.lanes.enumerated() {
                group.addTask {
                    for (index, call) in calls.enumerated() {
                        let attempts = await performer.perform(call)
                        try tell(Acknowledgement(lane: lane, index: index, attempts: attempts))
                    }
                }
            }
            try await group.waitForAll()
        }
        await database.close()
        keys.shutdown()
    }

    /// One line, written at once: whoever reads it whole knows that the answer was given.
    private static func tell(_ acknowledgement: Acknowledgement) throws {
        var line = try JSONEncoder().encode(acknowledgement)
        line.append(UInt8(ascii: "\n"))
        try FileHandle.standardOutput.write(contentsOf: line)
    }
}
