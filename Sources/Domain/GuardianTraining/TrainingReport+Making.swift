import Catalogue
import Guardian

extension TrainingReport {
    /// Holds parameters that were fitted to a set's training rows against the rows held out of it.
    init(of parameters: ModelParameters, fit: Fit, seed: UInt64, on set: ReferenceSet) {
        let outcomes = set.heldOut.map(\.isAvoidable)
        let baseline = CategoryBaseline(set.training)
        let model = Evaluation(
            predictions: set.heldOut.map { row in
                PortableMath.logistic(parameters.logit(of: row.input))
            },
            outcomes: outcomes
        )
        self.init(
            source:
                "simulated households, drawn by the recipe of the Guardian contract (section 3)",
            seed: seed,
            split: "by household: every \(ReferenceSet.heldOutEvery)th household is held out",
            rows: RowCounts(of: set),
            categories: Self.counts(set.rows),
            fit: fit,
            model: model.figures,
            categoryBaseline: Evaluation(
                predictions: set.heldOut.map { baseline.probability(of: $0.input) },
                outcomes: outcomes
            ).figures,
            recipeCeiling: Evaluation(
                predictions: set.heldOut.map(\.probability),
                outcomes: outcomes
            ).figures,
            deciles: model.deciles,
            reliability: model.reliability
        )
    }

    private static func counts(_ rows: [ReferenceSet.Row]) -> [CategoryCount] {
        GuardianCategory.allCases.map { category in
            let own = rows.filter { $0.input.category == category }
            return CategoryCount(
                category: category.rawValue,
                rows: own.count,
                positives: own.count(where: \.isAvoidable)
            )
        }
    }
}

extension TrainingReport.RowCounts {
    fileprivate init(of set: ReferenceSet) {
        self.init(
            all: set.training.count + set.heldOut.count,
            training: set.training.count,
            heldOut: set.heldOut.count,
            households: set.households,
            heldOutHouseholds: Set(set.heldOut.map(\.household)).count
        )
    }
}
