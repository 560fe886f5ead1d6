import Foundation
import Kernel
import Programs

extension FamilySimulation {
    /// Lets another process pay, and kills it; what it told of must be there.
    func payKilled() async throws {
        guard let worker = options.worker else { return try await payPlainly() }
        let job = PayerJob(
            storage: storage,
            keys: keys.path,
            nowMS: tick(),
            seed: chance.next()
        )
        let after = 1 + chance.below(3)
        let pauseUS = chance.below(12_000)
        note("a process that pays everybody is killed")
        report.payouts += 1
        let (told, wasKilled) = try await reopening {
            try await Self.kill(worker, job, after: after, pauseUS: pauseUS)
        }
        if wasKilled { report.kills += 1 }
        try await find(told)
        // How far it came is chance; that all is paid then is not.
        try await settleUnfinished(at: job.nowMS, andPay: true)
    }

    /// What a process told before it was killed, and whether it was: it may have ended before.
    private static func kill(
        _ worker: String,
        _ job: PayerJob,
        after: Int,
        pauseUS: Int
    ) async throws -> (payments: [PayerJob.Payment], wasKilled: Bool) {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "purser-payer-\(UUID().uuidString)").path
        try job.write(to: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let child = try Child([worker, "payer", path])
        let told = try await Killing.told(by: child, after: after, pauseUS: pauseUS)
        // The first line tells that it began; a line that was cut off was not told.
        let lines = told.text.split(separator: "\n", omittingEmptySubsequences: false)
        let payments = try lines.dropFirst().dropLast().map { line in
            try JSONDecoder().decode(PayerJob.Payment.self, from: Data(line.utf8))
        }
        return (payments, told.wasKilled)
    }

    /// Looks for payments that were told of.
    private func find(_ payments: [PayerJob.Payment]) async throws {
        var paid: Set<PayerJob.Payment> = []
        for snapshot in try await lookAtAll(withAllDues: true) {
            for due in snapshot.dues where due.isPaid {
                paid.insert(PayerJob.Payment(child: due.child, day: due.day))
            }
        }
        let missing = Set(payments).subtracting(paid)
        try require(
            missing.isEmpty,
            .nothingAcknowledgedIsMissing,
            "a killed process told of payments that are not there: \(missing)"
        )
        report.acknowledgedByKilled += payments.count
    }
}
