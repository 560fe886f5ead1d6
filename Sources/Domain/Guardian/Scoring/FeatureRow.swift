/// A purchase's features: four standardised numbers, and the places of the flags that are 1.
package struct FeatureRow: Sendable, Equatable {
    package let numbers: [Double]
    package let flags: [Int]

    /// Makes the features of a purchase; no deviation is 0.
    package init(
        _ input: ModelInput,
        means: [Double],
        deviations: [Double],
        centres: [GroceryCentre]
    ) {
        var numbers = input.numbers
        for index in numbers.indices {
            numbers[index] = (numbers[index] - means[index]) / deviations[index]
        }
        self.numbers = numbers
        flags = ModelFeatures.flags(of: input, centres: centres)
    }

    /// The log-odds under the coefficients, summed in the order of the features.
    package func logit(_ coefficients: [Double], intercept: Double) -> Double {
        var sum = intercept
        for index in numbers.indices { sum += coefficients[index] * numbers[index] }
        for flag in flags { sum += coefficients[flag] }
        return sum
    }
}
