import PurserKit
import Testing

@testable import PurserKitStore

@Suite("Three-way merge")
struct CopyMergeTests {
    private let merge = CopyMerge(
        rules: ["limit": .smaller, "radius": .larger, "policy": .text("block"), "state": .theirs],
        together: [["state", "reason"]]
    )

    private func merged(
        _ base: [String: JSON],
        _ own: [String: JSON],
        _ theirs: [String: JSON]
    ) -> (fields: [String: JSON], clashes: [CopyMerge.Clash]) {
        merge.merged(base: base, own: own, theirs: theirs)
    }

    @Test("a field that one side changed is as that side has it")
    func oneSide() {
        let base: [String: JSON] = ["name": .string("a"), "limit": .number("5")]
        let own: [String: JSON] = ["name": .string("b"), "limit": .number("5")]
        let theirs: [String: JSON] = ["name": .string("a"), "limit": .number("9")]
        let result = merged(base, own, theirs)
        #expect(result.fields == ["name": .string("b"), "limit": .number("9")])
        #expect(result.clashes.isEmpty)
    }

    @Test("a field that one side took away is gone")
    func takenAway() {
        let base: [String: JSON] = ["name": .string("a"), "category": .string("fun")]
        let own: [String: JSON] = ["name": .string("b"), "category": .string("fun")]
        #expect(merged(base, own, ["name": .string("a")]).fields == ["name": .string("b")])
        #expect(merged(base, ["name": .string("a")], own).fields == ["name": .string("b")])
    }

    @Test(
        "of a field that both changed the rule tells which stays",
        arguments: [
            ("limit", JSON.number("10"), JSON.number("9"), JSON.number("9")),
            ("limit", .number("8"), .number("9"), .number("8")),
            ("limit", .string("8"), .number("9"), .number("9")),
            ("radius", .number("10"), .number("9"), .number("10")),
            ("radius", .number("8"), .number("9"), .number("9")),
            ("policy", .string("block"), .string("warn"), .string("block")),
            ("policy", .string("warn"), .string("block"), .string("block")),
            ("name", .string("own"), .string("theirs"), .string("own")),
            ("state", .string("own"), .string("theirs"), .string("theirs")),
        ]
    )
    func both(field: String, own: JSON, theirs: JSON, kept: JSON) {
        let result = merged([field: .string("before")], [field: own], [field: theirs])
        #expect(result.fields == [field: kept])
        let clash = CopyMerge.Clash(field: field, own: own, theirs: theirs, kept: kept)
        #expect(result.clashes == [clash])
    }

    @Test("the same change on both sides is no conflict")
    func same() {
        let result = merged(["a": .number("1")], ["a": .number("2")], ["a": .number("2")])
        #expect(result.fields == ["a": .number("2")] && result.clashes.isEmpty)
    }

    @Test("fields that belong together come from one side")
    func together() {
        let base: [String: JSON] = ["state": .string("Assigned")]
        let own: [String: JSON] = ["state": .string("Rejected"), "reason": .string("late")]
        let theirs: [String: JSON] = ["state": .string("Approved")]
        let result = merged(base, own, theirs)
        #expect(result.fields == theirs)
        #expect(result.clashes.map(\.field) == ["state", "reason"])
        #expect(merged(base, own, base).fields == own)
        #expect(merged(base, base, own).fields == own)
    }
}
