import Contract
import Kernel

/// Records that the server cannot change, and that two devices replaced at the same time.
extension CopyPlan {
    /// Merges with whoever replaced the same record first.
    mutating func resolveLost(in index: Int, _ fresh: inout [RemoteRecord]) {
        for version in rows[index].push.lost {
            if let place = likest(fresh, to: version, \.fields) {
                adopt(fresh.remove(at: place), for: index, from: version)
            } else if followed.contains(index), let own = rows[index].remote,
                kind.likeness(own.fields, to: version) > 0
            {
                // What another device made of it is this copy's record already.
                continue
            } else if fold(index, from: version, leavingRecord: true) {
                return
            } else {
                // It was deleted, and this device has made it anew.
                let merged = Merge.merged(
                    base: version,
                    mine: rows[index].mine,
                    theirs: nil,
                    policy: kind.policy
                )
                note(merged.conflicts, .merged, of: rows[index].id)
                rows[index].mine = merged.fields
            }
        }
        rows[index].push.lost = []
    }

    /// Takes over the successor that another device made of a version.
    private mutating func adopt(
        _ winner: RemoteRecord,
        for index: Int,
        from version: [String: JSON]
    ) {
        let merged = Merge.merged(
            base: version,
            mine: rows[index].mine,
            theirs: winner.fields,
            policy: kind.policy
        )
        note(merged.conflicts, .merged, of: rows[index].id)
        rows[index].stand(in: winner, newID)
        rows[index].mine = merged.fields
        followed.insert(index)
        // Rivals of before are rivals still.
        let after = rows[index].push.concurrent?.after ?? newest
        rows[index].push.concurrent = .init(version: version, after: after, at: now, gaveWay: true)
        pulled.insert(rows[index].id)
    }

    /// A likeness of what is more than namesakes.
    private static var samePlace: Int { 2 }

    /// Gives way to the older of two records that two devices made of one that was deleted.
    ///
    /// A copy that the server has not heard of yet takes the other's instead of making a second.
    /// Only one in the same place counts, because what merely has the name may be another.
    mutating func giveWay(_ index: Int, _ fresh: inout [RemoteRecord]) {
        let row = rows[index]
        guard let concurrent = row.push.concurrent, row.push.creation == nil else { return }
        let first = RemoteRecord(id: concurrent.after, fields: [:])
        guard let own = row.remote else {
            let least = isPresent(concurrent) ? Self.samePlace : 3
            let place = fresh.firstIndex {
                first.isOlder(than: $0) && kind.likeness($0.fields, to: concurrent.version) >= least
            }
            guard row.mine != nil, let place else { return }
            return adopt(fresh.remove(at: place), for: index, from: concurrent.version)
        }
        guard isPresent(concurrent) else { return }
        let isRival: (RemoteRecord) -> Bool = { [kind] other in
            first.isOlder(than: other) && other.isOlder(than: own)
                && kind.likeness(other.fields, to: concurrent.version) >= Self.samePlace
        }
        if let place = likest(fresh, to: concurrent.version, { isRival($0) ? $0.fields : nil }) {
            adopt(fresh.remove(at: place), for: index, from: concurrent.version)
        } else {
            _ = fold(index, from: concurrent.version, leavingRecord: true, where: isRival)
        }
    }

    /// The first of those that are likest to a version; `nil` when none is like it.
    private func likest<Element>(
        _ elements: [Element],
        to version: [String: JSON],
        _ fields: (Element) -> [String: JSON]?
    ) -> Int? {
        var best: (likeness: Int, index: Int) = (0, 0)
        for (index, element) in elements.enumerated() {
            guard let fields = fields(element) else { continue }
            let likeness = kind.likeness(fields, to: version)
            if likeness > best.likeness { best = (likeness, index) }
        }
        return best.likeness > 0 ? best.index : nil
    }

    /// Whether a record that another device made came into a copy lately.
    private func isNew(_ index: Int) -> Bool {
        guard !followed.contains(index) else { return true }
        guard let seenAt = rows[index].seenAt else { return false }
        return now <= seenAt.adding(seconds: Self.watchSeconds)
    }

    /// Merges a copy into the one whose record took the place of its own.
    ///
    /// One that was deleted here as well: the successor is another device's edit then, which stays
    /// by the policy, and is told.
    ///
    /// - Parameters:
    ///   - index: The copy.
    ///   - version: Of what both are successors.
    ///   - leavingRecord: Whether the server still has the copy's own record.
    ///   - isSuccessor: Whether a record can have taken the place.
    /// - Returns: `false` when there is none.
    mutating func fold(
        _ index: Int,
        from version: [String: JSON]?,
        leavingRecord: Bool,
        where isSuccessor: (RemoteRecord) -> Bool = { _ in true }
    ) -> Bool {
        guard let version else { return false }
        let successor = likest(Array(rows.indices), to: version) { place in
            // Of two that have been here for long none is the other's successor, they merely lie
            // in the same place.
            guard place != index, isNew(place) || isNew(index), rows[place].mine != nil,
                let remote = rows[place].remote, isSuccessor(remote)
            else { return nil }
            return remote.fields
        }
        guard let successor else { return false }
        let merged = inherited(rows[index].mine, by: rows[successor].mine, from: version)
        note(merged.conflicts, .merged, of: rows[successor].id)
        rows[successor].mine = merged.fields
        rows[successor].push.pendingDeletions += rows[index].push.pendingDeletions
        if leavingRecord, let remote = rows[index].remote {
            rows[successor].push.pendingDeletions.append(.init(record: remote, key: newID()))
        }
        rows[index].mine = nil
        rows[index].base = nil
        rows[index].remoteID = nil
        rows[index].push = PushState()
        return true
    }

    /// What a successor is with the changes of the copy that it comes after.
    private func inherited(
        _ mine: [String: JSON]?,
        by successor: [String: JSON]?,
        from version: [String: JSON]
    ) -> MergedRecord {
        guard let mine else {
            // A successor that is no different may also be a double: it is not deleted in silence.
            return Merge.deleted(base: version, mine: nil, theirs: successor, kind.policy.deletion)
        }
        return Merge.merged(base: version, mine: mine, theirs: successor, policy: kind.policy)
    }
}
