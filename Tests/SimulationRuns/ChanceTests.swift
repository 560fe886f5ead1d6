import Kernel
import Testing

@testable import Simulation

@Suite("Chance")
struct ChanceTests {
    @Test("a seed gives the numbers that SplitMix64 gives everywhere")
    func reference() {
        var chance = Chance(seed: 0)
        // The first outputs of the reference implementation by Vigna for seed 0.
        let expected: [UInt64] = [
            0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F,
        ]
        #expect(expected.map { _ in chance.next() } == expected)
    }

    @Test("draws stay within their bounds and reach them")
    func bounds() {
        var chance = Chance(seed: 1)
        let numbers = (0..<1_000).map { _ in chance.within(-2...2) }
        #expect(Set(numbers) == [-2, -1, 0, 1, 2])
        let picks = (0..<1_000).map { _ in chance.pick([(3, "often"), (1, "seldom"), (0, "never")])
        }
        #expect(Set(picks) == ["often", "seldom"])
        #expect(picks.count { $0 == "often" } > 600)
        #expect(chance.shuffled(Array(0..<20)).sorted() == Array(0..<20))
    }

    @Test("ids are those of the seed, and again after going back to a mark")
    func ids() {
        let now = Timestamp(seconds: 1_736_942_400)
        let source = SeededIDs(seed: 8)
        let mark = source.mark
        let first = [source.next(at: now), source.next(at: now)]
        source.rewind(to: mark)
        #expect([source.next(at: now), source.next(at: now)] == first)
        #expect(SeededIDs(seed: 8).next(at: now) == first[0])
        #expect(SeededIDs(seed: 9).next(at: now) != first[0])
    }
}
