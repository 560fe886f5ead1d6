import Contract
import SQL

extension Copies {
    /// Adds a record; the server is told by the next sync.
    ///
    /// - Throws: ``PurserError``: `invalid` for what the server would refuse, and for a kind that
    ///   is not added to here; `conflict` for a limit of a category that has one; `storage`.
    @discardableResult
    public func add(_ record: Record) async throws -> LocalCopy<Record> {
        let fields = try kind.checked(CopyFields.of(record))
        guard try kind.keyField != nil || kind.creation(fields, key: "") != nil else {
            throw PurserError(.invalid, "Records of this kind are not added on a device")
        }
        let table = try await table()
        let time = purser.client.time
        return try await changed(by: table) { [kind] session in
            var row = CopyRow(id: time.newName())
            if let key = kind.keyField,
                let same = try table.rows(in: session).first(where: {
                    $0.isOf(fields[key], by: key)
                })
            {
                guard same.mine == nil else {
                    throw PurserError(.conflict, "There is one with this \(key) already")
                }
                row = same
            }
            row.mine = fields
            return row
        }
    }

    /// Changes a record; the server is told by the next sync.
    ///
    /// - Throws: ``PurserError``: `notFound` when it is not there; `invalid` for what the server
    ///   would refuse, and for a field that cannot be changed; `storage`. What `change` throws.
    @discardableResult
    public func edit(
        _ id: String,
        _ change: (inout Record) throws -> Void
    ) async throws -> LocalCopy<Record> {
        let table = try await table()
        while true {
            guard let row = try await table.read({ try table.row(id, in: $0) }), let mine = row.mine
            else { throw PurserError(.notFound, "There is no such copy") }
            var record = try CopyFields.read(Record.self, mine)
            try change(&record)
            let fields = try kind.checked(CopyFields.of(record))
            try check(fields, against: row)
            do {
                return try await changed(by: table) { session in
                    // What a sync changed meanwhile is not undone: the edit is made again, of that.
                    guard var now = try table.row(id, in: session), now.mine == mine else {
                        throw ConcurrentEdit()
                    }
                    now.mine = fields
                    return now
                }
            } catch is ConcurrentEdit {
                continue
            }
        }
    }

    /// Deletes a record; the server is told by the next sync.
    ///
    /// - Throws: ``PurserError``: `notFound` when it is not there; `invalid` for a kind of which
    ///   none is deleted here; `storage`.
    public func delete(_ id: String) async throws {
        let table = try await table()
        try await table.write { [kind] session in
            guard var row = try table.row(id, in: session), row.mine != nil else {
                throw PurserError(.notFound, "There is no such copy")
            }
            if let remote = row.remote, try kind.deletion(remote, key: "") == nil {
                throw PurserError(.invalid, "Records of this kind are not deleted on a device")
            }
            row.mine = nil
            try table.save(row, in: session)
        }
        purser.client.copies.tell(kind.name)
    }

    /// Gives up what was changed here since the last sync; a record that only this device knows is
    /// gone then.
    ///
    /// - Throws: ``PurserError`` `notFound`, `storage`.
    public func revert(_ id: String) async throws {
        let table = try await table()
        try await table.write { session in
            guard var row = try table.row(id, in: session) else {
                throw PurserError(.notFound, "There is no such copy")
            }
            row.mine = row.base
            try table.save(row, in: session)
        }
        purser.client.copies.tell(kind.name)
    }

    /// Refuses changes that the server has no call for.
    private func check(_ fields: [String: JSON], against row: CopyRow) throws {
        let known = row.base ?? (row.push.creation == nil ? nil : row.push.creation?.body)
        guard let known else {
            guard let key = kind.keyField, fields[key] != row.mine?[key] else { return }
            throw PurserError(.invalid, "\(key) cannot be changed")
        }
        for name in Set(known.keys).union(fields.keys).sorted()
        where fields[name] != known[name] && fields[name] != row.mine?[name] {
            guard kind.editable.contains(name) else {
                throw PurserError(.invalid, "\(name) cannot be changed")
            }
        }
    }

    /// Saves what `work` makes of a copy, and tells those who follow.
    private func changed(
        by table: CopyTable,
        _ work: @escaping @Sendable (any SQL.Session) throws -> CopyRow
    ) async throws -> LocalCopy<Record> {
        let copy = try await table.write { session -> LocalCopy<Record>? in
            let row = try work(session)
            try table.save(row, in: session)
            return try LocalCopy(row)
        }
        purser.client.copies.tell(kind.name)
        guard let copy else { throw PurserError(.notFound, "There is no such copy") }
        return copy
    }
}

extension Copies where Record == CopiedChore {
    /// Says that a task is done; the child's own word, which the server is told by the next sync.
    ///
    /// - Throws: ``PurserError``: `notFound` when it is not there; `conflict` when it is done
    ///   already; `invalid` while the server has not heard of it; `storage`.
    @discardableResult
    public func finish(_ id: String) async throws -> LocalCopy<CopiedChore> {
        try await edit(id) { chore in
            guard chore.assignedAt != nil else {
                throw PurserError(.invalid, "This chore was not assigned yet")
            }
            guard chore.state == .assigned || chore.state == .rejected else {
                throw PurserError(.conflict, "This chore is done already")
            }
            chore.state = .done
        }
    }
}

/// That a sync changed a record while it was edited.
private struct ConcurrentEdit: Error {}

extension CopyRow {
    /// Whether it is, or was until shortly, the record of a value.
    fileprivate func isOf(_ value: JSON?, by field: String) -> Bool {
        (mine ?? base ?? push.watch?.over)?[field] == value
    }
}
