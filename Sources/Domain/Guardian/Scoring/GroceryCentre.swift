/// The centre of one kind of grocery shopping, in the units of the purchase itself.
///
/// Not standardised: dollars spread most, so the kinds are small, middle and large baskets.
public struct GroceryCentre: Sendable, Equatable, Codable {
    /// The price in major units.
    public let amount: Double
    /// The hour of the day.
    public let hour: Double
    /// The weekday, Monday 0.
    public let weekday: Double

    package init(
        amount: Double,
        hour: Double,
        weekday: Double
    ) {
        self.amount = amount
        self.hour = hour
        self.weekday = weekday
    }

    /// The index of the centre that is nearest; of two equally near ones the first.
    package static func nearest(to input: ModelInput, among centres: [GroceryCentre]) -> Int {
        var best = 0
        var least = Double.infinity
        for (index, centre) in centres.enumerated() {
            let distance = centre.squaredDistance(to: input)
            if distance < least {
                least = distance
                best = index
            }
        }
        return best
    }

    /// The squared Euclidean distance to a purchase.
    package func squaredDistance(to input: ModelInput) -> Double {
        let amount = input.amount - amount
        let hour = Double(input.hour) - hour
        let weekday = Double(input.weekday) - weekday
        return amount * amount + hour * hour + weekday * weekday
    }
}
