import GRDB
import PurserKit

/// Takes what the server has into the copies of one member, within one transaction.
struct CopyTaking {
    let owner: String
    let kind: CopyKind
    let log: CopyLog
    /// A UUID that was never made before.
    let newID: () -> String
    let database: Database

    /// Lets what the server has be what both have; what is wanted here is merged with it.
    ///
    /// - Returns: The record as it is here now; another one, where what was changed here goes on
    ///   under an id of its own.
    @discardableResult
    func take(_ record: ServerRecord) throws -> CopyRow {
        let found = try CopyRow.find(kind.name, record.id, of: owner, database)
        guard let fields = record.fields else { return try takeRemoval(record, of: found) }
        let theirs = CopyRow.text(fields)
        if let row = found, row.isRemoved || (row.version ?? 0) > record.version,
            row.base != theirs
        {
            // Versions go back where the server was restored from a backup; what was removed comes
            // back there alone, also by a device whose change waited.
            let kept = CopyFields.json(of: fields)
            try log.tell(
                .forgotten,
                of: row,
                own: row.base,
                theirs: kept,
                kept: kept.text,
                database
            )
        }
        guard let row = found, row.isEdited else { return try save(record, value: theirs) }
        guard let value = row.value else {
            // Removed here: a change at the server since then keeps it.
            guard row.base != theirs, row.version != record.version else {
                return try save(record, value: nil)
            }
            try log.tell(.removalGaveWay, of: row, theirs: CopyFields.json(of: fields), database)
            return try save(record, value: theirs)
        }
        let merged = kind.merge.merged(
            base: try CopyRow.fields(row.base),
            own: try CopyRow.fields(value),
            theirs: fields
        )
        for clash in merged.clashes { try log.tell(clash, of: row, database) }
        return try save(record, value: CopyRow.text(merged.fields))
    }

    /// That a record was removed is noted, so that one that comes back is noticed.
    private func takeRemoval(_ record: ServerRecord, of found: CopyRow?) throws -> CopyRow {
        let gone = try save(record, value: nil)
        guard let row = found, row.isEdited, let value = row.value else { return gone }
        guard kind.isMadeHere else {
            try log.tell(.removed, of: row, own: value, database)
            return gone
        }
        // A removal loses against a change, which goes on under an id of its own.
        try log.tell(.outlivedRemoval, of: row, own: value, kept: value, database)
        return try make(newID(), value)
    }

    /// Takes that the server told everything, and not this record.
    ///
    /// `end`: The server's newest version.
    func takeAbsence(of row: CopyRow, through end: Int64) throws {
        let isForgotten = (row.version ?? 0) > end && row.base != nil
        let waits = row.isEdited && row.value != nil
        try row.delete(database)
        if waits, kind.isMadeHere {
            try log.tell(.forgotten, of: row, own: row.value, kept: row.value, database)
            _ = try make(row.id, row.value)
        } else if waits || isForgotten {
            try log.tell(waits ? .removed : .forgotten, of: row, own: row.value, database)
        }
    }

    /// A record that the server has not heard of.
    private func make(_ id: String, _ value: String?) throws -> CopyRow {
        let row = CopyRow(
            owner: owner,
            kind: kind.name,
            id: id,
            version: nil,
            base: nil,
            value: value
        )
        try row.insert(database)
        return row
    }

    private func save(_ record: ServerRecord, value: String?) throws -> CopyRow {
        let row = CopyRow(
            owner: owner,
            kind: kind.name,
            id: record.id,
            version: record.version,
            base: record.fields.map(CopyRow.text),
            value: value
        )
        try row.save(database)
        return row
    }

    /// Notes that the server took what was sent; what was changed here meanwhile stays wanted.
    func noteTaken(_ record: ServerRecord, sent: String?) throws {
        guard let row = try CopyRow.find(kind.name, record.id, of: owner, database) else { return }
        guard row.value != sent else {
            _ = try save(record, value: record.fields.map(CopyRow.text))
            return
        }
        var now = row
        now.base = sent
        try now.save(database)
        try take(record)
    }

    /// Lets another record, which holds the key of one, take its change in.
    ///
    /// - Returns: Whether it did: not one that was removed here, which the server is told first,
    ///   and not of one that was removed since it was sent.
    func fold(_ id: String, into holder: ServerRecord) throws -> Bool {
        var other = try take(holder)
        guard let row = try CopyRow.find(kind.name, id, of: owner, database), row.value != nil,
            other.value != nil
        else { return false }
        let (mine, theirs) = (try CopyRow.fields(row.value), try CopyRow.fields(other.value))
        let merged = CopyRow.text(kind.merge.merged(base: [:], own: mine, theirs: theirs).fields)
        try log.tell(
            .folded,
            of: row,
            own: row.value,
            theirs: CopyFields.json(of: theirs),
            kept: merged,
            database
        )
        try row.delete(database)
        other.value = merged
        try other.save(database)
        return true
    }
}
