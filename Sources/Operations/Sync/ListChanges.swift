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
            let beginning = try SyncRecords.beginning(of: membership.household, in: session)
            let isReset = since > end || since > 0 && since < beginning
            let start = isReset ? 0 : since
            let feed = SyncFeed(of: membership, kinds)
            let page = try feed.page(after: start, from: beginning, limit, in: session)
            let desk = CopyDesk(membership, call, session)
            let changes = try page.rows.map { try Self.change($0, kinds, desk) }
            return API.Sync.ChangesResponse(
                changes: changes,
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

    private static func change(
        _ row: SyncFeed.Row,
        _ kinds: [any CopiedReading],
        _ desk: CopyDesk
    ) throws -> API.Sync.Change {
        let record = row.record
        var value: SyncJSON?
        if record.removedAt == nil {
            let json = try kinds.first { $0.kind == record.kind }?.json(of: record.id, desk)
            value = SyncJSON(try json.orCorrupt("a record has no value"))
        }
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
