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
        let after = rows[index].push.kin?.after ?? newest
        rows[index].push.kin = .init(
            version: version,
            after: after,
            at: now,
            born: winner.id,
            gaveWay: true
        )
        pulled.insert(rows[index].id)
    }

    /// Makes one of the records that several devices made of one that was deleted: the oldest.
    ///
    /// Each device does what it sees to do, whichever of them is its own. One that has not told the
    /// server of its own yet takes the other's instead of making a second.
    mutating func meetRivals(of index: Int, _ fresh: inout [RemoteRecord]) {
        let row = rows[index]
        guard let kin = row.push.kin, row.push.creation == nil,
            row.remote != nil ? isPresent(kin) : row.mine != nil
        else { return }
        let first = RemoteRecord(id: kin.after, fields: [:])
        let born = (kin.born ?? row.remoteID).map { RemoteRecord(id: $0, fields: [:]) }
        func isElder(_ other: RemoteRecord) -> Bool {
            first.isOlder(than: other) && born.map { other.isOlder(than: $0) } ?? true
        }
        func isYounger(_ other: RemoteRecord) -> Bool {
            first.isOlder(than: other) && born.map { $0.isOlder(than: other) } ?? false
        }
        if let place = likest(fresh, to: kin.version, { isElder($0) ? $0.fields : nil }) {
            adopt(fresh.remove(at: place), for: index, from: kin.version)
        } else if fold(index, from: kin.version, leavingRecord: true, where: isElder) {
            return
        } else if let place = likest(fresh, to: kin.version, { isYounger($0) ? $0.fields : nil }) {
            absorb(fresh.remove(at: place), into: index, from: kin.version)
        } else if let own = row.remote,
            let place = likest(
                Array(rows.indices),
                to: kin.version,
                { place in
                    guard place != index, wasSeenLately(place), let remote = rows[place].remote,
                        isYounger(remote)
                    else { return nil }
                    return remote.fields
                }
            )
        {
            _ = fold(place, from: kin.version, leavingRecord: true) { $0 == own }
        }
    }

    /// Takes what another device made into this device's own, and has the other's deleted.
    private mutating func absorb(
        _ rival: RemoteRecord,
        into index: Int,
        from version: [String: JSON]
    ) {
        guard rows[index].mine != nil else { return }
        let merged = Merge.merged(
            base: version,
            mine: rows[index].mine,
            theirs: rival.fields,
            policy: kind.policy
        )
        note(merged.conflicts, .merged, of: rows[index].id)
        rows[index].mine = merged.fields
        rows[index].push.leftovers.append(.init(record: rival, key: newID()))
        pulled.insert(rows[index].id)
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
        followed.contains(index) || wasSeenLately(index)
    }

    private func wasSeenLately(_ index: Int) -> Bool {
        guard let seenAt = rows[index].seenAt else { return false }
        return now <= seenAt.adding(seconds: Self.watchSeconds)
    }

    /// Merges a copy into the one whose record took the place of its own.
    ///
    /// One that was deleted here as well: the heir is another device's edit then, which stays by
    /// the policy, and is told.
    ///
    /// - Parameters:
    ///   - index: The copy.
    ///   - version: Of what both are successors.
    ///   - leavingRecord: Whether the server still has the copy's own record.
    ///   - isHeir: Whether a record can have taken the place.
    /// - Returns: `false` when there is none.
    mutating func fold(
        _ index: Int,
        from version: [String: JSON]?,
        leavingRecord: Bool,
        where isHeir: (RemoteRecord) -> Bool = { _ in true }
    ) -> Bool {
        guard let version else { return false }
        let heir = likest(Array(rows.indices), to: version) { place in
            // Of two that have been here for long none is the other's successor, they merely lie
            // in the same place.
            guard place != index, isNew(place) || isNew(index), rows[place].mine != nil,
                let remote = rows[place].remote, isHeir(remote)
            else { return nil }
            return remote.fields
        }
        guard let heir else { return false }
        let merged = inherited(rows[index].mine, by: rows[heir].mine, from: version)
        note(merged.conflicts, .merged, of: rows[heir].id)
        rows[heir].mine = merged.fields
        rows[heir].push.leftovers += rows[index].push.leftovers
        if leavingRecord, let remote = rows[index].remote {
            rows[heir].push.leftovers.append(.init(record: remote, key: newID()))
        }
        rows[index].mine = nil
        rows[index].base = nil
        rows[index].remoteID = nil
        rows[index].push = PushState()
        return true
    }

    /// What an heir is with the changes of the copy that it comes after.
    private func inherited(
        _ mine: [String: JSON]?,
        by heir: [String: JSON]?,
        from version: [String: JSON]
    ) -> MergedRecord {
        guard let mine else {
            // An heir that is no different may also be a double: it is not deleted in silence.
            return Merge.deleted(base: version, mine: nil, theirs: heir, kind.policy.deletion)
        }
        return Merge.merged(base: version, mine: mine, theirs: heir, policy: kind.policy)
    }
}
