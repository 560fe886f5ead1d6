#if canImport(SwiftUI)
import PurserKit
import PurserKitStore
import SwiftUI

/// A family's app on the observable models.
@main
struct SampleApp: App {
    @State private var home = Home()
    @Environment(\.scenePhase) private var scenePhase

    var body: some Scene {
        WindowGroup {
            switch home.purser {
            case .success(let purser): RootView(purser)
            case .failure(let error): Text(error.localizedDescription)
            }
        }
        .onChange(of: scenePhase) { _, phase in
            guard case .success(let purser) = home.purser else { return }
            if phase == .background { purser.live.pause() } else { purser.live.resume() }
        }
    }
}

/// What the app has once.
@MainActor
@Observable
final class Home {
    let purser = Result { try Home.makeClient() }

    private static func makeClient() throws -> Purser {
        var configuration = Configuration.development
        configuration.storage = .onDevice
        return try Purser(configuration: configuration)
    }
}

/// The sign-in, or what is behind it.
struct RootView: View {
    private let purser: Purser
    @State private var session: SessionModel

    init(_ purser: Purser) {
        self.purser = purser
        _session = State(initialValue: SessionModel(purser))
    }

    var body: some View {
        switch session.state {
        case .unknown: ProgressView()
        case .unreadable: ContentUnavailableView("Unlock the device", systemImage: "lock")
        case .signedOut: SignInView(session: session)
        case .signedIn:
            TabView {
                Tab("Budget", systemImage: "chart.bar.fill") { BudgetView(purser) }
                Tab("Check", systemImage: "cart.fill") { PurchaseCheckView(purser) }
                Tab("Requests", systemImage: "hand.raised.fill") { ApprovalsView(purser) }
                Tab("Children", systemImage: "person.2.fill") { ChildrenView(purser, session) }
            }
            .task { await purser.offline.start() }
        }
    }
}
#endif
