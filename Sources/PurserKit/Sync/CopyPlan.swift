import Contract
import Kernel

/// What becomes of the copies of a kind, given everything that the server has: pure, so that it can
/// be worked out again when the device's database asks for it.
struct CopyPlan {
    /// A conflict of a copy.
    struct Finding {
        let copy: String
        let conflict: FieldConflict
        let cause: SyncConflict.Cause
    }

    let kind: any CopiedKind
    let now: Timestamp
    let newID: () -> String

    /// The copies; those that are done are to be removed.
    var rows: [CopyRow]
    private(set) var findings: [Finding] = []
    /// The copies that have something new of the server's.
    var pulled: Set<String> = []
    /// The copies that are gone.
    var deleted: Set<String> = []

    /// How many of the server's records are held back.
    private(set) var held = 0
    /// The newest record at the server.
    var newest = "0"
    /// The copies whose record another device put in the place of the one before, as it turns out.
    var followed: Set<Int> = []

    /// How long a version that was written over another one is watched.
    ///
    /// Longer than a device may take from looking at the server to its last try of writing, and
    /// than a request may linger in the network.
    static let watchSeconds: Int64 = 600

    /// How long a record is held back.
    ///
    /// Longer than a device needs from making a record to deleting the one that it stands in for.
    static let holdSeconds: Int64 = 60

    /// How long the server remembers an idempotency key, with an hour to spare.
    static let keySeconds: Int64 = 23 * 3_600

    init(
        _ rows: [CopyRow],
        _ kind: any CopiedKind,
        now: Timestamp,
        newID: @escaping () -> String
    ) {
        self.rows = rows
        self.kind = kind
        self.now = now
        self.newID = newID
    }

    /// Merges what the server has into the copies.
    mutating func take(_ records: [RemoteRecord]) {
        newest = records.max { $0.isOlder(than: $1) }?.id ?? "0"
        // How long the records have been there that a device finds at first, nobody can tell.
        let isFirst = rows.allSatisfy { $0.remote == nil && $0.push == PushState() }
        let there = Set(rows.lazy.filter { $0.base != nil || $0.mine != nil }.map(\.id))
        var theirs = linked(records)
        var fresh = unknown(of: records, besides: theirs)
        adoptForgotten(&fresh, &theirs)
        followSuccessors(&fresh, &theirs)
        var gone: [Int] = []
        for index in rows.indices {
            let row = rows[index]
            if kind.isReplaced, theirs[index] == nil, row.remote != nil,
                row.isEdited || gaveWay(row)
            {
                gone.append(index)
            } else {
                merge(theirs[index], into: index)
            }
        }
        // Once the others are as the server has them, because they may be successors.
        for index in gone where !fold(index, from: rows[index].base, leavingRecord: false) {
            merge(nil, into: index)
        }
        for index in rows.indices { resolveLost(in: index, &fresh) }
        for index in rows.indices { giveWay(index, &fresh) }
        insert(released(of: fresh), seenAt: isFirst ? nil : now)
        for row in rows where row.base == nil && row.mine == nil && there.contains(row.id) {
            deleted.insert(row.id)
        }
        pulled.subtract(deleted)
    }

    // MARK: Which record is which

    /// The server's records by the index of their copy.
    private func linked(_ records: [RemoteRecord]) -> [Int: RemoteRecord] {
        var places: [String: Int] = [:]
        for (index, row) in rows.enumerated() {
            if let name = name(of: row) { places[name] = index }
        }
        var linked: [Int: RemoteRecord] = [:]
        for record in records {
            let name = kind.keyField.map { record.fields[$0]?.text ?? "" } ?? record.id
            if let index = places[name] { linked[index] = record }
        }
        return linked
    }

    /// What tells a copy's record from others at the server.
    private func name(of row: CopyRow) -> String? {
        guard let field = kind.keyField else { return row.remoteID }
        return (row.mine ?? row.base ?? row.push.watch?.over)?[field]?.text
    }

    /// The records that no copy is of, in the order in which they were made.
    private func unknown(
        of records: [RemoteRecord],
        besides linked: [Int: RemoteRecord]
    ) -> [RemoteRecord] {
        var known = Set(linked.values.map(\.id))
        for row in rows { known.formUnion(row.push.pendingDeletions.map(\.record.id)) }
        return records.filter { !known.contains($0.id) }.sorted { $0.isOlder(than: $1) }
    }

    /// Finds what a creation made whose key the server has forgotten, by what was sent.
    private mutating func adoptForgotten(
        _ fresh: inout [RemoteRecord],
        _ theirs: inout [Int: RemoteRecord]
    ) {
        for index in rows.indices {
            guard let creation = rows[index].push.creation,
                creation.at.adding(seconds: Self.keySeconds) < now
            else { continue }
            rows[index].push.creation = nil
            // What is edited in place may be another since.
            let body = creation.body.filter { kind.isReplaced || !kind.editable.contains($0.key) }
            let place = fresh.firstIndex { record in
                body.allSatisfy { record.fields[$0.key] == $0.value }
            }
            guard let place else { continue }
            let record = fresh.remove(at: place)
            // The former record is gone already.
            if creation.deletesFirst { rows[index].remoteID = nil }
            rows[index].stand(in: record, newID)
            rows[index].take(record, sent: creation.body)
            theirs[index] = record
            pulled.insert(rows[index].id)
        }
    }

    /// Finds what took the place of records that are gone, the likeliest first.
    private mutating func followSuccessors(
        _ fresh: inout [RemoteRecord],
        _ theirs: inout [Int: RemoteRecord]
    ) {
        guard kind.isReplaced else { return }
        let gone = rows.indices.filter { theirs[$0] == nil && rows[$0].remote != nil }
        for likeness in [3, 2, 1] {
            for index in gone where theirs[index] == nil {
                guard let former = rows[index].remote,
                    let place = fresh.firstIndex(where: {
                        former.isOlder(than: $0)
                            && kind.likeness($0.fields, to: former.fields) == likeness
                    })
                else { continue }
                theirs[index] = fresh.remove(at: place)
                // Another device made it, of what there was: only that one may give it up again.
                rows[index].push.concurrent = nil
                followed.insert(index)
            }
        }
    }

    // MARK: What becomes of a copy

    private mutating func merge(_ theirs: RemoteRecord?, into index: Int) {
        var row = rows[index]
        look(at: theirs, &row)
        if theirs == nil, !row.isEdited, let mine = row.mine, gaveWay(row) {
            // Both may have given way to the other; then it is gone, and nobody wanted that.
            row.base = nil
            let kept = JSON(fields: mine)
            let conflict = FieldConflict(
                field: nil,
                base: kept,
                mine: kept,
                theirs: nil,
                kept: kept
            )
            note([conflict], .merged, of: row.id)
        }
        let merged = Merge.merged(
            base: row.base,
            mine: row.mine,
            theirs: theirs?.fields,
            policy: kind.policy
        )
        note(merged.conflicts, .merged, of: row.id)
        if row.base != theirs?.fields, theirs != nil { pulled.insert(row.id) }
        if kind.isReplaced, theirs == nil, merged.fields != nil, let version = rows[index].base {
            row.push.concurrent = .init(version: version, after: newest, at: now, gaveWay: false)
        } else if let concurrent = row.push.concurrent, theirs != nil, !isPresent(concurrent) {
            row.push.concurrent = nil
        }
        row.base = theirs?.fields
        row.mine = merged.fields
        row.remoteID = theirs?.id
        rows[index] = row
    }

    /// Whether it gave way to another device's record lately.
    private func gaveWay(_ row: CopyRow) -> Bool {
        row.push.concurrent.map { $0.gaveWay && isPresent($0) } ?? false
    }

    /// Whether rivals may still turn up.
    func isPresent(_ concurrent: PushState.ConcurrentVersion) -> Bool {
        now <= concurrent.at.adding(seconds: Self.watchSeconds)
    }

    /// Looks whether what this device wrote was written over by somebody who may not have seen it.
    private mutating func look(at theirs: RemoteRecord?, _ row: inout CopyRow) {
        guard let watch = row.push.watch else { return }
        if watch.at.adding(seconds: Self.watchSeconds) < now { row.push.watch = nil }
        guard let body = watch.body, let there = theirs?.fields else {
            // What the app changed again since is merged, and told of there.
            guard watch.body != theirs?.fields, !row.isEdited,
                (row.base == nil) == (watch.body == nil)
            else { return }
            row.push.watch = nil
            let conflict = FieldConflict(
                field: nil,
                base: watch.over.map { JSON(fields: $0) },
                mine: watch.body.map { JSON(fields: $0) },
                theirs: theirs.map { JSON(fields: $0.fields) },
                kept: theirs.map { JSON(fields: $0.fields) }
            )
            return note([conflict], .overtaken, of: row.id)
        }
        var conflicts: [FieldConflict] = []
        for name in Set(body.keys).union(watch.over?.keys ?? [:].keys).sorted() {
            let was = watch.over?[name]
            guard body[name] != was, there[name] != body[name], row.mine?[name] == body[name],
                row.base?[name] == body[name]
            else { continue }
            conflicts.append(
                FieldConflict(
                    field: name,
                    base: was,
                    mine: body[name],
                    theirs: there[name],
                    kept: there[name]
                )
            )
        }
        if !conflicts.isEmpty { row.push.watch = nil }
        note(conflicts, .overtaken, of: row.id)
    }

    /// The records that are no other's successor, as far as anybody can tell by now.
    ///
    /// A device that replaces a record makes the new one first. Who shows both meanwhile, and lets
    /// both be edited, makes two of one; so what is like a record that is there waits a little.
    private mutating func released(of fresh: [RemoteRecord]) -> [RemoteRecord] {
        guard kind.isReplaced else { return fresh }
        var before: [String: Timestamp] = [:]
        for index in rows.indices {
            before.merge(rows[index].push.held) { first, _ in first }
            rows[index].push.held = [:]
        }
        return fresh.filter { record in
            // A clock that was put back begins anew.
            let since = min(before[record.id] ?? now, now)
            let elder = rows.firstIndex { row in
                row.remote.map { kind.likeness(record.fields, to: $0.fields) > 0 } ?? false
            }
            guard let elder, now <= since.adding(seconds: Self.holdSeconds) else { return true }
            rows[elder].push.held[record.id] = since
            held += 1
            return false
        }
    }

    private mutating func insert(_ records: [RemoteRecord], seenAt: Timestamp?) {
        var taken = Set(rows.map(\.id))
        for record in records {
            let id = taken.contains(record.id) ? newID() : record.id
            taken.insert(id)
            pulled.insert(id)
            rows.append(
                CopyRow(
                    id: id,
                    base: record.fields,
                    mine: record.fields,
                    remoteID: record.id,
                    seenAt: seenAt
                )
            )
        }
    }

    mutating func note(
        _ conflicts: [FieldConflict],
        _ cause: SyncConflict.Cause,
        of copy: String
    ) {
        findings += conflicts.map { Finding(copy: copy, conflict: $0, cause: cause) }
    }
}

extension CopyRow {
    /// Makes this the copy of another record; the former one is to be deleted.
    mutating func stand(in record: RemoteRecord, _ newID: () -> String) {
        if let remote { push.pendingDeletions.append(.init(record: remote, key: newID())) }
        remoteID = record.id
        base = record.fields
    }
}

extension RemoteRecord {
    /// Whether it was made before another one, as far as ids tell.
    func isOlder(than other: RemoteRecord) -> Bool {
        guard let left = Int64(id), let right = Int64(other.id) else { return id < other.id }
        return left < right
    }
}
