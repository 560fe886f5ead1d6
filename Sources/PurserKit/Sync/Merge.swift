public import Contract

/// The three-way merge of a record: what it was the last time both sides had the same, what the
/// device made of it since, and what the server did.
///
/// A record is its fields by name; `nil` is a record that was deleted, or is not there yet.
///
/// | base | device | server | result |
/// |---|---|---|---|
/// | a | a | b | b |
/// | a | b | a | b |
/// | a | b | b | b |
/// | a | b | c | the policy of the field says, and a conflict is told |
///
/// The same holds for whole records where one side deleted: a deletion stands against a record that
/// nobody changed, and against one that was changed ``DeletionPolicy`` says.
///
/// No change is dropped in silence: for each value of either side that differs from the base and is
/// not in the result there is a ``FieldConflict``.
public enum Merge {
    /// Merges one record.
    ///
    /// - Complexity: O(*n*) in the number of fields.
    public static func merged(
        base: [String: JSON]?,
        mine: [String: JSON]?,
        theirs: [String: JSON]?,
        policy: MergePolicy
    ) -> MergedRecord {
        if mine == theirs || mine == base { return MergedRecord(theirs) }
        if theirs == base { return MergedRecord(mine) }
        guard let mine, let theirs else {
            return deleted(base: base, mine: mine, theirs: theirs, policy.deletion)
        }
        var fields = theirs
        var conflicts: [FieldConflict] = []
        for name in Set(mine.keys).union(theirs.keys).union(base?.keys ?? [:].keys) {
            let was = base?[name]
            let here = mine[name]
            let there = theirs[name]
            if here == there || here == was { continue }
            if there == was {
                fields[name] = here
                continue
            }
            let kept = policy.policy(for: name).kept(was, here, there)
            fields[name] = kept
            conflicts.append(
                FieldConflict(field: name, base: was, mine: here, theirs: there, kept: kept)
            )
        }
        conflicts.sort { ($0.field ?? "") < ($1.field ?? "") }
        return MergedRecord(fields, conflicts)
    }

    /// One side has deleted what the other has changed.
    static func deleted(
        base: [String: JSON]?,
        mine: [String: JSON]?,
        theirs: [String: JSON]?,
        _ policy: DeletionPolicy
    ) -> MergedRecord {
        let kept =
            switch policy {
            case .edit: mine ?? theirs
            case .deletion: [String: JSON]?.none
            case .server: theirs
            }
        let conflict = FieldConflict(
            field: nil,
            base: base.map { JSON(fields: $0) },
            mine: mine.map { JSON(fields: $0) },
            theirs: theirs.map { JSON(fields: $0) },
            kept: kept.map { JSON(fields: $0) }
        )
        return MergedRecord(kept, [conflict])
    }
}

/// What a merge made of a record.
public struct MergedRecord: Sendable, Equatable {
    /// The record; `nil` when it is deleted.
    public let fields: [String: JSON]?
    /// What was changed on both sides, in the order of the fields' names.
    public let conflicts: [FieldConflict]

    init(_ fields: [String: JSON]?, _ conflicts: [FieldConflict] = []) {
        self.fields = fields
        self.conflicts = conflicts
    }
}

/// A field that was changed on both sides, with what was kept of it.
public struct FieldConflict: Sendable, Hashable {
    /// The field; `nil` when it is about the whole record, which one side deleted.
    public let field: String?
    /// The value when both sides last had the same; `nil` for none.
    public let base: JSON?
    /// The device's value.
    public let mine: JSON?
    /// The server's value.
    public let theirs: JSON?
    /// What was kept.
    public let kept: JSON?

    /// Makes a conflict.
    public init(field: String?, base: JSON?, mine: JSON?, theirs: JSON?, kept: JSON?) {
        self.field = field
        self.base = base
        self.mine = mine
        self.theirs = theirs
        self.kept = kept
    }
}

extension JSON {
    /// A record as one value, its fields in the order of their names.
    init(fields: [String: JSON]) {
        self = .object(fields.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) })
    }

    /// The fields of a record.
    var fields: [String: JSON] {
        Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }
}
