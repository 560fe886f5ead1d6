#if canImport(SwiftUI)
import PurserKit
import SwiftUI

/// How much of each monthly limit is spent.
struct BudgetView: View {
    @State private var model: BudgetProgressModel

    init(_ purser: Purser) {
        _model = State(initialValue: BudgetProgressModel(purser))
    }

    var body: some View {
        PhaseView(phase: model.phase) { budgets in
            List(budgets) { BudgetRow(budget: $0) }
                .overlay {
                    if model.isEmpty {
                        ContentUnavailableView("No limits yet", systemImage: "gauge")
                    }
                }
        }
        .refreshable { await model.refresh() }
        .task { await model.load() }
    }
}

/// One limit as a bar.
struct BudgetRow: View {
    let budget: BudgetProgress

    var body: some View {
        VStack(alignment: .leading) {
            Label(budget.title, systemImage: budget.rule.categoryIcon)
            ProgressView(value: budget.fraction).tint(colour)
            Text("\(spent) of \(limit), \(budget.percent) %")
                .font(.caption)
                .foregroundStyle(.secondary)
        }
    }

    private var spent: String { budget.rule.spentMTDCents.formattedCents() }
    private var limit: String { budget.rule.limitCents.formattedCents() }

    private var colour: Color {
        switch budget.level {
        case .green: .green
        case .yellow: .yellow
        case .red: .red
        }
    }
}
#endif
