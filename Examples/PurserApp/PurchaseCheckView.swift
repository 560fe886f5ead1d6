#if canImport(SwiftUI)
import PurserKit
import SwiftUI

/// Asks whether a purchase may go ahead; without a network the device advises.
struct PurchaseCheckView: View {
    @State private var model: PurchaseCheckModel
    @State private var amount: Decimal = 0

    init(_ purser: Purser) {
        _model = State(initialValue: PurchaseCheckModel(purser))
    }

    var body: some View {
        Form {
            Section("Purchase") {
                TextField("Amount", value: $amount, format: .currency(code: "USD"))
                    .onChange(of: amount) { model.amountCents = amount.cents ?? 0 }
                TextField("Merchant", text: $model.merchant)
                Picker("Category", selection: $model.category) {
                    Text("Find it").tag(String?.none)
                    ForEach(SpendingCategory.allCases) { category in
                        Label(category.displayName, systemImage: category.icon)
                            .tag(String?.some(category.rawValue))
                    }
                }
                Button("Check purchase") {
                    Task {
                        await model.askForScore()
                        await model.check()
                    }
                }
                .disabled(!model.isComplete || model.verdict.isBusy)
            }
            if let verdict = model.verdict.value { VerdictSection(verdict: verdict) }
            if let score = model.score.value {
                Section("How avoidable it looks") {
                    ProgressView(value: score.pAvoid)
                    Text(score.reason)
                }
            }
            if let error = model.verdict.error {
                Section { Text(error.localizedDescription).foregroundStyle(.red) }
            }
        }
    }
}

/// The decision, with its reasons.
struct VerdictSection: View {
    let verdict: PurchaseCheckModel.Verdict

    var body: some View {
        Section(isAdvice ? "Advice without a network" : "Decision") {
            Label(
                verdict.message ?? (isApproved ? "Go ahead." : "Better not."),
                systemImage: isApproved ? "checkmark.circle.fill" : "xmark.octagon.fill"
            )
            .foregroundStyle(isApproved ? .green : .red)
            DisclosureGroup("Reasons") {
                ForEach(checks, id: \.check) { check in
                    LabeledContent(check.check, value: check.detail)
                }
            }
        }
    }

    private var isApproved: Bool { verdict.decision == .approve }

    private var isAdvice: Bool {
        if case .advised = verdict { true } else { false }
    }

    private var checks: [API.Guardian.AuthorizeCheck] {
        switch verdict {
        case .decided(let answer): answer.trace
        case .advised(let advice): advice.trace
        }
    }
}
#endif
