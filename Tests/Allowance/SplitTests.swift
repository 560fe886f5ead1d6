import Allowance
import Kernel
import Testing

@Suite("Shares of an allowance")
struct SplitTests {
    @Test(
        "a split is of hundred per cent",
        arguments: [
            (0, 0, 100), (100, 0, 0), (0, 100, 0), (50, 50, 0), (20, 10, 70), (99, 1, 0),
        ]
    )
    func made(save: Int, give: Int, spend: Int) throws {
        let split = try #require(Split(savePercent: save, givePercent: give))
        #expect(split.savePercent == save)
        #expect(split.givePercent == give)
        #expect(split.spendPercent == spend)
    }

    @Test(
        "what is more or less than that is no split",
        arguments: [(-1, 0), (0, -1), (101, 0), (0, 101), (51, 50), (-1, 50), (.max, .max)]
    )
    func refused(save: Int, give: Int) {
        #expect(Split(savePercent: save, givePercent: give) == nil)
    }

    @Test(
        "parts are rounded down, and what is left stays to be spent",
        arguments: [
            (0, 20, 10, [0, 0, 0]), (1_000, 20, 10, [700, 200, 100]),
            (1_000, 0, 0, [1_000, 0, 0]), (1_000, 100, 0, [0, 1_000, 0]),
            (1, 50, 50, [1, 0, 0]), (3, 50, 50, [1, 1, 1]), (99, 33, 33, [35, 32, 32]),
            (101, 99, 1, [1, 99, 1]), (7, 15, 15, [5, 1, 1]),
            (1_000_000, 33, 33, [340_000, 330_000, 330_000]),
            (Limits.amountMinor, 33, 34, [330_000_000_000, 330_000_000_000, 340_000_000_000]),
            (Limits.amountMinor - 1, 50, 50, [1, 499_999_999_999, 499_999_999_999]),
            (.max, 100, 0, [0, .max, 0]), (.max, 0, 100, [0, 0, .max]),
        ] as [(Int64, Int, Int, [Int64])]
    )
    func parts(minor: Int64, save: Int, give: Int, expected: [Int64]) throws {
        let split = try #require(Split(savePercent: save, givePercent: give))
        let parts = split.parts(of: minor)
        #expect([parts.spendMinor, parts.saveMinor, parts.giveMinor] == expected)
    }

    @Test("the parts of any amount add up to it, and none is more than a minor unit off")
    func sums() throws {
        var chance = Chance(seed: 7)
        for _ in 0..<20_000 {
            let save = chance.below(101)
            let give = chance.below(101 - save)
            let split = try #require(Split(savePercent: save, givePercent: give))
            let minor = Int64(chance.below(chance.oneIn(2) ? 200 : Int(Limits.amountMinor) + 1))
            let (spend, saved, given) = split.parts(of: minor)
            let isExact =
                spend + saved + given == minor && saved == minor * Int64(save) / 100
                && given == minor * Int64(give) / 100
                && spend * 100 - minor * Int64(split.spendPercent) >= 0
                && spend * 100 - minor * Int64(split.spendPercent) < 200
            #expect(isExact, "\(minor) by \(save) and \(give)")
        }
    }

    @Test(
        "savings fill goals in order, each up to its target",
        arguments: [
            (0, [100, 200], [0, 0]), (50, [100, 200], [50, 0]), (100, [100, 200], [100, 0]),
            (101, [100, 200], [100, 1]), (300, [100, 200], [100, 200]),
            (999, [100, 200], [100, 200]), (-5, [100], [0]), (50, [], []),
            (50, [0, 100], [0, 50]), (50, [-10, 100], [0, 50]), (.max, [.max, 1], [.max, 0]),
        ] as [(Int64, [Int64], [Int64])]
    )
    func goals(savings: Int64, targets: [Int64], expected: [Int64]) {
        #expect(GoalProgress.spread(savings, over: targets) == expected)
    }
}
