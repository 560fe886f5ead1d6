import Contract
import Kernel

/// One sync of one kind.
///
/// 1. What a former sync left in the middle is ended, with the keys that it kept.
/// 2. Everything that the server has is read, and merged with the copies in one transaction with
///    the conflicts.
/// 3. What differs is pushed, one record after the other, each with what was sent kept before and
///    what came of it after.
/// 4. While something is left, because the app or another device changed it meanwhile, all again.
///
/// The server counts no versions, so another device may write between 2 and 3. It converges all the
/// same: the server has one version of a record at any time, each device takes that version or
/// pushes another one by a rule that is the same on all devices, and only an edit makes a device
/// push. Of what is written over, nothing is lost in silence; see ``PushState/Watch`` and
/// ``GeofenceKind``.
struct SyncRun {
    let kind: any CopiedKind
    let table: CopyTable
    let caller: CopyCaller
    let time: Timekeeper
    /// Called after each change of the copies.
    let changed: @Sendable () -> Void

    /// How many of the server's records are held back.
    private var held = 0
    private var report = SyncReport()
    /// How often the server refused a copy's change.
    private var refusals: [String: Int] = [:]

    init(
        _ kind: any CopiedKind,
        _ table: CopyTable,
        _ caller: CopyCaller,
        _ time: Timekeeper,
        changed: @escaping @Sendable () -> Void
    ) {
        self.kind = kind
        self.table = table
        self.caller = caller
        self.time = time
        self.changed = changed
    }

    /// The most times that the server is asked; others that change the same all the while do not
    /// keep a sync going for ever.
    private static let rounds = 8
    /// How long what was read is good to push by.
    private static let goodFor = Duration.seconds(60)

    /// Syncs.
    ///
    /// - Throws: ``PurserError``; `CancellationError`. What was done until then stays done.
    mutating func run() async throws -> SyncReport {
        for _ in 0..<Self.rounds {
            for row in try await open() where row.push.isUnderWay { try await finish(row.id) }
            let asked = time.uptime()
            guard let records = try await list() else { return report }
            try await merge(records)
            for row in try await open() {
                guard time.uptime() - asked < Self.goodFor else { break }
                try await push(row)
            }
            let rest = try await open()
            report.waiting = rest.count + held
            if rest.isEmpty { break }
        }
        return report
    }

    /// Everything that the server has; `nil` when it knows nothing of whose records they are.
    private mutating func list() async throws -> [RemoteRecord]? {
        do {
            return try await kind.list(caller)
        } catch let error as PurserError where error.kind == .notFound && kind.mayEnd {
            try await end(error)
            return nil
        }
    }

    /// Removes every copy of the kind; what was changed here and nobody will take is told.
    private mutating func end(_ error: PurserError) async throws {
        let (deleted, lost) = try await table.write { [table, time] session in
            var deleted: Set<String> = []
            var lost: [SyncConflict] = []
            for row in try table.rows(in: session) {
                try table.remove(row.id, in: session)
                if row.base != nil || row.mine != nil { deleted.insert(row.id) }
                guard let mine = row.mine, row.isEdited || row.push.creation != nil else {
                    continue
                }
                let conflict = FieldConflict(
                    field: nil,
                    base: row.base.map { JSON(fields: $0) },
                    mine: JSON(fields: mine),
                    theirs: nil,
                    kept: nil
                )
                let now = time.now()
                lost.append(try table.add(conflict, .merged, of: row.id, at: now, in: session))
            }
            return (deleted, lost)
        }
        let told = Set(report.refused.map(\.id))
        for conflict in lost where !told.contains(conflict.copyID) {
            report.refused.append(SyncReport.Refusal(id: conflict.copyID, error: error))
        }
        report.conflicts += lost
        report.deleted.formUnion(deleted)
        report.pulled.subtract(deleted)
        report.waiting = 0
        if !deleted.isEmpty { changed() }
    }

    /// The copies that have something left to do and were not refused in this sync.
    private func open() async throws -> [CopyRow] {
        let refused = Set(report.refused.map(\.id))
        return try await table.read { [table] session in
            try table.rows(in: session).filter { $0.isOpen && !refused.contains($0.id) }
        }
    }

    private mutating func merge(_ records: [RemoteRecord]) async throws {
        let (pulled, deleted, conflicts, held) = try await table.write {
            [table, kind, time] session in
            let now = time.now()
            let before = try table.rows(in: session)
            var plan = CopyPlan(before, kind, now: now, newID: time.newName)
            plan.take(records)
            for (index, row) in plan.rows.enumerated()
            where index >= before.count || before[index] != row || row.isDone {
                try table.save(row, in: session)
            }
            let conflicts = try plan.findings.map {
                try table.add($0.conflict, $0.cause, of: $0.copy, at: now, in: session)
            }
            return (plan.pulled, plan.deleted, conflicts, plan.held)
        }
        self.held = held
        report.pulled.formUnion(pulled)
        report.deleted.formUnion(deleted)
        report.conflicts += conflicts
        if !pulled.isEmpty || !deleted.isEmpty { changed() }
    }

    /// Tells the server of a copy's change.
    private mutating func push(_ row: CopyRow) async throws {
        guard row.isEdited else { return try await finish(row.id) }
        guard let mine = row.mine else { return try await pushDeletion(of: row) }
        let isMade = row.remoteID == nil && kind.keyField == nil
        guard isMade || kind.isReplaced else { return try await pushUpdate(of: row, to: mine) }
        let creation = PushState.Creation(key: time.newName(), body: mine, at: time.now())
        try await change(row.id) { $0.push.creation = creation }
        try await finish(row.id)
    }

    /// Ends what is under way of a copy.
    private mutating func finish(_ id: String) async throws {
        if try await current(id)?.push.creation?.deletesFirst == true {
            guard try await clear(id) else { return try await keepFormer(of: id) }
        }
        guard let row = try await current(id) else { return }
        if let creation = row.push.creation, !creation.isForgotten(by: time.now()) {
            guard let made = try await create(creation, of: row) else { return }
            try await change(id) { [time] row in
                if let former = row.remote, !creation.deletesFirst {
                    row.push.pendingDeletions.append(.init(record: former, key: time.newName()))
                }
                row.push.creation = nil
                row.take(made, sent: creation.body)
                // From now on others may not have seen it.
                if row.push.concurrent?.gaveWay == false { row.push.concurrent?.at = time.now() }
            }
            report.pushed.insert(id)
            report.pulled.remove(id)
        }
        _ = try await clear(id)
    }

    /// - Returns: `nil` when the server does not make it.
    private mutating func create(
        _ creation: PushState.Creation,
        of row: CopyRow
    ) async throws -> RemoteRecord? {
        do {
            guard let call = try kind.creation(creation.body, key: creation.key) else {
                throw PurserError(.invalid, "The server has no call for this change")
            }
            return try await caller.send(call)
        } catch let error as PurserError where error.isFinal {
            if error.kind == .conflict, row.remote != nil, !creation.deletesFirst {
                try await makeRoom(for: creation.body, of: row.id)
                try await finish(row.id)
            } else {
                try await change(row.id) { $0.push.creation = nil }
                refuse(row.id, error, atOnce: true)
            }
            return nil
        }
    }

    /// Has a copy's record deleted before the one is made that takes its place, because the server
    /// may have room for one of them only.
    ///
    /// It is kept before anything is deleted, so that what was edited is not lost in between. The
    /// key is a new one: to the former the server would give its refusal again.
    private func makeRoom(for body: [String: JSON], of id: String) async throws {
        try await change(id) { [time] row in
            guard let former = row.remote else { return }
            row.push.pendingDeletions.append(.init(record: former, key: time.newName()))
            row.push.creation = .init(
                key: time.newName(),
                body: body,
                at: time.now(),
                deletesFirst: true
            )
        }
    }

    /// Gives up a creation for which the former record would not go.
    private func keepFormer(of id: String) async throws {
        try await change(id) { row in
            let former = row.remoteID
            row.push.pendingDeletions.removeAll { $0.record.id == former }
            row.push.creation = nil
        }
    }

    private func current(_ id: String) async throws -> CopyRow? {
        try await table.read { [table] in try table.row(id, in: $0) }
    }

    /// Deletes the records that another one stands in for.
    ///
    /// - Returns: `false` when the server refuses.
    private mutating func clear(_ id: String) async throws -> Bool {
        while let pendingDeletion = try await current(id)?.push.pendingDeletions.first {
            guard try await clear(pendingDeletion, of: id) else { return false }
        }
        return true
    }

    /// Deletes a record that another one stands in for.
    ///
    /// - Returns: `false` when the server refuses.
    private mutating func clear(
        _ pendingDeletion: PushState.PendingDeletion,
        of id: String
    ) async throws -> Bool {
        var isLost = false
        do {
            if let call = try kind.deletion(pendingDeletion.record, key: pendingDeletion.key) {
                _ = try await caller.send(call)
            }
        } catch let error as PurserError where error.kind == .notFound {
            isLost = true
        } catch let error as PurserError where error.isFinal {
            refuse(id, error, atOnce: true)
            return false
        }
        try await change(id) { [isLost] row in
            row.push.pendingDeletions.removeAll { $0 == pendingDeletion }
            guard isLost else { return }
            if pendingDeletion.record.id == row.remoteID {
                // Nothing stands in for it yet: what another device made of it is looked for first.
                row.push.creation = nil
            } else {
                row.push.lost.append(pendingDeletion.record.fields)
            }
        }
        return true
    }

    private mutating func pushUpdate(of row: CopyRow, to mine: [String: JSON]) async throws {
        // Before it is sent, because its answer may get lost.
        if kind.watchesOverwriting {
            try await change(row.id) { [time] in $0.watch(mine, at: time.now()) }
        }
        let taken: RemoteRecord
        do {
            let key = time.newName()
            let call =
                try row.remote.map { try kind.update($0, to: mine, key: key) }
                ?? kind.creation(mine, key: key)
            guard let call else {
                throw PurserError(.invalid, "The server has no call for this change")
            }
            taken = try await caller.send(call)
        } catch let error as PurserError where error.isFinal {
            return refuse(row.id, error)
        }
        try await change(row.id) { $0.take(taken, sent: mine) }
        report.pushed.insert(row.id)
        report.pulled.remove(row.id)
    }

    private mutating func pushDeletion(of row: CopyRow) async throws {
        if kind.keyField != nil, kind.watchesOverwriting {
            try await change(row.id) { [time] in $0.watch(nil, at: time.now()) }
        }
        do {
            guard let remote = row.remote,
                let call = try kind.deletion(remote, key: time.newName())
            else { throw PurserError(.invalid, "The server has no call for this change") }
            _ = try await caller.send(call)
        } catch let error as PurserError where error.isFinal {
            return refuse(row.id, error)
        }
        try await change(row.id) { row in
            row.base = nil
            row.remoteID = nil
        }
        report.deleted.insert(row.id)
        report.pulled.remove(row.id)
    }

    /// Takes note of a refusal; one for what the server has otherwise by now is looked at again.
    private mutating func refuse(_ id: String, _ error: PurserError, atOnce: Bool = false) {
        refusals[id, default: 0] += 1
        let mayBeOver = error.kind == .notFound || error.kind == .conflict
        guard atOnce || !mayBeOver || refusals[id, default: 0] > 1 else { return }
        report.refused.append(SyncReport.Refusal(id: id, error: error))
    }

    private func change(
        _ id: String,
        _ change: @escaping @Sendable (inout CopyRow) -> Void
    ) async throws {
        try await table.write { [table] session in
            guard var row = try table.row(id, in: session) else { return }
            change(&row)
            try table.save(row, in: session)
        }
        changed()
    }
}

extension PushState.Creation {
    /// Whether the server may know the key no more, so that what was made is looked for instead.
    func isForgotten(by now: Timestamp) -> Bool {
        at.adding(seconds: CopyPlan.keySeconds) < now
    }
}

extension CopyRow {
    /// Takes the version that the server has taken; what the app changed since it was sent stays.
    mutating func take(_ taken: RemoteRecord, sent: [String: JSON]) {
        remoteID = taken.id
        base = taken.fields
        guard let mine else { return }
        let policy = MergePolicy(otherwise: .device)
        self.mine =
            Merge.merged(base: sent, mine: mine, theirs: taken.fields, policy: policy).fields
    }

    /// Watches what is written, until nobody can write over it who has not seen it.
    fileprivate mutating func watch(_ body: [String: JSON]?, at now: Timestamp) {
        var over = base
        if let former = push.watch, let written = former.body, let body, var fields = over {
            if written == body {
                push.watch?.at = now
                return
            }
            // A field of the last push that this one leaves as it is is watched on.
            for (name, value) in written where body[name] == value && fields[name] == value {
                fields[name] = former.over?[name]
            }
            over = former.over == nil ? nil : fields
        }
        push.watch = PushState.Watch(over: over, body: body, at: now)
    }
}
