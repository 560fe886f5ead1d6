public import Kernel
public import Providers
import Synchronization

/// A card processor whose every call a test may wait in, fail, or look at.
///
/// It keeps what it did, and does it once for each key, as a real one does.
public final class TestProcessor: CardProcessor {
    /// The calls of a processor.
    public enum Call: Sendable, CaseIterable {
        /// Makes a customer.
        case makeCustomer
        /// Makes a setup intent.
        case makeSetupIntent
        /// Keeps a card.
        case attach
        /// Charges a card.
        case charge
        /// Looks at an intent.
        case intent
        /// Looks for the intent of an order.
        case intentOfOrder
    }

    /// What happens before a call does anything, or after it did; throwing is the answer then.
    public typealias Hook = @Sendable (Call) async throws -> Void

    private struct State {
        var customers: [String: String] = [:]
        var cards: Set<String> = []
        var intents: [PaymentIntent] = []
        var counts: [Call: Int] = [:]
        var outcome = PaymentIntent.Outcome.succeeded
        var before: Hook?
        var after: Hook?
    }

    /// Whose processor it is.
    public let provider: CardProvider

    private let state = Mutex(State())

    /// Makes a processor that knows nothing yet and charges every card.
    public init(_ provider: CardProvider = .mock) {
        self.provider = provider
    }

    // MARK: What a test does

    /// Says what happens before each call from now on.
    public func before(_ hook: Hook?) { state.withLock { $0.before = hook } }

    /// Says what happens after each call from now on: it did what it was asked for.
    public func after(_ hook: Hook?) { state.withLock { $0.after = hook } }

    /// Says what comes of new charges from now on.
    public func answer(_ outcome: PaymentIntent.Outcome) {
        state.withLock { $0.outcome = outcome }
    }

    /// Brings every intent to another state.
    public func become(_ outcome: PaymentIntent.Outcome) {
        state.withLock { state in
            state.intents = state.intents.map { Self.intent($0.id, outcome, $0.orderKey) }
        }
    }

    /// The payment intents that were made, oldest first.
    public var intents: [PaymentIntent] { state.withLock { $0.intents } }

    /// The customers that were made.
    public var customers: [String] { state.withLock { $0.customers.values.sorted() } }

    /// How often a call was made.
    public func count(_ call: Call) -> Int { state.withLock { $0.counts[call] ?? 0 } }

    // MARK: What a processor does

    /// Makes a customer, once for each key.
    public func makeCustomer(
        for member: ID<Entity.Member>,
        key: String
    ) async throws(CardProcessorError) -> String {
        try await run(.makeCustomer) { state in
            let new = "cus_\(state.customers.count + 1)"
            let customer = state.customers[key] ?? new
            state.customers[key] = customer
            return .success(customer)
        }
    }

    /// Makes a client secret that tells its key.
    public func makeSetupIntent(
        customer: String,
        key: String
    ) async throws(CardProcessorError) -> String {
        try await run(.makeSetupIntent) { _ in .success("seti_\(customer)_secret_\(key)") }
    }

    /// Keeps a card, unless its id says `gone`.
    public func attach(
        _ paymentMethod: String,
        to customer: String,
        key: String
    ) async throws(CardProcessorError) {
        try await run(.attach) { state -> Result<Void, CardProcessorError> in
            guard !paymentMethod.contains("gone") else {
                return .failure(.refused(code: "resource_missing"))
            }
            state.cards.insert(paymentMethod)
            return .success(())
        }
    }

    /// Makes the order's intent, or finds the one that was made, unless the card's id says
    /// `detached`.
    public func charge(_ order: ChargeOrder) async throws(CardProcessorError) -> PaymentIntent {
        try await run(.charge) { state in
            if let known = state.intents.first(where: { $0.orderKey == order.key }) {
                return .success(known)
            }
            guard !order.paymentMethod.contains("detached") else {
                return .failure(.refused(code: "resource_missing"))
            }
            let intent = Self.intent("pi_\(state.intents.count + 1)", state.outcome, order.key)
            state.intents.append(intent)
            return .success(intent)
        }
    }

    /// An intent as it is now.
    public func intent(_ id: String) async throws(CardProcessorError) -> PaymentIntent {
        try await run(.intent) { state in
            guard let intent = state.intents.first(where: { $0.id == id }) else {
                return .failure(.refused(code: "resource_missing"))
            }
            return .success(intent)
        }
    }

    /// The order's intent as it is now, if it was made.
    public func intent(
        of order: ChargeOrder
    ) async throws(CardProcessorError) -> PaymentIntent? {
        try await run(.intentOfOrder) { state in
            .success(state.intents.first { $0.orderKey == order.key })
        }
    }

    private func run<R: Sendable>(
        _ call: Call,
        _ work: @Sendable (inout State) -> Result<R, CardProcessorError>
    ) async throws(CardProcessorError) -> R {
        let before = state.withLock { state in
            state.counts[call, default: 0] += 1
            return state.before
        }
        try await Self.pass(before, call)
        let result = state.withLock { work(&$0) }
        try await Self.pass(state.withLock { $0.after }, call)
        return try result.get()
    }

    private static func pass(_ hook: Hook?, _ call: Call) async throws(CardProcessorError) {
        do {
            try await hook?(call)
        } catch let error as CardProcessorError {
            throw error
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }

    private static func intent(
        _ id: String,
        _ outcome: PaymentIntent.Outcome,
        _ key: String?
    ) -> PaymentIntent {
        let status =
            switch outcome {
            case .succeeded: "succeeded"
            case .processing: "processing"
            case .requiresAction: "requires_action"
            case .failed: "requires_payment_method"
            }
        return PaymentIntent(
            id: id,
            outcome: outcome,
            status: status,
            clientSecret: "\(id)_secret",
            orderKey: key
        )
    }
}
