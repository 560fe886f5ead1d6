import Contract
import Kernel
import Ledger
import SQL
import Store

/// A caller at the records of its household, for the length of one transaction.
struct CopyDesk {
    let membership: Membership
    let call: Call
    let session: any Session

    init(_ membership: Membership, _ call: Call, _ session: any Session) {
        self.membership = membership
        self.call = call
        self.session = session
    }

    var household: ID<Entity.Household> { membership.household }

    /// The membership with the chain's end as this transaction has moved it.
    func moved() throws -> Membership {
        var moved = membership
        moved.head = try Households.head(of: household, in: session)
            .orCorrupt("a household has no chain")
        return moved
    }

    /// A record that the caller may see; also one that was removed.
    func seen(_ id: String, _ kind: RecordKind) throws -> SyncRecordRow? {
        let row = try SyncRecords.find(kind, id, of: household, in: session)
        return row.flatMap { isVisible($0) ? $0 : nil }
    }

    private func isVisible(_ row: SyncRecordRow) -> Bool {
        guard let owner = row.owner, owner != membership.member else { return true }
        return membership.role == .parent && !row.kind.isOwnAlone
    }

    /// A record with what it holds.
    func record<Subject, Value>(
        of records: CopiedRecords<Subject, Value>,
        _ row: SyncRecordRow
    ) throws -> SyncRecord<Subject, Value> {
        let id = try ID<Subject>(row.id).orCorrupt("a record has no id")
        let origin = try Edits.origin(of: household, at: row.version, in: session)
            .orCorrupt("a record's version is no link")
        let value = row.removedAt == nil ? try records.find(id, self) : nil
        guard (value == nil) == (row.removedAt != nil) else {
            throw DatabaseError(.corrupt, "a record and its value are not both there")
        }
        return SyncRecord(
            kind: row.kind.rawValue,
            id: id,
            version: row.version,
            updatedAt: WireTimestamp(origin.madeAt),
            updatedBy: origin.author,
            deleted: row.removedAt != nil,
            value: value
        )
    }

    /// The record as it is now.
    private func current<Subject, Value>(
        _ id: ID<Subject>,
        _ records: CopiedRecords<Subject, Value>
    ) throws -> SyncRecord<Subject, Value> {
        let row = try SyncRecords.find(records.kind, id.text, of: household, in: session)
        return try record(of: records, row.orCorrupt("a record was written and is not there"))
    }

    /// The refusal of a record whose key another one holds.
    func taken<Subject, Value>(
        by id: ID<Subject>,
        _ records: CopiedRecords<Subject, Value>
    ) throws -> Problem {
        try Problem.taken(by: current(id, records))
    }

    func create<Subject, Value>(
        _ id: ID<Subject>,
        _ value: Value,
        _ records: CopiedRecords<Subject, Value>
    ) throws -> SyncRecord<Subject, Value> {
        try records.permit(id, nil, value, self)
        if let row = try SyncRecords.find(records.kind, id.text, of: household, in: session) {
            guard isVisible(row) else { throw Problem(.notFound) }
            throw try Problem.stale(record(of: records, row))
        }
        guard try SyncRecords.count(records.kind, of: household, in: session) < Limits.copiesPerKind
        else {
            let most = Limits.copiesPerKind
            throw Problem(.conflict, "A household has at most \(most) records of a kind")
        }
        try records.create(id, value, self)
        var made = try current(id, records)
        made.isNew = true
        return made
    }

    func change<Subject, Value>(
        _ id: ID<Subject>,
        to value: Value,
        of expected: VersionTag,
        _ records: CopiedRecords<Subject, Value>
    ) throws -> SyncRecord<Subject, Value> {
        let row = try seen(id.text, records.kind).orNotFound()
        let standing = try record(of: records, row)
        try records.permit(id, standing.value, value, self)
        guard expected.version == standing.version, let before = standing.value else {
            throw try Problem.stale(standing)
        }
        let wanted = records.telling(value, before)
        guard before != wanted else { return standing }
        try records.change(id, before, wanted, self)
        return try current(id, records)
    }

    func remove<Subject, Value>(
        _ id: ID<Subject>,
        of expected: VersionTag,
        _ records: CopiedRecords<Subject, Value>
    ) throws -> SyncRecord<Subject, Value> {
        let row = try seen(id.text, records.kind).orNotFound()
        let standing = try record(of: records, row)
        try records.permit(id, standing.value, nil, self)
        guard expected.version == standing.version else { throw try Problem.stale(standing) }
        // It was removed in that version already: an answer that was lost.
        guard let value = standing.value else { return standing }
        guard let remove = records.remove else { throw Problem(.forbidden) }
        try remove(id, value, self)
        return try current(id, records)
    }
}

extension RecordKind {
    /// Whether nobody but its member sees a record, parents neither.
    var isOwnAlone: Bool {
        switch self {
        case .card, .preferences, .transactionEdit: true
        case .rule, .geofence, .child, .chore, .policy, .goal: false
        }
    }
}

extension CopyDesk {
    /// Refuses who is no parent and writes for another one, or for itself as a child.
    ///
    /// - Throws: ``Problem`` `forbidden` for a child, `notFound` where the household has no such
    ///   member.
    func requireSpeaker(for member: ID<Entity.Member>) throws {
        guard membership.role == .parent else { throw Problem(.forbidden) }
        guard member != membership.member else { return }
        let named = try Members.find(member, in: session)
        guard named?.household == household else { throw Problem(.notFound) }
    }

    /// Refuses a field that stays as it is.
    func requireSame<Field: Equatable>(
        _ name: String,
        _ standing: Field?,
        _ wanted: Field?
    ) throws {
        guard let standing, let wanted, standing != wanted else { return }
        throw Problem.invalid([Fault(field: name, rule: "cannot be changed")])
    }
}
