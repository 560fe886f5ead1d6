public import Contract
public import Kernel

/// The records that an app edits, copied to the device: they are there without a network, changes
/// are kept until the server can be told, and what was changed in two places is merged.
///
/// ```swift
/// let rules = purser.copies.rules(of: child)
/// try await rules.add(CopiedRule(category: "fun", monthlyLimitCents: 20_000))
/// for await limits in rules.changes { show(limits) }
///
/// let report = try await rules.sync()
/// for conflict in report.conflicts { tell(conflict) }
/// ```
///
/// All of it belongs to the member who is signed in, and is gone at sign-out, changes that were not
/// synced among it.
public struct LocalCopies: Sendable {
    let purser: Purser

    /// The caller's monthly limits.
    public var rules: Copies<CopiedRule> { copies(RuleKind(member: nil)) }

    /// A child's monthly limits.
    public func rules(of child: MemberReference) -> Copies<CopiedRule> {
        copies(RuleKind(member: child))
    }

    /// The caller's geofences.
    public var geofences: Copies<CopiedGeofence> { copies(GeofenceKind(member: nil)) }

    /// A child's geofences.
    public func geofences(of child: MemberReference) -> Copies<CopiedGeofence> {
        copies(GeofenceKind(member: child))
    }

    /// The children of the family, with their weekly allowances.
    public var children: Copies<CopiedChild> { copies(ChildKind()) }

    /// A child's tasks.
    public func chores(of child: ID<Entity.Child>) -> Copies<CopiedChore> {
        copies(ChoreKind(child: child))
    }

    /// Syncs every kind of which there is a copy on the device.
    ///
    /// Copies of a child who left the family are removed. What was changed of them is among the
    /// refused changes, and among the conflicts.
    ///
    /// - Throws: ``PurserError``: at once when no other kind could be synced either, as without a
    ///   network, else the first one when all others were synced; `CancellationError`. What was
    ///   done until then stays done.
    public func sync() async throws -> SyncReport {
        let table = try await CopyTable(purser.client, kind: "")
        var report = SyncReport()
        var failure: PurserError?
        for name in try await table.read({ try table.kinds(in: $0) }) {
            guard let kind = Self.kind(named: name) else { continue }
            do {
                report.add(try await purser.client.sync(kind, purser.options))
            } catch let error as PurserError where error.isOfOneKind {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return report
    }

    private func copies<Record>(_ kind: any CopiedKind) -> Copies<Record> {
        Copies(purser: purser, kind: kind)
    }

    /// The kind that is kept under a name; `nil` for one of another version of the app.
    static func kind(named name: String) -> (any CopiedKind)? {
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        let member = parts.count > 1 ? MemberReference(parts[1]) : nil
        switch parts.first {
        case "rules": return RuleKind(member: member)
        case "geofences": return GeofenceKind(member: member)
        case "children": return ChildKind()
        case "chores": return member.flatMap { ID($0.text) }.map { ChoreKind(child: $0) }
        default: return nil
        }
    }
}

extension Purser {
    /// The records that an app edits, copied to the device.
    public var copies: LocalCopies { LocalCopies(purser: self) }
}

extension PurserError {
    /// Whether another kind of copies may be synced all the same.
    fileprivate var isOfOneKind: Bool {
        switch kind {
        case .forbidden, .notFound, .invalid, .insufficientFunds, .paymentRequired, .conflict,
            .server, .decoding, .storage, .network(.tooLarge), .network(.damaged):
            true
        case .unauthorized, .rateLimited, .network: false
        }
    }
}

extension CopyTable {
    /// The copies of who is signed in.
    ///
    /// - Throws: ``PurserError``, `unauthorized` when nobody is.
    init(_ client: Client, kind: String) async throws {
        // Before the member is asked for, so that a sign-out in between counts.
        let generation = client.store.generation
        let owner = try await client.keeper.member()
        self.init(store: client.store, owner: owner, kind: kind, generation: generation)
    }
}

extension Client {
    /// Syncs one kind, one at a time.
    func sync(_ kind: any CopiedKind, _ options: CallOptions) async throws -> SyncReport {
        let table = try await CopyTable(self, kind: kind.name)
        return try await copies.turns(of: kind.name).pass {
            var options = options
            options.idempotencyKey = nil
            var run = SyncRun(
                kind,
                table,
                CopyCaller(client: self, options: options, owner: table.owner),
                time
            ) { [copies] in copies.tell(kind.name) }
            return try await run.run()
        }
    }
}
