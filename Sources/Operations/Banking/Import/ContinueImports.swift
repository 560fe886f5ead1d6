import Contract
import Kernel
import Ledger
import SQL
import Store

/// What came of one look for imports that are to be continued.
public struct ImportsReport: Sendable, Equatable {
    /// Imports that were worked on to their end.
    public var completed = 0
    /// What went wrong, in words for the operator's log; each is tried again later.
    public var failures: [String] = []
}

extension BankingOperations {
    /// Goes on with every import that nobody works on: books the rest of it, takes back the rest of
    /// it, or discards one whose rows never arrived whole.
    ///
    /// Several processes may do this side by side: each import is one process's at a time.
    ///
    /// - Throws: `DatabaseError` when what is open cannot be read.
    @discardableResult
    public func continueImports(_ call: Call) async throws -> ImportsReport {
        var report = ImportsReport()
        let running = RunningCall(call)
        while !Task.isCancelled {
            guard let lease = try await claim(running.current) else { return report }
            do {
                try await work(lease, running)
                report.completed += 1
            } catch {
                guard !(error is LeaseLost) else { continue }
                let isStopped = Task.isCancelled
                let rest = isStopped ? 0 : Limits.importRestMilliseconds
                try? await release(lease, restMilliseconds: rest, running.current)
                if !isStopped { report.failures.append("import \(lease.bankImport): \(error)") }
            }
        }
        return report
    }

    /// Does what is left of an import.
    private func work(_ lease: ImportLease, _ running: RunningCall) async throws {
        let record = try await database.read { try lease.record(in: $0) }
        guard try await !isOrphan(record) else { return try await discard(lease, running) }
        switch record.state {
        case .staging: try await discard(lease, running)
        case .running: _ = try await book(lease, running)
        case .reverting: _ = try await takeBack(lease, running)
        case .done, .reverted: try await release(lease, running.current)
        }
    }

    private func claim(_ call: Call) async throws -> ImportLease? {
        let isWaiting = try await database.read { session in
            try BankImports.free(at: call.now, in: session) != nil
        }
        guard isWaiting else { return nil }
        return try await database.write { session in
            guard var record = try BankImports.free(at: call.now, in: session) else { return nil }
            let lease = ImportLease(record.id, call)
            lease.extend(&record, now: call.now)
            try BankImports.save(record, in: session)
            return lease
        }
    }

    /// Goes on with one import of a member, if nobody works on it; waits a moment else.
    func continueImport(
        _ number: Int64,
        of owner: ImportOwner,
        _ running: RunningCall
    ) async throws {
        let call = running.current
        let lease = try await database.write { session -> ImportLease? in
            let found = try BankImports.find(Serial(number), of: owner.member, in: session)
            guard var record = found?.record, let until = record.leasedUntil, until <= call.now
            else { return nil }
            let lease = ImportLease(record.id, call)
            lease.extend(&record, now: call.now)
            try BankImports.save(record, in: session)
            return lease
        }
        guard let lease else { return try await Task.sleep(for: .milliseconds(200)) }
        do {
            let second = RunningCall(running.current)
            if try await !book(lease, second, patience: .milliseconds(500)) {
                try await release(lease, second.current)
            }
        } catch is LeaseLost {
            return
        }
    }

    /// An answer with how far its import is by now.
    func answer(
        _ response: API.Banking.ImportResponse,
        of owner: ImportOwner
    ) async throws -> API.Banking.ImportResponse {
        API.Banking.ImportResponse(
            try await self.import(Serial(response.import.id), of: owner),
            sample: response.sample,
            problems: response.problems,
            mapping: response.mapping
        )
    }
}
