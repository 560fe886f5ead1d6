import Foundation
import Kernel
import Operations
import SQL

/// A run of payments that another process makes.
struct PayerJob: Codable, Sendable {
    let storage: Storage
    let keys: String
    let nowMS: Int64
    let seed: UInt64

    /// One due day that was paid.
    struct Payment: Codable, Hashable, Sendable {
        let child: ID<Entity.Child>
        let day: Int
    }

    func write(to path: String) throws {
        try JSONEncoder().encode(self).write(to: URL(filePath: path))
    }

    static func read(_ path: String) throws -> PayerJob {
        try JSONDecoder().decode(PayerJob.self, from: Data(contentsOf: URL(filePath: path)))
    }
}

extension SimulationWorker {
    /// Pays everybody, and tells each payment as soon as it is durable.
    ///
    /// - Parameter path: The file of the job.
    /// - Throws: `DatabaseError`, and what reading the files throws.
    public static func pay(job path: String) async throws {
        let job = try PayerJob.read(path)
        let keys = try Keys(path: job.keys)
        let database = try job.storage.open()
        let call = Call(
            caller: .anonymous(address: "192.0.2.1"),
            now: Timestamp(milliseconds: job.nowMS),
            ids: SeededIDs(seed: job.seed),
            trace: "payer"
        )
        FileHandle.standardOutput.write(Data("begun\n".utf8))
        try await keys.operations(on: database).allowance.payAllowances(call) { child in
            for day in child.paidDays {
                tell(PayerJob.Payment(child: child.child, day: day.dayNumber))
            }
        }
        await database.close()
        keys.shutdown()
    }

    private static func tell(_ payment: PayerJob.Payment) {
        guard var line = try? JSONEncoder().encode(payment) else {
            preconditionFailure("a payment has a text")
        }
        line.append(UInt8(ascii: "\n"))
        FileHandle.standardOutput.write(line)
    }
}
