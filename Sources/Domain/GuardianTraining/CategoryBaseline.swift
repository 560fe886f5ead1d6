import Catalogue
import Guardian

/// What somebody predicts who sees a purchase's category and nothing else.
struct CategoryBaseline {
    private let probabilities: [GuardianCategory: Double]

    /// Learns each category's share of avoidable rows, as if each had one more of either kind.
    init(_ rows: [ReferenceSet.Row]) {
        var counts: [GuardianCategory: (rows: Int, positives: Int)] = [:]
        for row in rows {
            guard let category = row.input.category else { continue }
            counts[category, default: (0, 0)].rows += 1
            if row.isAvoidable { counts[category, default: (0, 0)].positives += 1 }
        }
        probabilities = counts.mapValues { Double($0.positives + 1) / Double($0.rows + 2) }
    }

    /// The probability that a purchase is avoidable; 0.5 where nothing is known.
    func probability(of input: ModelInput) -> Double {
        input.category.flatMap { probabilities[$0] } ?? 0.5
    }
}
