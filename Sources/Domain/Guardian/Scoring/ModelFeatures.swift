import Catalogue

/// The features of the model and where each stands.
///
/// The order is the contract's: four numbers, then one flag for each category, each kind of grocery
/// shopping (and none), and each channel.
package enum ModelFeatures {
    /// The names in order; a model's file that says others belongs to another program.
    static let names: [String] =
        ["amount", "hour_of_day", "day_of_week", "saver_score"]
        + GuardianCategory.allCases.map { "base_category=\($0.rawValue)" }
        + (0..<microCount).map { "micro_category=groceries_\($0)" } + ["micro_category=none"]
        + PurchaseChannel.allCases.map { "channel=\($0.rawValue)" }

    /// How many features are numbers.
    package static let numberCount = 4
    /// How many kinds of grocery shopping there are.
    package static let microCount = 3
    /// How many features there are.
    package static let count = names.count

    /// The places of the flags that are 1, rising.
    static func flags(of input: ModelInput, centres: [GroceryCentre]) -> [Int] {
        var flags: [Int] = []
        flags.reserveCapacity(3)
        if let place = input.category.flatMap({ places[$0] }) { flags.append(place) }
        let isGroceries = input.category == .groceries
        let micro = isGroceries ? GroceryCentre.nearest(to: input, among: centres) : microCount
        flags.append(microStart + micro)
        flags.append(channelStart + (input.channel == .offline ? 0 : 1))
        return flags
    }

    private static let places = Dictionary(
        uniqueKeysWithValues: GuardianCategory.allCases.enumerated().map { index, category in
            (category, numberCount + index)
        }
    )
    private static let microStart = numberCount + GuardianCategory.allCases.count
    private static let channelStart = microStart + microCount + 1
}
