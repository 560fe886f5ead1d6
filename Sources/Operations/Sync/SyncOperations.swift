import Catalogue
public import Contract
import Kernel
import Ledger
import SQL
import Store

/// What devices copy: records by kind, each with a version.
///
/// A kind joins with a ``CopiedRecords``; what is here is the same for all.
public struct SyncOperations: RoomOperations {
    let database: any Database
    /// Children, their tasks and goals.
    let allowance: AllowanceOperations
    /// Policies.
    let guardian: GuardianOperations

    /// Tells how categories are written.
    var catalogue: Catalogue { guardian.catalogue }

    /// Shows a record as the caller may see it.
    ///
    /// - Throws: ``Problem`` `notFound`; `unauthenticated`; `DatabaseError`.
    public func get<Subject, Value>(
        _ records: CopiedRecords<Subject, Value>,
        _ input: SyncReference<Subject>,
        _ call: Call
    ) async throws -> SyncRecord<Subject, Value> {
        try await reading(call) { session, membership in
            let desk = CopyDesk(membership, call, session)
            return try desk.seen(input.id.text, records.kind)
                .map { try desk.record(of: records, $0) }
                .orNotFound()
        }
    }

    /// Makes a record, or changes it from the version that is named.
    ///
    /// - Throws: ``Problem`` `invalid` for both headers or a key that changed,
    ///   `preconditionRequired` for neither, `notFound` for a record that is not the caller's to
    ///   see, `forbidden` for one that is not the caller's to write, `stale` with what stands
    ///   there, `conflict` with the record of the same key, and what the kind refuses;
    ///   `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func put<Subject, Value>(
        _ records: CopiedRecords<Subject, Value>,
        _ input: SyncWrite<Subject, Value>,
        _ call: Call
    ) async throws -> SyncRecord<Subject, Value> {
        let value = records.normalised(input.value)
        let record = try await writing(call) { session, membership in
            let desk = CopyDesk(membership, call, session)
            switch (input.ifMatch, input.ifNoneMatch) {
            case (nil, nil): throw Problem(.preconditionRequired)
            case (.some, .some):
                let rule = "must not stand beside If-Match"
                throw Problem.invalid([Fault(field: "If-None-Match", rule: rule)])
            case (nil, .some): return try desk.create(input.id, value, records)
            case (let expected?, nil):
                return try desk.change(input.id, to: value, of: expected, records)
            }
        }
        wake(for: records, call)
        return record
    }

    /// Removes a record of the version that is named.
    ///
    /// - Throws: ``Problem`` as ``put(_:_:_:)`` does.
    public func delete<Subject, Value>(
        _ records: CopiedRecords<Subject, Value>,
        _ input: SyncRemoval<Subject>,
        _ call: Call
    ) async throws -> SyncRecord<Subject, Value> {
        let record = try await writing(call) { session, membership in
            guard let expected = input.ifMatch else { throw Problem(.preconditionRequired) }
            let desk = CopyDesk(membership, call, session)
            return try desk.remove(input.id, of: expected, records)
        }
        wake(for: records, call)
        return record
    }
}

extension SyncOperations {
    /// Wakes who is told of a change, once it is committed.
    private func wake<Subject, Value>(for records: CopiedRecords<Subject, Value>, _ call: Call) {
        guardian.eventSignal.wake(householdOf: call.caller)
        records.wake(call)
    }

    /// Every kind that devices may copy.
    var kinds: [any CopiedReading] {
        [
            Self.rules, Self.geofences, children, chores, policies, Self.goals, Self.cards,
            Self.preferences, transactionEdits,
        ]
    }
}
