#if canImport(SwiftUI)
import PurserKit
import SwiftUI

extension View {
    /// Shows an error until the member has read it.
    func errorAlert(_ error: PurserError?, dismiss: @escaping () -> Void) -> some View {
        alert(
            "Something went wrong",
            isPresented: Binding(get: { error != nil }, set: { if !$0 { dismiss() } }),
            presenting: error
        ) { _ in
            Button("OK", action: dismiss)
        } message: { error in
            Text(error.localizedDescription)
        }
    }
}

/// What is shown of something that is asked for: a wheel, the thing, or why there is none.
struct PhaseView<Value: Sendable, Content: View>: View {
    let phase: Phase<Value>
    @ViewBuilder let content: (Value) -> Content

    var body: some View {
        if let value = phase.value {
            content(value)
                .overlay(alignment: .top) {
                    if phase.isBusy { ProgressView().controlSize(.small) }
                }
        } else if let error = phase.error {
            ContentUnavailableView(
                "Nothing to show",
                systemImage: "wifi.slash",
                description: Text(error.localizedDescription)
            )
        } else {
            ProgressView()
        }
    }
}
#endif
