import Guardian
import Kernel
import Ledger
import SQL
import Store

/// What becomes of a household's policies when a member is taken out of it.
///
/// Those about the member go, and so does what waits to make one of another member about it. The
/// link that takes the member out holds that.
struct PolicyRemoval {
    /// Policies that go.
    let deleted: [PolicyRecord]
    /// Policies that stay without the change that waited, as they are from now on.
    let changed: [PolicyRecord]

    /// Works it out.
    ///
    /// - Parameters:
    ///   - member: The id of who is taken out.
    ///   - policies: All policies of the household.
    ///   - sequence: The place of the link that takes the member out.
    init(of member: String, from policies: [PolicyRecord], at sequence: Int64) {
        deleted = policies.filter { $0.policy.member?.text == member }
        changed = policies.compactMap { record in
            guard record.policy.member?.text != member,
                record.pending?.policy.member?.text == member
            else { return nil }
            var record = record
            record.pending = nil
            record.version = sequence
            return record
        }
    }

    /// Whether a policy goes that is asked.
    var movesVersion: Bool { deleted.contains { $0.policy.state.isAsked } }

    /// Makes it so, in the transaction of the link at the chain's end.
    static func run(
        of member: ID<Entity.Member>,
        after head: ChainHead,
        in session: any Session
    ) throws {
        var policies: [PolicyRecord] = []
        while true {
            let name = policies.last?.policy.name ?? ""
            let page = try Policies.list(of: head.household, after: name, in: session)
            guard !page.isEmpty else { break }
            policies += page
        }
        let removal = PolicyRemoval(of: member.text, from: policies, at: head.sequence)
        for record in removal.changed {
            try Policies.save(record, in: session)
            let copied = SyncRecordRow(
                kind: .policy,
                id: record.policy.id.text,
                version: record.version,
                owner: record.policy.member
            )
            try SyncRecords.save(copied, of: head.household, in: session)
        }
        for record in removal.deleted { try Policies.delete(record.policy.id, in: session) }
        guard removal.movesVersion else { return }
        let isAsked = try Policies.isAnyAsked(of: head.household, in: session)
        let version = isAsked ? head.sequence : 0
        try Policies.setVersion(version, of: head.household, in: session)
        if !isAsked { try PolicyWindows.end(of: head.household, in: session) }
    }
}
