import Contract
import Kernel
import SQL

/// The copies of one kind of one member, as they are kept on the device.
struct CopyTable: Sendable {
    let store: LocalStore
    let owner: String
    let kind: String
    /// How often the store was cleared before; nothing is written into it after it was again.
    let generation: Int

    /// Reads, in one transaction.
    ///
    /// - Throws: ``PurserError`` `storage`, and what `work` throws.
    func read<R: Sendable>(
        _ work: @escaping @Sendable (any SQL.Session) throws -> R
    ) async throws -> R {
        try await told { try await store.database().read(work) }
    }

    /// Reads and writes, in one transaction.
    ///
    /// - Throws: ``PurserError`` `storage`, and what `work` throws.
    func write<R: Sendable>(
        _ work: @escaping @Sendable (any SQL.Session) throws -> R
    ) async throws -> R {
        try await told {
            try await store.database().write { [store, generation] session in
                guard store.generation == generation else { throw PurserError.signedOut }
                return try work(session)
            }
        }
    }

    private func told<R>(_ work: () async throws -> R) async throws -> R {
        do {
            return try await work()
        } catch let error as DatabaseError {
            throw PurserError(storage: error, "The copies on this device cannot be used")
        } catch is JSONSyntaxError {
            throw PurserError(.storage, "A copy on this device cannot be read")
        }
    }

    private static let list = Statement(
        """
        SELECT id, base, mine, remote_id, seen_at, push FROM copies
        WHERE owner = $1 AND kind = $2 ORDER BY id
        """
    )

    /// Every copy, the deleted ones among them.
    func rows(in session: any SQL.Session) throws -> [CopyRow] {
        try session.rows(Self.list, [.text(owner), .text(kind)], Self.decode)
    }

    private static let one = Statement(
        """
        SELECT id, base, mine, remote_id, seen_at, push FROM copies
        WHERE owner = $1 AND kind = $2 AND id = $3
        """
    )

    /// One copy.
    func row(_ id: String, in session: any SQL.Session) throws -> CopyRow? {
        try session.first(Self.one, [.text(owner), .text(kind), .text(id)], Self.decode)
    }

    private static func decode(_ row: any Row) throws -> CopyRow {
        CopyRow(
            id: row.text(0),
            base: try record(row.optionalText(1)),
            mine: try record(row.optionalText(2)),
            remoteID: row.optionalText(3),
            seenAt: row.optionalInstant(4),
            push: try PushState(text: row.optionalText(5))
        )
    }

    private static func record(_ text: String?) throws -> [String: JSON]? {
        try text.map { try JSONParser.parse(Array($0.utf8)).fields }
    }

    private static let upsert = Statement(
        """
        INSERT INTO copies (owner, kind, id, base, mine, remote_id, seen_at, push)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (owner, kind, id) DO UPDATE SET
            base = excluded.base, mine = excluded.mine, remote_id = excluded.remote_id,
            seen_at = excluded.seen_at, push = excluded.push
        """
    )

    private static let removal = Statement(
        "DELETE FROM copies WHERE owner = $1 AND kind = $2 AND id = $3"
    )

    /// Keeps a copy, or removes it when nothing depends on it any more.
    func save(_ row: CopyRow, in session: any SQL.Session) throws {
        guard !row.isDone else {
            try session.run(Self.removal, [.text(owner), .text(kind), .text(row.id)])
            return
        }
        try session.run(
            Self.upsert,
            [
                .text(owner), .text(kind), .text(row.id),
                .text(row.base.map { JSON(fields: $0).text }),
                .text(row.mine.map { JSON(fields: $0).text }),
                .text(row.remoteID), .instant(row.seenAt), .text(row.push.text),
            ]
        )
    }

    /// Removes a copy.
    func remove(_ id: String, in session: any SQL.Session) throws {
        try session.run(Self.removal, [.text(owner), .text(kind), .text(id)])
    }

    private static let kinds = Statement(
        "SELECT DISTINCT kind FROM copies WHERE owner = $1 ORDER BY kind"
    )

    /// The kinds of which there is any copy.
    func kinds(in session: any SQL.Session) throws -> [String] {
        try session.rows(Self.kinds, [.text(owner)]) { $0.text(0) }
    }
}
