import Guardian

/// Logistic regression by Newton steps, with L2 and a weight for each class.
struct LogisticRegression {
    /// What was found.
    struct Solution {
        let coefficients: [Double]
        let intercept: Double
        let fit: TrainingReport.Fit
    }

    /// The weight of half the squared coefficients in the summed loss; the intercept is free.
    static let l2 = 0.1
    /// Steps end when no parameter moves by more than this.
    static let tolerance = 1e-10
    static let mostSteps = 50

    private let rows: [FeatureRow]
    private let labels: [Bool]
    private let positiveWeight: Double
    private let negativeWeight: Double
    /// The coefficients, and the intercept behind them.
    private var parameters = [Double](repeating: 0, count: ModelFeatures.count + 1)

    /// Fits the coefficients to labelled rows: those with the least loss.
    ///
    /// Both classes weigh the same while fitting, however rare one is. Weights make the predictions
    /// of a logistic regression too high or too low by the logarithm of their ratio, so that is
    /// taken from the intercept afterwards, and the predictions are probabilities again (King and
    /// Zeng, "Logistic Regression in Rare Events Data", 2001).
    ///
    /// `labels`: Whether each row is avoidable; both happen.
    static func fit(_ rows: [FeatureRow], _ labels: [Bool]) -> Solution {
        var regression = LogisticRegression(rows, labels)
        var steps = 0
        var largest = Double.infinity
        while largest > tolerance {
            precondition(steps < mostSteps, "Newton's method converges")
            largest = regression.step()
            steps += 1
        }
        let correction = PortableMath.log(regression.positiveWeight / regression.negativeWeight)
        return Solution(
            coefficients: Array(regression.parameters.dropLast()),
            intercept: regression.parameters[ModelFeatures.count] - correction,
            fit: TrainingReport.Fit(
                l2: l2,
                positiveWeight: regression.positiveWeight,
                negativeWeight: regression.negativeWeight,
                interceptCorrection: correction,
                steps: steps
            )
        )
    }

    private init(_ rows: [FeatureRow], _ labels: [Bool]) {
        precondition(rows.count == labels.count, "each row has a label")
        let positives = labels.count { $0 }
        precondition(positives > 0 && positives < labels.count, "both classes have rows")
        self.rows = rows
        self.labels = labels
        positiveWeight = Double(labels.count) / Double(2 * positives)
        negativeWeight = Double(labels.count) / Double(2 * (labels.count - positives))
    }

    /// Moves the parameters to the minimum of the loss's second-order approximation.
    ///
    /// - Returns: The largest movement of a parameter.
    private mutating func step() -> Double {
        let movement = system().solution()
        var largest = 0.0
        for index in movement.indices {
            parameters[index] += movement[index]
            largest = max(largest, abs(movement[index]))
        }
        return largest
    }

    /// How far fitted parameters are from the minimum of the loss: its steepest slope along a
    /// parameter, 0 at the minimum.
    static func steepestSlope(
        _ rows: [FeatureRow],
        _ labels: [Bool],
        _ parameters: ModelParameters,
        _ fit: TrainingReport.Fit
    ) -> Double {
        var regression = LogisticRegression(rows, labels)
        let intercept = parameters.intercept + fit.interceptCorrection
        regression.parameters = parameters.coefficients + [intercept]
        return regression.system().right.reduce(0) { max($0, abs($1)) }
    }

    /// The Hessian of the loss, and its negative gradient.
    private func system() -> SymmetricSystem {
        let last = ModelFeatures.count
        var system = SymmetricSystem(count: last + 1)
        for index in 0..<last {
            system.matrix[index * (last + 1) + index] = Self.l2
            system.right[index] = -Self.l2 * parameters[index]
        }
        for (row, isPositive) in zip(rows, labels) {
            let logit = row.logit(parameters, intercept: parameters[last])
            let predicted = PortableMath.logistic(logit)
            let weight = isPositive ? positiveWeight : negativeWeight
            let terms = Self.terms(of: row)
            let slope = weight * ((isPositive ? 1 : 0) - predicted)
            let curve = weight * predicted * (1 - predicted)
            for (place, term) in terms.enumerated() {
                system.right[term.index] += slope * term.value
                let scaled = curve * term.value
                let start = term.index * (last + 1)
                for inner in 0...place {
                    system.matrix[start + terms[inner].index] += scaled * terms[inner].value
                }
            }
        }
        return system
    }

    /// The features that are not 0, in rising order, and 1 for the intercept.
    private static func terms(of row: FeatureRow) -> [(index: Int, value: Double)] {
        var terms: [(index: Int, value: Double)] = []
        terms.reserveCapacity(ModelFeatures.numberCount + row.flags.count + 1)
        for index in 0..<ModelFeatures.numberCount { terms.append((index, row.numbers[index])) }
        for flag in row.flags { terms.append((flag, 1)) }
        terms.append((ModelFeatures.count, 1))
        return terms
    }
}
