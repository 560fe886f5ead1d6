import Guardian
import Kernel
import SQL
import Store

/// What came of one round of asking processors about charges.
public struct ReconcileReport: Sendable, Equatable {
    /// Charges and events that were asked about and heard of.
    public var heard = 0
    /// Charges and events whose processor was not heard.
    public var unheard = 0
    /// What went wrong here, in words for the operator's log.
    public var failures: [String] = []
}

extension GuardianOperations {
    /// Asks processors what came of charges whose answer was not heard or is not final, and
    /// processes the events that were left.
    ///
    /// The longest due first, and only so many at once. Several processes may do this side by side:
    /// what one of them settled stays settled. One failure does not stop the others.
    ///
    /// - Throws: `DatabaseError` when what is due cannot be read.
    @discardableResult
    public func reconcileCharges(_ call: Call) async throws -> ReconcileReport {
        let (charges, events) = try await database.read { session in
            (
                try Charges.due(at: call.now, in: session),
                try ProcessorEvents.due(at: call.now, in: session)
            )
        }
        var report = ReconcileReport()
        for charge in charges where !Task.isCancelled {
            await report.note("charge \(charge.id)") { try await reconcile(charge, call) }
        }
        for event in events where !Task.isCancelled {
            await report.note("event \(event.id)") { try await process(event, call) }
        }
        return report
    }

    private func reconcile(_ charge: ChargeRecord, _ call: Call) async throws -> Bool {
        let heard = await look(at: charge)
        try await database.write { session in
            _ = try settle(charge.id, heard, call, in: session)
        }
        return heard.report != .unheard
    }
}

extension ReconcileReport {
    fileprivate mutating func note(_ subject: String, _ work: () async throws -> Bool) async {
        do {
            if try await work() { heard += 1 } else { unheard += 1 }
        } catch {
            failures.append("\(subject): \(error)")
        }
    }
}
