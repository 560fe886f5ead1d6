/// The numbers of a logistic regression, and how a purchase becomes its features.
public struct ModelParameters: Sendable, Equatable, Codable {
    /// The names of the features, in the order of the coefficients.
    public let features: [String]
    /// The mean of each feature that is a number, over the training rows.
    public let means: [Double]
    /// The standard deviation of each feature that is a number, over the training rows.
    public let deviations: [Double]
    /// The unit in which a purchase is held against the centres: not standardised.
    public let groceryCentreUnits: String
    /// The centres of the kinds of grocery shopping, the cheapest first.
    public let groceryCentres: [GroceryCentre]
    /// The coefficient of each feature.
    public let coefficients: [Double]
    /// The log-odds where every feature is 0.
    public let intercept: Double

    /// What ``groceryCentreUnits`` says.
    public static let rawUnits = "raw: dollars, hour 0-23, weekday Monday 0"

    private enum CodingKeys: String, CodingKey {
        case features
        case means
        case deviations
        case groceryCentreUnits = "grocery_centre_units"
        case groceryCentres = "grocery_centres"
        case coefficients
        case intercept
    }

    package init(
        means: [Double],
        deviations: [Double],
        groceryCentres: [GroceryCentre],
        coefficients: [Double],
        intercept: Double
    ) {
        features = ModelFeatures.names
        self.means = means
        self.deviations = deviations
        groceryCentreUnits = Self.rawUnits
        self.groceryCentres = groceryCentres
        self.coefficients = coefficients
        self.intercept = intercept
    }

    /// The log-odds that a purchase is avoidable.
    package func logit(of input: ModelInput) -> Double {
        row(of: input).logit(coefficients, intercept: intercept)
    }

    /// The purchase's features.
    package func row(of input: ModelInput) -> FeatureRow {
        FeatureRow(input, means: means, deviations: deviations, centres: groceryCentres)
    }

    /// What keeps the parameters from being used; `nil` when nothing does.
    var fault: String? {
        if features != ModelFeatures.names { return "features: not those of this program" }
        if groceryCentreUnits != Self.rawUnits { return "grocery_centre_units: unknown" }
        let lists: [(name: String, numbers: [Double], count: Int)] = [
            ("means", means, ModelFeatures.numberCount),
            ("deviations", deviations, ModelFeatures.numberCount),
            (
                "grocery_centres", groceryCentres.flatMap { [$0.amount, $0.hour, $0.weekday] },
                3 * ModelFeatures.microCount
            ),
            ("coefficients", coefficients, ModelFeatures.count), ("intercept", [intercept], 1),
        ]
        for list in lists {
            guard list.numbers.count == list.count else {
                return "\(list.name): \(list.numbers.count) numbers instead of \(list.count)"
            }
            // Within this bound the log-odds of the largest amount stay finite.
            guard list.numbers.allSatisfy({ $0.isFinite && abs($0) <= 1e9 }) else {
                return "\(list.name): a number is not finite or is beyond 1e9"
            }
        }
        return deviations.allSatisfy { $0 > 1e-9 } ? nil : "deviations: one is not above 0"
    }
}
