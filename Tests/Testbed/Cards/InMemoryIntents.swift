public import Providers
import Synchronization

/// Intents of the built-in processor that last as long as this value.
public final class InMemoryIntents: SimulatedIntents {
    private let kept = Mutex<[SimulatedIntent]>([])

    /// Makes an empty store.
    public init() {}

    /// Every intent, oldest first.
    public var all: [SimulatedIntent] { kept.withLock { $0 } }

    /// Keeps an intent, unless there is one with its key.
    public func keep(
        _ new: SimulatedIntent
    ) async throws -> (intent: SimulatedIntent, isNew: Bool) {
        kept.withLock { kept in
            if let old = kept.first(where: { $0.key == new.key }) { return (old, false) }
            kept.append(new)
            return (new, true)
        }
    }

    /// The intent with an id.
    public func find(id: String) async throws -> SimulatedIntent? {
        all.first { $0.id == id }
    }

    /// The intent of an order.
    public func find(key: String) async throws -> SimulatedIntent? {
        all.first { $0.key == key }
    }

    /// Changes the state of an intent.
    public func setStatus(_ status: String, of id: String) async throws {
        kept.withLock { kept in
            guard let index = kept.firstIndex(where: { $0.id == id }) else { return }
            let old = kept[index]
            kept[index] = SimulatedIntent(
                id: old.id,
                key: old.key,
                paymentMethod: old.paymentMethod,
                amount: old.amount,
                status: status,
                clientSecret: old.clientSecret
            )
        }
    }
}
