import Contract
import PurserKit
import Testing

@Suite("Three-way merge")
struct MergeTests {
    /// A record of one field, and what becomes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let base: Int?
        let mine: Int?
        let theirs: Int?
        let kept: [Int?]
        /// Whether a conflict is told, under each policy.
        let isConflict: Bool
        var testDescription: String { "\(base as Any) \(mine as Any) \(theirs as Any)" }
    }

    static let policies: [FieldPolicy] = [.server, .device, .larger, .smaller]

    @Test(
        "A field that one side changed is that side's; of one that both changed the policy says",
        arguments: [
            Case(base: 1, mine: 1, theirs: 1, kept: [1, 1, 1, 1], isConflict: false),
            Case(base: 1, mine: 2, theirs: 1, kept: [2, 2, 2, 2], isConflict: false),
            Case(base: 1, mine: 1, theirs: 2, kept: [2, 2, 2, 2], isConflict: false),
            Case(base: 1, mine: 2, theirs: 2, kept: [2, 2, 2, 2], isConflict: false),
            Case(base: 1, mine: 2, theirs: 3, kept: [3, 2, 3, 2], isConflict: true),
            Case(base: 1, mine: 3, theirs: 2, kept: [2, 3, 3, 2], isConflict: true),
            Case(base: 1, mine: nil, theirs: 1, kept: [nil, nil, nil, nil], isConflict: false),
            Case(base: 1, mine: 1, theirs: nil, kept: [nil, nil, nil, nil], isConflict: false),
            Case(base: 1, mine: nil, theirs: nil, kept: [nil, nil, nil, nil], isConflict: false),
            // What is no number is not compared: the server's stays.
            Case(base: 1, mine: 2, theirs: nil, kept: [nil, 2, nil, nil], isConflict: true),
            Case(base: 1, mine: nil, theirs: 2, kept: [2, nil, 2, 2], isConflict: true),
            Case(base: nil, mine: 1, theirs: nil, kept: [1, 1, 1, 1], isConflict: false),
            Case(base: nil, mine: nil, theirs: 1, kept: [1, 1, 1, 1], isConflict: false),
            Case(base: nil, mine: 1, theirs: 1, kept: [1, 1, 1, 1], isConflict: false),
            Case(base: nil, mine: 1, theirs: 2, kept: [2, 1, 2, 1], isConflict: true),
            Case(base: nil, mine: -5, theirs: -10, kept: [-10, -5, -5, -10], isConflict: true),
        ]
    )
    func field(_ row: Case) {
        for (policy, kept) in zip(Self.policies, row.kept) {
            let merged = Merge.merged(
                base: Self.record(row.base),
                mine: Self.record(row.mine),
                theirs: Self.record(row.theirs),
                policy: MergePolicy(otherwise: policy)
            )
            #expect(merged.fields == Self.record(kept), "\(policy)")
            #expect(merged.conflicts.isEmpty != row.isConflict, "\(policy)")
            if row.isConflict {
                let conflict = FieldConflict(
                    field: "f",
                    base: Self.value(row.base),
                    mine: Self.value(row.mine),
                    theirs: Self.value(row.theirs),
                    kept: Self.value(kept)
                )
                #expect(merged.conflicts == [conflict], "\(policy)")
            }
        }
    }

    @Test("Fractions are compared as numbers, and text is not")
    func comparison() {
        let smaller = MergePolicy(otherwise: .smaller)
        for (mine, theirs, kept) in [
            (JSON.number("2.5"), JSON.number("10"), JSON.number("2.5")),
            (.number("10"), .number("2.5"), .number("2.5")),
            (.number("1e2"), .number("99"), .number("99")),
            (.string("1"), .number("2"), .number("2")),
            (.number("1"), .string("2"), .string("2")),
        ] {
            let merged = Merge.merged(
                base: nil,
                mine: ["f": mine],
                theirs: ["f": theirs],
                policy: smaller
            )
            #expect(merged.fields == ["f": kept])
        }
    }

    @Test("Fields are merged each by itself, and each by its own policy")
    func fields() {
        let policy = MergePolicy(
            fields: [
                "a": .device,
                "b": .custom { base, mine, theirs in
                    #expect(base == .number("1") && mine == .number("2") && theirs == .number("3"))
                    return .string("both")
                },
            ]
        )
        let one = JSON.number("1")
        let merged = Merge.merged(
            base: ["a": one, "b": one, "c": one, "d": one, "e": one],
            mine: ["a": .number("2"), "b": .number("2"), "c": .number("2"), "d": .number("2")],
            theirs: [
                "a": .number("3"), "b": .number("3"), "c": .number("3"), "d": one, "e": one,
                "f": one,
            ],
            policy: policy
        )
        #expect(
            merged.fields == [
                "a": .number("2"), "b": .string("both"), "c": .number("3"), "d": .number("2"),
                "f": one,
            ]
        )
        #expect(merged.conflicts.map(\.field) == ["a", "b", "c"])
    }

    @Test(
        "A deletion stands against a record that nobody changed, else the policy says",
        arguments: [DeletionPolicy.edit, .deletion, .server]
    )
    func deletion(_ deletion: DeletionPolicy) {
        let policy = MergePolicy(otherwise: .device, deletion: deletion)
        let old = Self.record(1)
        let new = Self.record(2)
        #expect(Merge.merged(base: old, mine: nil, theirs: old, policy: policy).fields == nil)
        #expect(Merge.merged(base: old, mine: old, theirs: nil, policy: policy).fields == nil)
        #expect(Merge.merged(base: old, mine: nil, theirs: nil, policy: policy).conflicts.isEmpty)
        #expect(Merge.merged(base: nil, mine: new, theirs: nil, policy: policy).fields == new)
        #expect(Merge.merged(base: nil, mine: nil, theirs: new, policy: policy).fields == new)

        let deletedHere = Merge.merged(base: old, mine: nil, theirs: new, policy: policy)
        #expect(deletedHere.fields == (deletion == .deletion ? nil : new))
        let deletedThere = Merge.merged(base: old, mine: new, theirs: nil, policy: policy)
        #expect(deletedThere.fields == (deletion == .edit ? new : nil))
        for merged in [deletedHere, deletedThere] {
            #expect(merged.conflicts.count == 1)
            #expect(merged.conflicts.first?.field == nil)
            #expect(merged.conflicts.first?.kept?["f"] == merged.fields?["f"])
        }
    }

    @Test(
        "Whatever is merged: what nobody changed stays, and no change is dropped in silence",
        arguments: [UInt64(1), 2, 3, 4]
    )
    func model(_ seed: UInt64) {
        var random = SeededRandom(seed)
        for _ in 0..<5_000 {
            let policy = MergePolicy(
                fields: ["a": .larger, "b": .smaller, "c": .device],
                deletion: [.edit, .deletion, .server][random.below(3)]
            )
            let base = random.record()
            let mine = random.chance(0.2) ? base : random.record()
            let theirs = random.chance(0.2) ? base : random.record()
            func merged(
                _ base: [String: JSON]?,
                _ mine: [String: JSON]?,
                _ theirs: [String: JSON]?
            ) -> MergedRecord {
                Merge.merged(base: base, mine: mine, theirs: theirs, policy: policy)
            }
            #expect(merged(base, mine, mine) == merged(nil, mine, mine), "seed \(seed)")
            #expect(merged(base, mine, mine).fields == mine, "seed \(seed)")
            #expect(merged(base, base, theirs).fields == theirs, "seed \(seed)")
            #expect(merged(base, mine, base).fields == mine, "seed \(seed)")
            let result = merged(base, mine, theirs)
            // Once the server has the result, there is nothing left to merge.
            let again = merged(theirs, result.fields, result.fields)
            #expect(again.fields == result.fields && again.conflicts.isEmpty, "seed \(seed)")
            Self.expectNothingLost(base, mine, theirs, result, seed)
        }
    }

    private static func expectNothingLost(
        _ base: [String: JSON]?,
        _ mine: [String: JSON]?,
        _ theirs: [String: JSON]?,
        _ result: MergedRecord,
        _ seed: UInt64
    ) {
        let isWhole = result.conflicts.contains { $0.field == nil }
        for side in [mine, theirs] where side != base {
            guard let side else {
                #expect(result.fields == nil || isWhole, "seed \(seed)")
                continue
            }
            for name in Set(side.keys).union(base?.keys ?? [:].keys)
            where side[name] != base?[name] && result.fields?[name] != side[name] {
                let told = result.conflicts.contains {
                    $0.field == name && ($0.mine == side[name] || $0.theirs == side[name])
                }
                #expect(told || isWhole, "seed \(seed), field \(name)")
            }
        }
    }

    private static func value(_ number: Int?) -> JSON? { number.map { .number("\($0)") } }

    private static func record(_ number: Int?) -> [String: JSON] {
        var record: [String: JSON] = ["g": .string("same")]
        record["f"] = value(number)
        return record
    }
}

/// Numbers that look like chance and are the same for a seed (SplitMix64).
struct SeededRandom: Sendable {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func chance(_ share: Double) -> Bool { Double(below(1_000_000)) < share * 1_000_000 }

    fileprivate mutating func record() -> [String: JSON]? {
        if chance(0.15) { return nil }
        var record: [String: JSON] = [:]
        for name in ["a", "b", "c", "d"] where chance(0.8) {
            record[name] = chance(0.2) ? .string("\(below(3))") : .number("\(below(4))")
        }
        return record
    }
}
