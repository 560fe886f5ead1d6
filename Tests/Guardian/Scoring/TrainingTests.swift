import Testing

@testable import Guardian
@testable import GuardianTraining

@Suite("Training the scoring model")
struct TrainingTests {
    @Test("training twice gives the same bytes, another seed gives others")
    func sameBytes() throws {
        let texts = try [3, 3, 4].map { seed in
            try ScoringModel.trained(seed: seed, households: 120).json()
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0] != texts[2])
    }

    @Test("no household trains and is held out")
    func split() {
        let set = ReferenceSet(seed: 2, households: 40)
        let training = Set(set.training.map(\.household))
        let heldOut = Set(set.heldOut.map(\.household))
        #expect(training.isDisjoint(with: heldOut))
        #expect(training.count == 30 && heldOut.count == 10)
    }

    @Test("the rows are those of the recipe")
    func rows() {
        let rows = ReferenceSet(seed: 2, households: 400).rows
        #expect(rows.allSatisfy { $0.input.amount >= 5 && (8...22).contains($0.input.hour) })
        #expect(rows.allSatisfy { $0.probability > 0 && $0.probability <= 0.95 })
        #expect(Set(rows.map(\.input.hour)).count == 15)
        #expect(Set(rows.map(\.input.weekday)).count == 7)
        #expect(Set(rows.map(\.input.channel)).count == 2)
        #expect(Set(rows.map(\.input.category)).count == 12)
        let rent = ScoringCategory("rent_bills").known
        let electronics = ScoringCategory("electronics").known
        let savers = rows.filter { $0.input.profile == .saver && $0.input.category == rent }
        #expect(Set(savers.map(\.probability)) == [0.05 * 0.7])
        let large = rows.filter { $0.input.category == electronics && $0.input.amount > 480 }
        #expect(large.contains { $0.probability == 0.95 })
    }

    @Test("a seed gives the numbers that SplitMix64 gives everywhere")
    func numbers() {
        var chance = SeededChance(state: 1_234_567)
        #expect(chance.next() == 6_457_827_717_110_365_317)
        #expect(chance.next() == 3_203_168_211_198_807_973)
        #expect(chance.next() == 9_817_491_932_198_370_423)
        var one = SeededChance(seed: 1, for: .referenceSet)
        var other = SeededChance(seed: 1, for: .learningCurve)
        #expect(one.next() != other.next())
    }

    @Test("normal variates have mean 0 and deviation 1")
    func normals() {
        var chance = SeededChance(state: 8)
        let numbers = (0..<20_000).map { _ in chance.normal() }
        let mean = numbers.reduce(0, +) / 20_000
        let variance = numbers.reduce(0) { $0 + $1 * $1 } / 20_000
        #expect(abs(mean) < 0.02)
        #expect(abs(variance - 1) < 0.03)
        let inner = numbers.count { abs($0) < 1.96 }
        #expect(abs(Double(inner) / 20_000 - 0.95) < 0.005)
    }

    @Test("weights decide how often each is picked")
    func weights() {
        var chance = SeededChance(state: 8)
        var counts = [0, 0, 0]
        for _ in 0..<10_000 { counts[chance.pick(weights: [5, 0, 3])] += 1 }
        #expect(counts[1] == 0)
        #expect(abs(Double(counts[0]) / 10_000 - 0.625) < 0.02)
    }

    @Test("three heaps of groceries have their three centres, the cheapest first")
    func centres() {
        let purchases: [ModelInput] = (0..<60).map { number in
            ModelInput(
                amount: [100.0, 20, 60][number / 20] + Double(number % 2),
                hour: 10 + number % 3,
                weekday: number % 7,
                profile: .average,
                category: ScoringCategory("groceries").known,
                channel: .offline
            )
        }
        var chance = SeededChance(state: 3)
        let centres = GroceryCentre.fit(to: purchases, &chance)
        #expect(centres.map(\.amount) == [20.5, 60.5, 100.5])
    }

    @Test("a system of equations is solved")
    func system() {
        var system = SymmetricSystem(count: 3)
        // Only the lower half is read.
        system.matrix = [4, 99, 99, 2, 5, 99, 1, 3, 6]
        system.right = [4 + 4 + 3, 2 + 10 + 9, 1 + 6 + 18]
        let solution = system.solution()
        for (found, expected) in zip(solution, [1.0, 2, 3]) {
            #expect(abs(found - expected) < 1e-12)
        }
    }

    @Test("the figures of a few predictions are those worked out by hand")
    func evaluation() {
        let evaluation = Evaluation(
            predictions: [0.1, 0.4, 0.4, 0.8],
            outcomes: [false, true, false, true]
        )
        let figures = evaluation.figures
        // Pairs of one avoidable and one other row: 0.4 above 0.1, level with 0.4; 0.8 above both.
        #expect(figures.rocAUC == 3.5 / 4)
        #expect(figures.accuracy == 0.75)
        #expect(abs(figures.brier - (0.01 + 0.36 + 0.16 + 0.04) / 4) < 1e-15)
        #expect(abs(figures.calibrationError - (0.1 + 2 * 0.1 + 0.2) / 4) < 1e-15)
        #expect(evaluation.reliability.map(\.count) == [1, 2, 1])
        #expect(evaluation.deciles.map(\.count) == [1, 1, 1, 1])
    }
}
