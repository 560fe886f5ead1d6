/// Tells a model when the member it shows things of is gone.
///
/// It watches for as long as it is held.
@MainActor
final class SessionWatch {
    private let task: Task<Void, Never>

    /// Calls `onEnd` whenever a session ends, or becomes another member's.
    init(_ purser: Purser, _ onEnd: @escaping @MainActor @Sendable () -> Void) {
        // Who misses that a member was signed in does not notice that it has gone.
        let states = purser.client.keeper.state.values(keeping: Self.most)
        task = Task {
            var owner: String?
            for await state in states {
                switch state {
                case .unknown, .unreadable: continue
                case .signedOut: if owner != nil { onEnd() }
                case .signedIn(let newOwner): if owner != nil, newOwner != owner { onEnd() }
                }
                owner = if case .signedIn(let newOwner) = state { newOwner } else { nil }
            }
        }
    }

    deinit { task.cancel() }

    /// More sessions do not begin and end before the main actor has its turn.
    private static let most = 16
}
