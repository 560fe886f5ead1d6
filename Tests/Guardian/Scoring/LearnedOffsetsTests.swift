import Kernel
import Testing

@testable import Guardian
@testable import GuardianTraining

@Suite("Learning from feedback")
struct LearnedOffsetsTests {
    static func feedback(
        _ number: Int,
        at seconds: Int64? = nil,
        of decision: Int? = nil,
        category: String = "fast_food",
        merchant: String = "Starbucks",
        pModel: Double = 0.75,
        isAvoidable: Bool
    ) -> PurchaseFeedback {
        PurchaseFeedback(
            decision: ID(RawID(high: 0, low: UInt64(decision ?? number))),
            givenAt: Timestamp(seconds: seconds ?? Int64(number)),
            sequence: Int64(number),
            category: category,
            merchant: merchant,
            modelLogit: PortableMath.logit(pModel),
            isAvoidable: isAvoidable
        )
    }

    /// Feedback of many kinds; every fifth one is a second word on an earlier decision.
    static func history(seed: UInt64, count: Int) -> [PurchaseFeedback] {
        var chance = SeededChance(state: seed)
        let categories = ["fast_food", "fun", "gifts", "uncategorized"]
        return (0..<count).map { number in
            let decision = number % 5 == 4 ? chance.below(number) : number
            return feedback(
                number,
                at: Int64(number / 3),
                of: decision,
                category: categories[decision % 4],
                merchant: "Shop \(decision % 7)",
                pModel: 0.1 + 0.1 * Double(decision % 9),
                isAvoidable: chance.below(2) == 0
            )
        }
    }

    @Test("a purchase of 0.75 that is called not avoidable moves three offsets by -0.225")
    func firstFeedback() {
        let learned = LearnedOffsets.replay(of: [Self.feedback(1, isAvoidable: false)])
        let offsets = learned.offsets(category: "fast_food", merchant: " STARBUCKS ")
        for offset in [offsets.member, offsets.category, offsets.merchant] {
            #expect(abs(offset + 0.225) < 1e-12)
        }
        let p = PortableMath.logistic(PortableMath.logit(0.75) + offsets.sum)
        #expect(PurchaseScore.withFourDecimals(p) == 0.6043)
        let elsewhere = learned.offsets(category: "fun", merchant: "Steam")
        #expect(elsewhere == PersonalOffsets(member: offsets.member, category: 0, merchant: 0))
    }

    @Test("each next feedback starts from what the one before left")
    func secondFeedback() {
        let answers = [1, 2].map { Self.feedback($0, isAvoidable: false) }
        let learned = LearnedOffsets.replay(of: answers)
        let before = PortableMath.logistic(PortableMath.logit(0.75) - 3 * 0.225)
        #expect(abs(learned.member - (-0.225 - 0.3 * before)) < 1e-12)
    }

    @Test("no offset leaves its bounds, and it comes back from them", arguments: [true, false])
    func bounds(isAvoidable: Bool) {
        var learned = LearnedOffsets()
        for number in 0..<300 {
            let pModel = isAvoidable ? 0.001 : 0.999
            learned.learn(
                from: Self.feedback(number, pModel: pModel, isAvoidable: isAvoidable)
            )
        }
        let bound = isAvoidable ? 2.0 : -2.0
        let held = PersonalOffsets(member: bound, category: bound, merchant: bound)
        #expect(learned.offsets(category: "fast_food", merchant: "Starbucks") == held)
        learned.learn(from: Self.feedback(300, isAvoidable: !isAvoidable))
        #expect(abs(learned.member) < 2)
    }

    @Test("a second feedback for a decision replaces the first, at its own time")
    func replacement() {
        let first = Self.feedback(1, isAvoidable: true)
        let other = Self.feedback(2, merchant: "Subway", isAvoidable: false)
        let second = Self.feedback(3, of: 1, isAvoidable: false)
        let learned = LearnedOffsets.replay(of: [first, other, second])
        #expect(learned == LearnedOffsets.replay(of: [other, second]))
        #expect(learned != LearnedOffsets.replay(of: [first, other]))
        var step = LearnedOffsets()
        step.learn(from: other)
        step.learn(from: second)
        #expect(learned == step)
    }

    @Test("feedback of one millisecond has the order of its sequence")
    func oneMillisecond() {
        let answers = (0..<4).map { number in
            Self.feedback(number, at: 7, of: 0, isAvoidable: number == 3)
        }
        let last = LearnedOffsets.replay(of: answers.suffix(1))
        #expect(LearnedOffsets.replay(of: answers) == last)
        #expect(LearnedOffsets.replay(of: answers.reversed()) == last)
    }

    @Test("a replay does not depend on the order of arrival", arguments: 1...20)
    func arrival(seed: UInt64) {
        let history = Self.history(seed: seed, count: 60)
        let expected = LearnedOffsets.replay(of: history)
        var chance = SeededChance(state: seed)
        var arrived = history
        for index in arrived.indices.reversed().dropLast() {
            arrived.swapAt(index, chance.below(index + 1))
        }
        #expect(LearnedOffsets.replay(of: arrived) == expected)
        #expect(LearnedOffsets.replay(of: history + arrived) == expected)
    }

    @Test("learning step by step is a replay, as long as no decision has a second word")
    func stepByStep() {
        var seen: Set<ID<Entity.Decision>> = []
        var history: [PurchaseFeedback] = []
        var learned = LearnedOffsets()
        for feedback in Self.history(seed: 5, count: 200)
        where seen.insert(feedback.decision).inserted {
            history.append(feedback)
            learned.learn(from: feedback)
            #expect(learned == LearnedOffsets.replay(of: history))
        }
        #expect(history.count > 150)
        // What was kept and read again goes on as if it had never been away.
        let kept = LearnedOffsets(
            member: learned.member,
            categories: learned.categories,
            merchants: learned.merchants
        )
        #expect(kept == learned)
    }

    @Test("nothing said is nothing learned")
    func nothing() {
        let learned = LearnedOffsets.replay(of: [])
        #expect(learned.offsets(category: "fun", merchant: "Steam") == .none)
        #expect(PersonalOffsets.none.sum == 0)
    }

    @Test("what has no category learns as it is scored")
    func uncategorized() {
        let learned = LearnedOffsets.replay(of: [
            Self.feedback(1, category: "uncategorized", isAvoidable: true)
        ])
        #expect(learned.categories.keys.sorted() == ["misc_online"])
        #expect(
            learned.offsets(category: "misc_online", merchant: "x")
                == learned.offsets(category: "uncategorized", merchant: "x")
        )
    }
}
