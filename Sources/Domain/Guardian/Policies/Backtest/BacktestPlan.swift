/// The policies that apply to some member's purchases, made ready.
struct BacktestPlan: Sendable {
    /// Their places among all policies of a trial.
    let places: [Int]
    let program: PolicyProgram
    let needs: PolicyNeeds
    /// Their windows.
    let groups: [WindowTallies.Group]

    /// `reads`: How each window of the trial is read.
    init(
        _ policies: [(place: Int, condition: PolicyCondition)],
        _ reads: [PolicyWindow: WindowTallies.Read]
    ) {
        let conditions = policies.map(\.condition)
        let needs = PolicyNeeds(of: conditions)
        places = policies.map(\.place)
        program = PolicyProgram(conditions, needs)
        self.needs = needs
        groups = WindowTallies.Group.groups(
            of: needs.windows.enumerated().compactMap { place, window in
                reads[window].map { (PolicyProgram.Layout.windows + place, $0) }
            }
        )
    }

    /// The measures of a purchase.
    func measures(
        of purchase: PastPurchase,
        clock: Int64,
        isFirstAtMerchant: Bool,
        isFirstInCategory: Bool,
        _ windows: WindowTallies,
        _ moment: WindowTallies.Moment,
        into measures: inout [Int64]
    ) {
        let unknown = PolicyProgram.unknown
        let amount = purchase.amountMinor
        measures.removeAll(keepingCapacity: true)
        measures.append(amount)
        measures.append(program.categories[purchase.category] ?? unknown)
        measures.append(program.merchants[purchase.merchantKey] ?? unknown)
        measures.append(purchase.mcc ?? unknown)
        measures.append(clock)
        measures.append(isFirstAtMerchant ? 1 : 0)
        measures.append(isFirstInCategory ? 1 : 0)
        measures.append(purchase.avoidable.map(PolicyFacts.tenThousandths) ?? unknown)
        measures.append(purchase.wallet.map { PolicyProgram.difference($0, amount) } ?? unknown)
        measures.append(contentsOf: repeatElement(0, count: needs.windows.count))
        for group in groups {
            windows.read(group, moment, adding: amount, into: &measures)
        }
        for place in needs.places {
            measures.append((purchase.places[place] ?? .unknown).number)
        }
        for goal in needs.goals { measures.append(purchase.goalLacks[goal] ?? unknown) }
    }
}
