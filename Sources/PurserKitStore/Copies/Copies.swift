import GRDB
public import PurserKit

/// One record on the device.
@dynamicMemberLookup
public struct LocalRecord<Subject, Value: SyncValue>: Sendable, Equatable, Identifiable {
    /// Its id, which is the server's too.
    public let id: ID<Subject>
    /// What it holds here.
    public let value: Value
    /// Whether the server does not know it as it is here.
    public let isEdited: Bool

    /// A field of the value.
    public subscript<Field>(dynamicMember path: KeyPath<Value, Field>) -> Field {
        value[keyPath: path]
    }
}

/// The records of one kind on the device.
///
/// Reading and editing never wait for the network. ``DeviceCopies/sync()`` brings device and server
/// together.
public struct RecordCopies<Subject, Value: SyncValue>: Sendable {
    let copies: DeviceCopies
    let kind: SyncKind<Subject, Value>

    /// Every record, by id.
    ///
    /// - Throws: ``PurserError`` `storage`, `unauthorized` when nobody is signed in.
    public func all() async throws -> [LocalRecord<Subject, Value>] {
        try await copies.read { database, owner in try all(of: owner, database) }
    }

    /// One record; `nil` when there is none.
    ///
    /// - Throws: As ``all()``.
    public func find(_ id: ID<Subject>) async throws -> LocalRecord<Subject, Value>? {
        try await copies.read { database, owner in
            try CopyRow.find(kind.name, id.text, of: owner, database).flatMap(Self.record)
        }
    }

    /// Every record now, and again after each change here, by a sync, and by other processes once
    /// this one looks.
    public func snapshots() async throws -> AsyncThrowingStream<
        [LocalRecord<Subject, Value>], any Error
    > {
        let values = try await copies.observe { database, owner in
            try all(of: owner, database)
        }
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do {
                    for try await records in values { continuation.yield(records) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Adds a record; the server is told by the next sync.
    ///
    /// - Throws: ``PurserError``: `invalid` for what the server would refuse; `storage`.
    @discardableResult
    public func add(_ value: Value) async throws -> ID<Subject> {
        try await add(value, as: newID())
    }

    /// Adds a record of a kind whose ids are something else's: a transaction's, a member's.
    ///
    /// - Throws: As ``add(_:)``; `conflict` when there is one.
    @discardableResult
    public func add(_ value: Value, as id: ID<Subject>) async throws -> ID<Subject> {
        let fields = try checked(value, id)
        try await copies.write { database, owner in
            var row = CopyRow(
                owner: owner,
                kind: kind.name,
                id: id.text,
                version: nil,
                base: nil,
                value: CopyRow.text(fields)
            )
            if let former = try CopyRow.find(kind.name, id.text, of: owner, database) {
                guard former.value == nil else {
                    throw PurserError(.conflict, "There is such a copy already")
                }
                // One that was removed here, as far as the server knows it.
                (row.version, row.base) = (former.version, former.base)
                if former.version == CopyRow.neverTold { (row.version, row.base) = (nil, nil) }
            }
            try row.save(database)
        }
        return id
    }

    private func newID() throws -> ID<Subject> {
        guard let id = ID<Subject>(try copies.store.newID()) else {
            throw PurserError(.storage, "No id could be made")
        }
        return id
    }

    /// Changes a record; the server is told by the next sync.
    ///
    /// - Throws: ``PurserError``: `notFound` when it is not there; `invalid` for what the server
    ///   would refuse; `storage`. What `change` throws.
    public func edit(
        _ id: ID<Subject>,
        _ change: @escaping @Sendable (inout Value) throws -> Void
    ) async throws {
        try await copies.write { database, owner in
            guard var row = try CopyRow.find(kind.name, id.text, of: owner, database),
                let record = try Self.record(row)
            else { throw PurserError(.notFound, "There is no such copy") }
            var value = record.value
            try change(&value)
            row.value = CopyRow.text(try checked(value, id))
            try row.update(database)
        }
    }

    /// Removes a record; the server is told by the next sync.
    ///
    /// - Throws: ``PurserError``: `notFound` when it is not there; `invalid` for a kind of which
    ///   devices remove none; `storage`.
    public func remove(_ id: ID<Subject>) async throws {
        guard kind.delete != nil else {
            throw PurserError(.invalid, "Records of this kind are not removed on a device")
        }
        try await copies.write { database, owner in
            guard var row = try CopyRow.find(kind.name, id.text, of: owner, database),
                row.value != nil
            else { throw PurserError(.notFound, "There is no such copy") }
            row.remove()
            try row.update(database)
        }
    }

    /// Gives up what was changed here since the last sync.
    ///
    /// - Throws: ``PurserError`` `notFound`, `storage`.
    public func revert(_ id: ID<Subject>) async throws {
        try await copies.write { database, owner in
            guard var row = try CopyRow.find(kind.name, id.text, of: owner, database) else {
                throw PurserError(.notFound, "There is no such copy")
            }
            row.revert()
            if row.value == nil { try row.delete(database) } else { try row.update(database) }
        }
    }

    private func all(
        of owner: String,
        _ database: Database
    ) throws -> [LocalRecord<Subject, Value>] {
        let rows = try CopyRow.fetchAll(
            database,
            sql: """
                SELECT * FROM copies WHERE owner = ? AND kind = ? AND value IS NOT NULL ORDER BY id
                """,
            arguments: [owner, kind.name]
        )
        return try rows.compactMap(Self.record)
    }

    private static func record(_ row: CopyRow) throws -> LocalRecord<Subject, Value>? {
        guard row.value != nil, let id = ID<Subject>(row.id) else { return nil }
        let value = try CopyFields.read(Value.self, CopyRow.fields(row.value))
        return LocalRecord(id: id, value: value, isEdited: row.isEdited)
    }

    /// The fields of a value, refused where the server would refuse it.
    private func checked(_ value: Value, _ id: ID<Subject>) throws -> [String: JSON] {
        let accepted = try kind.put.accepted(SyncWrite(new: id, value))
        return try CopyFields.of(accepted.value)
    }
}
