extension Simulator {
    /// The kind of steps that is made of banks.
    static let bankKind = Planner.Kind.bank.rawValue

    /// Steps with banks, side by side.
    ///
    /// Chance has a seed of its own here, so that the other steps are the same with them and
    /// without.
    ///
    /// - Returns: How many were made.
    func bankRound(atMost count: Int) async throws -> Int {
        let places = bankChance.shuffled(Array(banks.indices)).prefix(count)
        let steps = places.map { place in
            var planner = bankPlanner(place)
            return planner.step(of: .bank)
        }
        try await make(steps, isCounted: false)
        report.bankSteps += steps.count
        return steps.count
    }

    /// Reads the banks whose last sync came to no end, so that it is known what must be shown.
    func readOpenBanks() async throws {
        let open = banks.indices.filter { households[$0].bank?.rows == nil }
        let steps = open.map { place in
            var planner = bankPlanner(place)
            return planner.readingBank()
        }
        try await make(steps, isCounted: false)
    }

    /// Asks Insights about the accounts that are linked.
    func askInsights() async throws {
        let linked = banks.indices.filter { households[$0].bank?.isLinked == true }
        let steps = linked.map { place in
            var planner = bankPlanner(place)
            return planner.askingInsights()
        }
        try await make(steps, isCounted: false)
    }

    private func bankPlanner(_ place: Int) -> Planner {
        Planner(
            chance: Chance(seed: bankChance.next()),
            home: households[place],
            other: households[place],
            nowMS: clock.nowMS,
            hasFaults: options.hasFaults
        )
    }
}
