import Contract

/// Calls of which the first to come gets something that the others do not.
enum Race {
    /// The calls in an order in which they may have come, by what each was answered.
    static func ordered(
        _ calls: [(PlannedCall, [Attempt])]
    ) -> [(PlannedCall, [Attempt])] {
        calls.enumerated()
            .map { (rank: rank($0.element.1.last?.outcome), index: $0.offset, call: $0.element) }
            .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
            .map(\.call)
    }

    private static func rank(_ outcome: Outcome?) -> Int {
        switch outcome {
        case .answered(_, let body): body.contains("\"reason\":\"override\"") ? 0 : 1
        case .posted: 0
        default: 2
        }
    }
}
