import Contract
import Guardian
import Kernel
import Ledger
import SQL
import Store

/// The versions of the records that devices copy, as a household's chain tells.
///
/// Those of policies, ``RecomputedPolicies`` tells.
struct RecomputedSync {
    private struct Key: Hashable {
        let kind: RecordKind
        let id: String
    }

    private struct Record {
        let version: Int64
        let owner: String
        let isRemoved: Bool
    }

    private let household: ID<Entity.Household>
    /// The members who are or were children, by their profiles, and the other way.
    private let members: [String: String]
    private let profiles: [String: String]
    private var records: [Key: Record] = [:]
    /// The last links that tell of annotations, by the transfers that those are kept beside.
    private var annotated: [String: Int64] = [:]
    /// The last link that took somebody out.
    private var beginning: Int64 = 0

    init(_ household: ID<Entity.Household>, in session: any Session) throws {
        self.household = household
        let pairs = try Children.list(of: household, in: session).map { child in
            (child.id.text, child.member.text)
        }
        members = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        profiles = Dictionary(pairs.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Takes an edit into account.
    ///
    /// `sequence`: Its place in the chain, which is the version of what it changed.
    mutating func add(_ edit: Edit, at sequence: Int64) {
        switch edit.kind {
        case .memberJoined:
            guard let child = profiles[edit.subject] else { return }
            let record = Record(version: sequence, owner: edit.subject, isRemoved: false)
            records[Key(kind: .child, id: child)] = record
        case .annotation: annotated[edit.subject] = sequence
        case .memberRemoved:
            records = records.filter { $0.value.owner != edit.subject }
            beginning = sequence
        default:
            // Of who is a child no more nothing is copied, whatever the links before tell.
            guard let (kind, isRemoved) = edit.kind.record, kind != .policy,
                let owner = owner(of: edit, kind)
            else { return }
            let record = Record(version: sequence, owner: owner, isRemoved: isRemoved)
            records[Key(kind: kind, id: Self.id(of: edit, kind))] = record
        }
    }

    /// Takes a transfer into account: an annotation goes to what takes its transfer's place.
    mutating func add(_ transfer: Transfer) {
        guard let former = transfer.replaces?.text,
            let sequence = annotated.removeValue(forKey: former)
        else { return }
        annotated[transfer.id.text] = sequence
    }

    /// Limits and geofences had numbers alone once; their ids follow from those.
    private static func id(of edit: Edit, _ kind: RecordKind) -> String {
        guard kind == .rule || kind == .geofence, !edit.subject.contains("-") else {
            return edit.subject
        }
        let zeros = String(repeating: "0", count: max(0, 12 - edit.subject.utf8.count))
        return "00000000-0000-7000-8000-\(zeros)\(edit.subject)"
    }

    private func owner(of edit: Edit, _ kind: RecordKind) -> String? {
        let body = try? JSONParser.parse(edit.body.utf8)
        let text = { (key: String) -> String? in
            guard case .string(let text)? = body?[key] else { return nil }
            return text
        }
        return switch kind {
        case .child: members[edit.subject]
        case .chore, .goal: text("child").flatMap { members[$0] }
        case .rule, .geofence, .card, .preferences, .policy: text("member")
        // Its links name no record.
        case .transactionEdit: nil
        }
    }

    /// Holds what the chain tells against what is stored.
    ///
    /// - Throws: ``BooksFault`` at the first difference.
    func compare(in session: any Session) throws {
        let stored = try SyncRecords.beginning(of: household, in: session)
        guard stored >= beginning else {
            throw fault("households", "its copies are not as old as its members")
        }
        var missing = try records.merging(edits(in: session)) { first, _ in first }
        var last: SyncRecordRow?
        while true {
            let page = try SyncRecords.list(of: household, after: last, in: session)
            for row in page {
                let told = missing.removeValue(forKey: Key(kind: row.kind, id: row.id))
                try compare(row, told, session)
            }
            guard page.count == Limits.walkRows else { break }
            last = page.last
        }
        for (key, record) in missing where !record.isRemoved || record.version > stored {
            throw fault("sync_records \(key.kind.rawValue) \(key.id)", "it is missing")
        }
        if let misfit = try SyncRecords.misfit(of: household, in: session) {
            throw fault("sync_records \(misfit)", "record and value are not both there")
        }
    }

    /// What members made of transactions: a record for each entry of a transfer.
    private func edits(in session: any Session) throws -> [Key: Record] {
        var records: [Key: Record] = [:]
        for edited in try Entries.edited(of: annotated.keys.compactMap { ID($0) }, in: session) {
            guard let version = annotated[edited.transfer.text] else { continue }
            let key = Key(kind: .transactionEdit, id: edited.entry.text)
            let owner = edited.member.text
            records[key] = Record(version: version, owner: owner, isRemoved: false)
        }
        return records
    }

    private func compare(_ row: SyncRecordRow, _ told: Record?, _ session: any Session) throws {
        let place = "sync_records \(row.kind.rawValue) \(row.id)"
        if row.kind == .policy {
            let id = ID<Entity.Policy>(row.id)
            let policy = try id.flatMap { try Policies.find($0, of: household, in: session) }
            guard policy?.version == row.version, policy?.policy.member == row.owner,
                row.removedAt == nil
            else { throw fault(place, "it is of another version than its policy") }
            return
        }
        guard let told, told.version == row.version, told.isRemoved == (row.removedAt != nil),
            told.owner == row.owner?.text
        else { throw fault(place, "it is not as its link holds it") }
    }

    private func fault(_ row: String, _ reason: String) -> BooksFault {
        BooksFault(household: household, row: row, reason: reason)
    }
}
