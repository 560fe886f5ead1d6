import Contract
import PurserKit
import Synchronization

/// What apps wrote, by values of which no two are the same: so that of each it can be told in the
/// end whether it is there, was written over by somebody who saw it, or is in a conflict.
struct EditJournal: Sendable {
    private var count: Int64 = 0
    /// What each value was written over.
    private(set) var written: [String: String?] = [:]
    private(set) var superseded: Set<String> = []
    /// What was deleted where, by its values, until a conflict tells of it there.
    private var deletions: [String: Set<String>] = [:]
    /// What was kept where against a deletion, by its values, until the server has it.
    private var kept: [String: Set<String>] = [:]
    /// The values that are told of in a conflict.
    private(set) var told: Set<String> = []
    /// The values of records that are told of as deleted on one side.
    private(set) var toldWhole: Set<String> = []

    /// A number that was never given before, neither growing nor shrinking.
    mutating func newNumber() -> Int64 {
        count += 1
        return count * 7_919 % 99_991
    }

    mutating func wrote(_ token: String, over old: String?) {
        written[token] = .some(old)
        if let old { superseded.insert(old) }
    }

    /// Takes note of values that were deleted with what others keep: two devices replaced the same
    /// geofence at the same time, and one of the two was deleted before they were one again.
    mutating func sawGo(_ tokens: [String]) { superseded.formUnion(tokens) }

    mutating func deleted(_ tokens: [String], _ copy: String, on device: Int) {
        superseded.formUnion(tokens)
        // What was only kept here, against a deletion that was told, is given up by this one.
        if kept.removeValue(forKey: "\(device) \(copy)") != nil { return }
        // What was told before tells nothing of this deletion, except where the same was deleted
        // before and another device has yet to bring back what it kept.
        let excused = kept.filter { !$0.key.hasPrefix("\(device) ") }
            .values.reduce(into: Set()) { $0.formUnion($1) }
        toldWhole.subtract(Set(tokens).subtracting(excused))
        deletions["\(device) \(copy)", default: []].formUnion(tokens)
    }

    /// Takes note that a deletion is told of, or taken back by who made it.
    mutating func undone(_ copy: String, on device: Int) {
        toldWhole.formUnion(deletions.removeValue(forKey: "\(device) \(copy)") ?? [])
    }

    /// Takes note that the server has what a device kept.
    mutating func pushed(_ copy: String, on device: Int) { kept["\(device) \(copy)"] = nil }

    mutating func note(_ conflict: SyncConflict, on device: Int) {
        if conflict.field == nil { undone(conflict.copyID, on: device) }
        for value in [conflict.base, conflict.mine, conflict.theirs, conflict.kept] {
            guard let value else { continue }
            if let field = conflict.field {
                if let token = Self.token(field, value) { told.insert(token) }
            } else {
                let tokens = value.members.compactMap { Self.token($0.key, $0.value) }
                told.formUnion(tokens)
                toldWhole.formUnion(tokens)
                if conflict.theirs == nil, conflict.kept != nil {
                    kept["\(device) \(conflict.copyID)", default: []].formUnion(tokens)
                }
                // Of a record that was replaced since, by what it still shares with it: no two
                // records ever share anything else.
                for deleted in deletions.values where !deleted.isDisjoint(with: tokens) {
                    toldWhole.formUnion(deleted)
                }
            }
        }
    }

    private static func token(_ field: String, _ value: JSON) -> String? {
        switch (field, value) {
        case ("monthly_limit_cents", .number(let text)): "limit \(text)"
        case ("radius_m", .number(let text)): "radius \(text)"
        case ("name", .string(let text)): "name \(text)"
        case ("centre", .object):
            if case .number(let text)? = value["latitude"], let latitude = Double(text) {
                "centre \(latitude)"
            } else {
                nil
            }
        default: nil
        }
    }

    /// The values that are neither at the server nor written over by somebody who saw them, and
    /// that no conflict tells of.
    func lost(from server: Set<String>) -> [String] {
        written.keys.filter {
            !server.contains($0) && !superseded.contains($0) && !told.contains($0)
        }.sorted()
    }

    /// The values at the server that go back to one that was deleted, without a conflict.
    func risen(at server: Set<String>) -> [String] {
        let deleted = deletions.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        return server.filter { token in
            var line: [String] = []
            var next: String? = token
            while let present = next {
                line.append(present)
                next = written[present] ?? nil
            }
            guard let first = line.firstIndex(where: { deleted.contains($0) }) else { return false }
            return line[...first].allSatisfy { !toldWhole.contains($0) }
        }.sorted()
    }
}

/// Names that were never made before, the same in each run.
final class Names: Sendable {
    private let prefix: String
    private let count = Atomic<Int>(0)

    init(prefix: String) { self.prefix = prefix }

    func next() -> String { "\(prefix)-\(count.add(1, ordering: .relaxed).newValue)" }
}
