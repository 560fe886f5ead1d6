import Crypto
public import Kernel

/// The processor that is built in: it moves no money, and what comes of a charge follows from the
/// card's id.
///
/// The id's magic words, in any case: `declined`, `authenticationrequired`, `processing` (succeeds
/// when it is asked for next), `unavailable` (takes the money and does not answer, the first time).
/// Every other card is charged.
public struct SimulatedProcessor: CardProcessor {
    /// The built-in one.
    public var provider: CardProvider { .mock }

    private let intents: any SimulatedIntents

    /// Makes a processor over a store of intents.
    public init(intents: any SimulatedIntents) {
        self.intents = intents
    }

    /// A customer whose id follows from the member's.
    public func makeCustomer(
        for member: ID<Entity.Member>,
        key: String
    ) async throws(CardProcessorError) -> String {
        "cus_mock_\(Self.digits(of: "customer", member.text))"
    }

    /// A client secret that no app can use: there is no card to ask for.
    public func makeSetupIntent(
        customer: String,
        key: String
    ) async throws(CardProcessorError) -> String {
        let id = Self.digits(of: "setup", key)
        return "seti_mock_\(id)_secret_\(Self.digits(of: "setup secret", key))"
    }

    /// Does nothing: any card may be charged.
    public func attach(
        _ paymentMethod: String,
        to customer: String,
        key: String
    ) async throws(CardProcessorError) {}

    /// Keeps an intent for the order, or finds the one that was kept.
    public func charge(_ order: ChargeOrder) async throws(CardProcessorError) -> PaymentIntent {
        let word = SimulatedOutcome(in: order.paymentMethod)
        let id = "pi_mock_\(Self.digits(of: "intent", order.key))"
        let new = SimulatedIntent(
            id: id,
            key: order.key,
            paymentMethod: order.paymentMethod,
            amount: order.amount,
            status: word?.status ?? Self.succeeded,
            clientSecret: "\(id)_secret_\(Self.digits(of: "intent secret", order.key))"
        )
        let kept = try await stored { try await intents.keep(new) }
        guard kept.intent.amount == order.amount,
            kept.intent.paymentMethod == order.paymentMethod
        else { throw .refused(code: "idempotency_error") }
        if kept.isNew, word == .unavailable {
            throw .unavailable(reason: "the card's id says so")
        }
        return kept.intent.intent
    }

    /// An intent, after what was processing has succeeded.
    public func intent(_ id: String) async throws(CardProcessorError) -> PaymentIntent {
        guard let found = try await stored({ try await intents.find(id: id) }) else {
            throw .refused(code: "resource_missing")
        }
        return try await settled(found)
    }

    /// The intent of an order, after what was processing has succeeded.
    public func intent(
        of order: ChargeOrder
    ) async throws(CardProcessorError) -> PaymentIntent? {
        guard let found = try await stored({ try await intents.find(key: order.key) }) else {
            return nil
        }
        return try await settled(found)
    }

    private func settled(
        _ intent: SimulatedIntent
    ) async throws(CardProcessorError) -> PaymentIntent {
        guard intent.status == SimulatedOutcome.processing.status else { return intent.intent }
        try await stored { try await intents.setStatus(Self.succeeded, of: intent.id) }
        var settled = intent
        settled.status = Self.succeeded
        return settled.intent
    }

    private func stored<R>(_ work: () async throws -> R) async throws(CardProcessorError) -> R {
        do {
            return try await work()
        } catch {
            throw .unavailable(reason: "the intents cannot be read or kept")
        }
    }

    private static let succeeded = "succeeded"

    /// 24 hexadecimal digits that follow from a key, so that a repeat has nothing to remember.
    private static func digits(of kind: String, _ key: String) -> String {
        let hash = SHA256.hash(data: Array("\(kind) \(key)".utf8))
        return String(hash.withUnsafeBytes(Hexadecimal.text).prefix(24))
    }
}

/// A word in a card's id that tells what comes of a charge.
private enum SimulatedOutcome: String, CaseIterable {
    case declined
    case authenticationRequired = "authenticationrequired"
    case processing
    case unavailable

    /// Finds the first of them in a card's id.
    init?(in paymentMethod: String) {
        let id = paymentMethod.lowercased()
        guard let word = Self.allCases.first(where: { id.contains($0.rawValue) }) else {
            return nil
        }
        self = word
    }

    /// Stripe's word for the state that an intent has at first.
    var status: String {
        switch self {
        case .declined: "requires_payment_method"
        case .authenticationRequired: "requires_action"
        case .processing: "processing"
        case .unavailable: "succeeded"
        }
    }
}

extension SimulatedIntent {
    /// The intent in the words of every processor.
    fileprivate var intent: PaymentIntent {
        PaymentIntent(
            id: id,
            outcome: PaymentIntent.Outcome(stripe: status, errorCode: nil),
            status: status,
            clientSecret: clientSecret,
            orderKey: key
        )
    }
}
