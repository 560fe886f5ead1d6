import Kernel
import SQL
import Store

/// The right to go on with an import, which one process has at a time.
struct ImportLease: Sendable {
    /// The import.
    let bankImport: ID<Entity.BankImport>
    /// Who has it.
    let holder: String

    /// Takes what nobody has yet.
    init(_ bankImport: ID<Entity.BankImport>, _ call: Call) {
        self.bankImport = bankImport
        holder = call.newID(Entity.BankImport.self).text
    }

    /// The import, if it is still the holder's to go on with.
    ///
    /// - Throws: ``LeaseLost``; `DatabaseError`.
    func record(in session: any Session) throws -> BankImportRecord {
        guard let record = try BankImports.find(bankImport, in: session)?.record,
            record.lease == holder
        else { throw LeaseLost() }
        return record
    }

    /// Keeps others from an import for a while.
    func extend(_ record: inout BankImportRecord, now: Timestamp) {
        record.lease = holder
        record.leasedUntil = now.adding(milliseconds: Limits.importLeaseMilliseconds)
    }
}

extension BankImportRecord {
    /// Lets anybody go on with it from an instant on.
    mutating func release(at now: Timestamp) {
        lease = nil
        leasedUntil = now
    }

    /// Nothing is left to do.
    mutating func close() {
        lease = nil
        leasedUntil = nil
    }
}

extension BankingOperations {
    /// Lets others go on with an import, if it is still the holder's; after a rest if one is said.
    func release(_ lease: ImportLease, restMilliseconds: Int64 = 0, _ call: Call) async throws {
        try await database.write { session in
            guard var record = try? lease.record(in: session) else { return }
            record.release(at: call.now.adding(milliseconds: restMilliseconds))
            try BankImports.save(record, in: session)
        }
        if restMilliseconds == 0 { importSignal.wake() }
    }
}
