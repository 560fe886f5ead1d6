import GRDB
import PurserKit

/// One sync of the copies of one member: pull, merge, push, and pull again.
struct CopySync: Sendable {
    static let attempts = 5

    let store: DeviceDatabase
    /// The store's generation before the member was looked up.
    let generation: Int
    let calls: MemberCalls

    private var owner: String { calls.owner }

    /// What a cursor counts for: a session, and the kinds that this version of the app knows.
    private var feed: String { "\(calls.session) \(CopyKind.all.count)" }

    /// Brings device and server together.
    ///
    /// - Throws: ``PurserError``; `CancellationError`. What was done until then stays done.
    func run() async throws -> CopySyncReport {
        var report = CopySyncReport()
        report.pulled += try await pull()
        for row in try await edited() {
            try Task.checkCancellation()
            try await push(row, &report)
        }
        if report.pushed > 0 { report.pulled += try await pull() }
        return report
    }

    private func edited() async throws -> [CopyRow] {
        try await store.reading { try CopyRow.edited(by: owner, $0) }
    }

    // MARK: Pulling

    private func pull() async throws -> Int {
        var count = 0
        while true {
            let (since, isSettled) = try await place()
            try Task.checkCancellation()
            let page = try await calls.call(
                API.Sync.listChanges,
                API.Sync.ChangesRequest(
                    since: since,
                    kinds: CopyKind.all.map(\.name).joined(separator: ","),
                    limit: store.pageSize
                )
            )
            // Most syncs find nothing new, and wait for nobody who writes.
            if isSettled, page.tellsNothing(after: since) { return count }
            count += try await store.writing(asOf: generation) { try take(page, since: since, $0) }
            guard page.hasMore else { return count }
        }
    }

    /// Up to where the copies are complete, and whether the server has confirmed all of them since
    /// it last told everything anew.
    ///
    /// Nothing counts that another session was told, because the server may be another one by now,
    /// of a restored backup, or tell more or less.
    private func place() async throws -> (cursor: Int64, isSettled: Bool) {
        try await store.reading { database in
            let cursor = try Int64.fetchOne(
                database,
                sql: "SELECT cursor FROM feeds WHERE owner = ? AND session = ?",
                arguments: [owner, feed]
            )
            let unconfirmed = try Int.fetchOne(
                database,
                sql: "SELECT 1 FROM copies WHERE owner = ? AND isUnconfirmed = 1 LIMIT 1",
                arguments: [owner]
            )
            return (cursor ?? 0, unconfirmed == nil)
        }
    }

    /// Takes a page in one transaction with the place up to which it is complete.
    private func take(
        _ page: API.Sync.ChangesResponse,
        since: Int64,
        _ database: Database
    ) throws -> Int {
        if page.reset || since == 0 {
            // Everything is told anew: what is not told any more is forgotten at the end.
            try database.execute(
                sql: """
                    UPDATE copies SET isUnconfirmed = 1
                    WHERE owner = ? AND version > 0 AND base IS NOT NULL
                    """,
                arguments: [owner]
            )
        }
        var count = 0
        for change in page.changes {
            guard let kind = CopyKind.all.first(where: { $0.name == change.kind }) else { continue }
            let record = ServerRecord(
                id: change.id.text,
                version: change.version,
                fields: try change.value.map { try kind.normalised($0.json) }
            )
            let known = try CopyRow.find(kind.name, record.id, of: owner, database)
            try taking(kind, database).take(record)
            if known?.version != record.version { count += 1 }
        }
        try database.execute(
            sql: """
                INSERT INTO feeds (owner, session, cursor) VALUES (?, ?, ?)
                ON CONFLICT (owner) DO UPDATE SET session = excluded.session,
                    cursor = excluded.cursor
                """,
            arguments: [owner, feed, page.cursor]
        )
        if !page.hasMore {
            try forgetUnconfirmed(through: page.cursor, database)
            try CopyRow.forgetRemoved(of: owner, database)
        }
        return count
    }

    /// Drops what the server did not tell when it told everything; changes that wait are made anew.
    ///
    /// `end`: The server's newest version. What had a later one is forgotten there, not removed.
    private func forgetUnconfirmed(through end: Int64, _ database: Database) throws {
        let rows = try CopyRow.fetchAll(
            database,
            sql: "SELECT * FROM copies WHERE owner = ? AND isUnconfirmed = 1",
            arguments: [owner]
        )
        for row in rows {
            guard let kind = CopyKind.all.first(where: { $0.name == row.kind }) else { continue }
            try taking(kind, database).takeAbsence(of: row, through: end)
        }
    }

    private func taking(_ kind: CopyKind, _ database: Database) -> CopyTaking {
        CopyTaking(
            owner: owner,
            kind: kind,
            log: CopyLog(owner: owner, now: store.time.now()),
            newID: store.newID,
            database: database
        )
    }

    // MARK: Pushing

    private func push(_ edited: CopyRow, _ report: inout CopySyncReport) async throws {
        guard let kind = CopyKind.all.first(where: { $0.name == edited.kind }) else { return }
        var id = edited.id
        for _ in 0..<Self.attempts {
            let (owner, current) = (owner, id)
            let found = try await store.reading { database in
                try CopyRow.find(kind.name, current, of: owner, database)
            }
            // One that was removed here since, and was never told, is removed when it turns up.
            guard let row = found, row.isEdited, row.version != CopyRow.neverTold else { return }
            switch try await send(row, kind) {
            case .taken(let record):
                try await store.writing(asOf: generation) { database in
                    try taking(kind, database).noteTaken(record, sent: row.value)
                }
                report.pushed += 1
                return
            case .stale(let record):
                id = try await store.writing(asOf: generation) { database in
                    try taking(kind, database).take(record).id
                }
            case .held(let record):
                let isFolded = try await store.writing(asOf: generation) { database in
                    try taking(kind, database).fold(row.id, into: record)
                }
                guard isFolded else {
                    report.waiting += 1
                    return
                }
                id = record.id
            case .refused(let error):
                report.refused.append(.init(kind: kind.name, id: row.id, error: error))
                return
            }
        }
        report.waiting += 1
    }

    private func send(_ row: CopyRow, _ kind: CopyKind) async throws -> PushOutcome {
        if let value = row.value {
            return try await kind.put(calls, row.id, CopyRow.fields(value), row.version)
        }
        guard let version = row.version, let delete = kind.delete else {
            throw PurserError(.storage, "A copy on this device cannot be read")
        }
        return try await delete(calls, row.id, version)
    }
}

extension API.Sync.ChangesResponse {
    /// Whether nothing has happened since a place that the feed told before.
    fileprivate func tellsNothing(after since: Int64) -> Bool {
        cursor == since && !reset
    }
}
