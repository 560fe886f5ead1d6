public import Contract
import Kernel
import Ledger
import SQL
import Store

extension SyncOperations {
    /// Lists what changed of what the caller may copy, each record once, by version.
    ///
    /// What was copied before counts no more where the position is none of this chain, or where
    /// not all that was removed since is remembered. A first page then ends nowhere before that,
    /// however long it gets: nobody could go on from there.
    ///
    /// - Throws: ``Problem`` `invalid` for a kind that there is not; `unauthenticated`;
    ///   `DatabaseError`.
    public func listChanges(
        _ input: API.Sync.ChangesRequest,
        _ call: Call
    ) async throws -> API.Sync.ChangesResponse {
        let kinds = try kinds(input.kinds, call)
        let since = input.since ?? 0
        let limit = Int(input.limit ?? Limits.changesPerPageUsual)
        return try await reading(call) { session, membership in
            let end = membership.head.sequence
            guard since != end else {
                // No version is beyond the chain's end: there is nothing to read.
                return API.Sync.ChangesResponse(
                    changes: [],
                    cursor: end,
                    hasMore: false,
                    reset: false
                )
            }
            let beginning = try SyncRecords.beginning(of: membership.household, in: session)
            let isReset = since > end || since > 0 && since < beginning
            let start = isReset ? 0 : since
            let feed = SyncFeed(of: membership, kinds)
            let page = try feed.page(after: start, from: beginning, limit, in: session)
            let desk = CopyDesk(membership, call, session)
            return API.Sync.ChangesResponse(
                changes: try Self.changes(page.rows, kinds, desk),
                cursor: page.end ?? end,
                hasMore: page.end != nil,
                reset: isReset
            )
        }
    }

    /// The newest change, of what the caller may copy, in a part of its household's chain.
    ///
    /// That what was copied before counts no more is one too. `nil` where there is none.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func newestChange(
        after start: Int64,
        through last: Int64,
        _ call: Call
    ) async throws -> Int64? {
        let kinds = try kinds(nil, call)
        return try await reading(call) { session, membership in
            let beginning = try SyncRecords.beginning(of: membership.household, in: session)
            let feed = SyncFeed(of: membership, kinds)
            let newest = try feed.newest(after: start, through: last, in: session)
            let known = beginning > start && beginning <= last ? beginning : nil
            return [newest, known].compactMap(\.self).max()
        }
    }

    /// The kinds of a list that the caller's token may read; all of those when it is `nil`.
    ///
    /// - Throws: ``Problem`` `invalid`.
    private func kinds(_ text: String?, _ call: Call) throws -> [any CopiedReading] {
        guard case .member(let bearer) = call.caller else { throw Problem(.unauthenticated) }
        let words = text.map { Set($0.split(separator: ",", omittingEmptySubsequences: false)) }
        let known = Set(kinds.map { Substring($0.kind.rawValue) })
        guard words?.isSubset(of: known) ?? true else {
            let rule = "must be kinds between commas"
            throw Problem.invalid([Fault(field: "kinds", rule: rule)])
        }
        return kinds.filter { kind in
            words?.contains(Substring(kind.kind.rawValue)) ?? true
                && kind.scope.isSubset(of: bearer.scopes)
        }
    }

    /// The changes as they are told, with the values of each kind read at once.
    private static func changes(
        _ rows: [SyncFeed.Row],
        _ kinds: [any CopiedReading],
        _ desk: CopyDesk
    ) throws -> [API.Sync.Change] {
        let present = rows.map(\.record).filter { $0.removedAt == nil }
        let ids = Dictionary(grouping: present, by: \.kind).mapValues { $0.map(\.id) }
        var values: [RecordKind: [String: SyncJSON]] = [:]
        for kind in kinds {
            values[kind.kind] = try ids[kind.kind].map { try kind.json(of: $0, desk) }
        }
        return try rows.map { row in
            let (record, value) = (row.record, values[row.record.kind]?[row.record.id])
            guard (value == nil) == (record.removedAt != nil) else {
                throw DatabaseError(.corrupt, "a record and its value are not both there")
            }
            return try change(row, value)
        }
    }

    private static func change(
        _ row: SyncFeed.Row,
        _ value: SyncJSON?
    ) throws -> API.Sync.Change {
        let record = row.record
        return API.Sync.Change(
            kind: record.kind.rawValue,
            id: try ID(record.id).orCorrupt("a record has no id"),
            version: record.version,
            updatedAt: WireTimestamp(row.madeAt),
            updatedBy: row.author,
            deleted: record.removedAt != nil,
            value: value
        )
    }
}

extension SyncFeed {
    /// The feed of a caller.
    fileprivate init(of membership: Membership, _ kinds: [any CopiedReading]) {
        self.init(
            reader: membership.member,
            seesFamily: membership.role == .parent,
            kinds: Set(kinds.map(\.kind)),
            household: membership.household
        )
    }
}
