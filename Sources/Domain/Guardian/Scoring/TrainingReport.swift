/// How a model was trained and how good it is, as its file tells.
public struct TrainingReport: Sendable, Equatable, Codable {
    /// Where the rows come from.
    public let source: String
    /// The seed from which the rows and the k-means start are drawn.
    public let seed: UInt64
    /// How the rows are split into those that train and those that are held out.
    public let split: String
    /// How many rows there are on each side.
    public let rows: RowCounts
    /// How many rows and avoidable ones each category has, over all rows.
    public let categories: [CategoryCount]
    /// How the coefficients were found.
    public let fit: Fit
    /// How good the model is on the rows held out.
    public let model: ScoringFigures
    /// How good knowing only the category is on the same rows.
    public let categoryBaseline: ScoringFigures
    /// How good the recipe's own probabilities are on the same rows: nothing beats them for long.
    public let recipeCeiling: ScoringFigures
    /// The rows held out in ten groups of equal size, by rising prediction.
    public let deciles: [CalibrationBin]
    /// The rows held out by tenths of the prediction, 0.0 to 0.1 first; empty tenths are left out.
    public let reliability: [CalibrationBin]

    package init(
        source: String,
        seed: UInt64,
        split: String,
        rows: RowCounts,
        categories: [CategoryCount],
        fit: Fit,
        model: ScoringFigures,
        categoryBaseline: ScoringFigures,
        recipeCeiling: ScoringFigures,
        deciles: [CalibrationBin],
        reliability: [CalibrationBin]
    ) {
        self.source = source
        self.seed = seed
        self.split = split
        self.rows = rows
        self.categories = categories
        self.fit = fit
        self.model = model
        self.categoryBaseline = categoryBaseline
        self.recipeCeiling = recipeCeiling
        self.deciles = deciles
        self.reliability = reliability
    }

    private enum CodingKeys: String, CodingKey {
        case source
        case seed
        case split
        case rows
        case categories
        case fit
        case model
        case categoryBaseline = "category_baseline"
        case recipeCeiling = "recipe_ceiling"
        case deciles
        case reliability
    }

    /// Rows on each side of the split.
    public struct RowCounts: Sendable, Equatable, Codable {
        /// All rows.
        public let all: Int
        /// Rows that train.
        public let training: Int
        /// Rows held out.
        public let heldOut: Int
        /// Households of all rows.
        public let households: Int
        /// Households held out.
        public let heldOutHouseholds: Int

        package init(
            all: Int,
            training: Int,
            heldOut: Int,
            households: Int,
            heldOutHouseholds: Int
        ) {
            self.all = all
            self.training = training
            self.heldOut = heldOut
            self.households = households
            self.heldOutHouseholds = heldOutHouseholds
        }

        private enum CodingKeys: String, CodingKey {
            case all
            case training
            case heldOut = "held_out"
            case households
            case heldOutHouseholds = "held_out_households"
        }
    }

    /// Rows of a category.
    public struct CategoryCount: Sendable, Equatable, Codable {
        /// The Guardian code.
        public let category: String
        /// Rows.
        public let rows: Int
        /// Rows that are avoidable.
        public let positives: Int

        package init(
            category: String,
            rows: Int,
            positives: Int
        ) {
            self.category = category
            self.rows = rows
            self.positives = positives
        }
    }

    /// How the coefficients were found.
    public struct Fit: Sendable, Equatable, Codable {
        /// The weight of the squared coefficients, without the intercept, in the loss.
        public let l2: Double
        /// The weight of an avoidable row while fitting.
        public let positiveWeight: Double
        /// The weight of any other row while fitting.
        public let negativeWeight: Double
        /// What was taken from the intercept afterwards, because of the weights.
        public let interceptCorrection: Double
        /// Newton steps until nothing changed any more.
        public let steps: Int

        package init(
            l2: Double,
            positiveWeight: Double,
            negativeWeight: Double,
            interceptCorrection: Double,
            steps: Int
        ) {
            self.l2 = l2
            self.positiveWeight = positiveWeight
            self.negativeWeight = negativeWeight
            self.interceptCorrection = interceptCorrection
            self.steps = steps
        }

        private enum CodingKeys: String, CodingKey {
            case l2
            case positiveWeight = "positive_weight"
            case negativeWeight = "negative_weight"
            case interceptCorrection = "intercept_correction"
            case steps
        }
    }

    /// What keeps the report from telling anything; `nil` when nothing does.
    var fault: String? {
        if rows.training <= 0 || rows.heldOut <= 0 || rows.training + rows.heldOut != rows.all {
            return "report.rows do not add up"
        }
        if deciles.map(\.count).reduce(0, +) != rows.heldOut {
            return "report.deciles do not hold every row held out"
        }
        return nil
    }
}
