import Catalogue
public import Guardian

extension ScoringModel {
    /// Trains a model on the reference set of a seed and tells how good it is.
    ///
    /// The same seed gives the same model to the last bit, on every machine. Takes a fraction of a
    /// second.
    ///
    /// - Parameters:
    ///   - seed: Decides the reference set and the start of k-means.
    ///   - households: How many households the set has; `nil` for as many as the shipped model.
    /// - Returns: The model with its report.
    public static func trained(seed: UInt64, households: Int? = nil) -> ScoringModel {
        let households = households ?? ReferenceSet.standardHouseholds
        let set = ReferenceSet(seed: seed, households: households)
        let (parameters, fit) = ModelParameters.fit(to: set, seed: seed)
        let report = TrainingReport(of: parameters, fit: fit, seed: seed, on: set)
        return ScoringModel(parameters: parameters, report: report)
    }
}

extension ModelParameters {
    /// Fits parameters to the training rows of a set; the rows held out are not looked at.
    fileprivate static func fit(
        to set: ReferenceSet,
        seed: UInt64
    ) -> (parameters: ModelParameters, fit: TrainingReport.Fit) {
        let inputs = set.training.map(\.input)
        var chance = SeededChance(seed: seed, for: .groceryCentres)
        let centres = GroceryCentre.fit(to: inputs.filter { $0.category == .groceries }, &chance)
        let numbers = inputs.map(\.numbers)
        let means = (0..<ModelFeatures.numberCount).map { index in
            numbers.reduce(0) { $0 + $1[index] } / Double(numbers.count)
        }
        let deviations = means.enumerated().map { index, mean in
            let squares = numbers.reduce(0) { $0 + ($1[index] - mean) * ($1[index] - mean) }
            return (squares / Double(numbers.count)).squareRoot()
        }
        let rows = inputs.map { input in
            FeatureRow(input, means: means, deviations: deviations, centres: centres)
        }
        let solution = LogisticRegression.fit(rows, set.training.map(\.isAvoidable))
        let parameters = ModelParameters(
            means: means,
            deviations: deviations,
            groceryCentres: centres,
            coefficients: solution.coefficients,
            intercept: solution.intercept
        )
        return (parameters, solution.fit)
    }
}
