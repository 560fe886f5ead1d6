import Testing

@testable import Guardian
@testable import GuardianTraining

@Suite("What learning does to simulated members")
struct LearningCurveTests {
    @Test("members with strong tastes gain by the contract's rule, the more the more they answer")
    func gains() throws {
        let curve = LearningCurve.simulated(
            model: try .carried(),
            seed: 1,
            tasteDeviation: 0.7,
            members: 30
        )
        let briers = try LearningCurve.answers.map { answers in
            try #require(curve.point(.contract, after: answers)).brier
        }
        #expect(briers == briers.sorted(by: >))
        let none = try #require(curve.point(.none, after: 100))
        #expect(briers[3] < none.brier - 0.005)
        #expect(curve.leastBrier < briers[3])
        let shrinking = try #require(curve.point(.shrinkingStep, after: 100))
        #expect(shrinking.brierBesideContract < 0)
    }

    @Test("before the first answer every rule is the same, and without learning nothing changes")
    func start() throws {
        let curve = LearningCurve.simulated(
            model: try .carried(),
            seed: 2,
            tasteDeviation: 0.3,
            members: 4
        )
        let first = LearningRule.allCases.compactMap { curve.point($0, after: 0)?.brier }
        #expect(first.count == 3 && Set(first).count == 1)
        let without = LearningCurve.answers.compactMap { curve.point(.none, after: $0)?.brier }
        #expect(without.count == 4 && Set(without).count == 1)
        #expect(curve.point(.none, after: 11) == nil)
    }

    @Test("the same curves give the same picture, and it names every rule")
    func picture() throws {
        let curve = LearningCurve.simulated(
            model: try .carried(),
            seed: 2,
            tasteDeviation: 0,
            members: 4
        )
        let svg = LearningPicture([curve]).svg
        #expect(svg == LearningPicture([curve]).svg)
        for rule in LearningRule.allCases { #expect(svg.contains(">\(rule.rawValue)</text>")) }
        #expect(svg.contains("Brier score, no tastes"))
        #expect(!svg.contains("nan") && !svg.contains("inf\""))
    }

    @Test("the shrinking step starts as the contract's and falls behind it")
    func shrinkingStep() {
        let answers = (0..<3).map { LearnedOffsetsTests.feedback($0, isAvoidable: false) }
        let one = LearningRule.shrinkingStep.offsets(from: answers.prefix(1))
        #expect(one == LearningRule.contract.offsets(from: answers.prefix(1)))
        let three = LearningRule.shrinkingStep.offsets(from: answers)
        #expect(three.member > LearningRule.contract.offsets(from: answers).member)
        #expect(LearningRule.none.offsets(from: answers) == LearnedOffsets())
    }
}
