#if canImport(SwiftUI)
import PurserKit
import SwiftUI

/// What children ask to be allowed, as they ask.
struct ApprovalsView: View {
    @State private var model: ApprovalsModel

    init(_ purser: Purser) {
        _model = State(initialValue: ApprovalsModel(purser))
    }

    var body: some View {
        PhaseView(phase: model.phase) { _ in
            List(model.pending) { request in
                VStack(alignment: .leading) {
                    Text("\(request.merchant), \(request.amountCents.formattedCents())")
                    HStack {
                        Button("Allow once") { Task { await model.approve(request.id) } }
                        Button("Not this time", role: .destructive) {
                            Task { await model.decline(request.id) }
                        }
                    }
                    .buttonStyle(.bordered)
                    .disabled(model.decidedID != nil)
                }
            }
            .overlay {
                if model.pending.isEmpty {
                    ContentUnavailableView("Nobody asks", systemImage: "checkmark.seal")
                }
            }
        }
        .refreshable { await model.refresh() }
        .task {
            await model.load()
            try? await model.follow()
        }
        .errorAlert(model.error) { model.dismissError() }
    }
}
#endif
