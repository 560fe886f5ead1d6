#if canImport(SwiftUI)
import PurserKit
import SwiftUI

/// The children with what their wallets hold.
struct ChildrenView: View {
    private let purser: Purser
    private let session: SessionModel
    @State private var model: ChildrenModel

    init(_ purser: Purser, _ session: SessionModel) {
        self.purser = purser
        self.session = session
        _model = State(initialValue: ChildrenModel(purser))
    }

    var body: some View {
        NavigationStack {
            PhaseView(phase: model.phase) { children in
                List(children) { child in
                    NavigationLink {
                        WalletView(purser, childID: child.childID)
                            .navigationTitle(child.fullName)
                    } label: {
                        LabeledContent(child.fullName, value: child.currentBalance.formatted())
                    }
                }
            }
            .refreshable { await model.refresh() }
            .toolbar {
                Button("Sign out") { Task { await session.signOut() } }
            }
        }
        .task { await model.load() }
        .errorAlert(model.error) { model.dismissError() }
    }
}

/// One wallet, with what moved in it.
struct WalletView: View {
    @State private var model: ChildWalletModel

    init(_ purser: Purser, childID: ID<API.Entity.Child>) {
        _model = State(initialValue: ChildWalletModel(purser, childID: childID))
    }

    var body: some View {
        PhaseView(phase: model.phase) { wallet in
            List {
                ForEach(wallet.transactions) { movement in
                    LabeledContent(
                        movement.description,
                        value: movement.signedAmount.formatted(.currency(code: "USD"))
                    )
                }
                if wallet.hasMore {
                    Button("Older") { Task { await model.loadMore() } }
                }
            }
        }
        .refreshable { await model.refresh() }
        .task { await model.load() }
        .errorAlert(model.error) { model.dismissError() }
    }
}
#endif
