public import Guardian
import Kernel

/// What learning from answers does to the scores of simulated members with hidden tastes.
///
/// Predictions are held against each member's true probabilities instead of single outcomes, which
/// gives the same figures on average and leaves out the noise of the coins.
public struct LearningCurve: Sendable, Equatable {
    /// One rule after a number of answers.
    public struct Point: Sendable, Equatable {
        /// The rule.
        public let rule: LearningRule
        /// How many answers each member has given.
        public let answers: Int
        /// The expected Brier score of the members' next purchases.
        public let brier: Double
        /// The Brier score less that of the contract's rule, mean over the members.
        public let brierBesideContract: Double
        /// The standard error of that mean.
        public let standardError: Double
        /// The mean of the members' own calibration errors.
        public let ownCalibrationError: Double
        /// The calibration error of all members' purchases together.
        public let jointCalibrationError: Double
    }

    /// The deviation of each taste, in log-odds.
    public let tasteDeviation: Double
    /// How many members were simulated.
    public let members: Int
    /// The Brier score of who knows the tastes: nothing is below it.
    public let leastBrier: Double
    /// Every rule after every number of answers.
    public let points: [Point]

    /// After how many answers is looked.
    public static let answers = [0, 10, 30, 100]
    /// On how many next purchases of each member.
    public static let nextPurchases = 200

    /// Simulates members, their answers and their next purchases.
    ///
    /// - Parameters:
    ///   - model: What they start from.
    ///   - seed: Decides the members; the same for every deviation.
    ///   - tasteDeviation: The deviation of each taste, in log-odds.
    ///   - members: How many, at least 2.
    /// - Returns: The figures of every rule.
    public static func simulated(
        model: ScoringModel,
        seed: UInt64,
        tasteDeviation: Double,
        members: Int = 400
    ) -> LearningCurve {
        precondition(members > 1, "a standard error needs two members")
        var chance = SeededChance(seed: seed, for: .learningCurve)
        var tallies = Tally.all
        var least = 0.0
        for _ in 0..<members {
            let member = SimulatedMember(tasteDeviation: tasteDeviation, &chance)
            let answers = answers(of: member, model, &chance)
            let next = (0..<nextPurchases).map { _ in member.purchase(&chance) }
            let logits = next.map { model.logit(of: $0.input) }
            least += next.reduce(0) { $0 + $1.probability * (1 - $1.probability) }
            for index in tallies.indices {
                let tally = tallies[index]
                let offsets = tally.rule.offsets(from: answers.prefix(tally.answers))
                let predictions = zip(next, logits).map { purchase, logit in
                    let known = offsets.offsets(
                        code: purchase.category,
                        merchant: purchase.merchant
                    )
                    return PortableMath.logistic(logit + known.sum)
                }
                tallies[index].add(predictions, next.map(\.probability))
            }
        }
        return LearningCurve(
            tasteDeviation: tasteDeviation,
            members: members,
            leastBrier: least / Double(members * nextPurchases),
            points: tallies.map { $0.point(among: tallies) }
        )
    }

    /// The curves of docs/model.md: members without tastes, with weak ones and with strong ones.
    public static func documented(model: ScoringModel, seed: UInt64) -> [LearningCurve] {
        [0, 0.3, 0.7].map { simulated(model: model, seed: seed, tasteDeviation: $0) }
    }

    /// The point of a rule after a number of answers.
    public func point(_ rule: LearningRule, after answers: Int) -> Point? {
        points.first { $0.rule == rule && $0.answers == answers }
    }

    private static func answers(
        of member: SimulatedMember,
        _ model: ScoringModel,
        _ chance: inout SeededChance
    ) -> [PurchaseFeedback] {
        (0..<(answers.max() ?? 0)).map { number in
            let purchase = member.purchase(&chance)
            return PurchaseFeedback(
                decision: ID(RawID(high: 0, low: UInt64(number))),
                givenAt: Timestamp(seconds: Int64(number)),
                sequence: Int64(number),
                category: purchase.category,
                merchant: purchase.merchant,
                modelLogit: model.logit(of: purchase.input),
                isAvoidable: chance.uniform() < purchase.probability
            )
        }
    }
}

/// What is summed up for one rule after a number of answers.
private struct Tally {
    let rule: LearningRule
    let answers: Int
    /// Each member's expected Brier score.
    private var briers: [Double] = []
    private var ownErrors = 0.0
    private var joint = TrueCalibration()

    static let all = LearningRule.allCases.flatMap { rule in
        LearningCurve.answers.map { Tally(rule: rule, answers: $0) }
    }

    private init(rule: LearningRule, answers: Int) {
        self.rule = rule
        self.answers = answers
    }

    mutating func add(_ predictions: [Double], _ truths: [Double]) {
        var own = TrueCalibration()
        var brier = 0.0
        for (prediction, truth) in zip(predictions, truths) {
            let distance = prediction - truth
            brier += distance * distance + truth * (1 - truth)
            own.add(prediction, truth)
            joint.add(prediction, truth)
        }
        briers.append(brier / Double(predictions.count))
        ownErrors += own.error
    }

    func point(among tallies: [Tally]) -> LearningCurve.Point {
        let contract = tallies.first { $0.rule == .contract && $0.answers == answers } ?? self
        let count = Double(briers.count)
        let differences = zip(briers, contract.briers).map { $0 - $1 }
        let mean = differences.reduce(0, +) / count
        let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return LearningCurve.Point(
            rule: rule,
            answers: answers,
            brier: briers.reduce(0, +) / count,
            brierBesideContract: mean,
            standardError: (squares / (count - 1) / count).squareRoot(),
            ownCalibrationError: ownErrors / count,
            jointCalibrationError: joint.error
        )
    }
}

/// Calibration against true probabilities, by tenths of the prediction.
private struct TrueCalibration {
    private var gaps = [Double](repeating: 0, count: 10)
    private var count = 0

    mutating func add(_ prediction: Double, _ truth: Double) {
        gaps[min(Int(prediction * 10), 9)] += prediction - truth
        count += 1
    }

    var error: Double { gaps.reduce(0) { $0 + abs($1) } / Double(count) }
}
