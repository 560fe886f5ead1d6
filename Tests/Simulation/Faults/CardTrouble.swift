import Kernel
import Operations
import Providers
import SQL

/// What is wrong with the card processor.
enum CardTrouble: String, Codable, Sendable, CaseIterable {
    /// It is not reached when it is asked to take money.
    case unreachable
    /// It takes the money and its answer does not arrive.
    case silent
    /// It is never reached.
    case deaf
}

/// The built-in card processor as one attempt of a call meets it.
///
/// What it keeps goes past the failures of the engine: it stands for somebody else's database.
struct TroubledProcessor: CardProcessor {
    private let base: SimulatedProcessor
    private let trouble: CardTrouble?

    init(_ database: any Database, _ trouble: CardTrouble?) {
        base = SimulatedProcessor(intents: DatabaseIntents(database))
        self.trouble = trouble
    }

    var provider: CardProvider { base.provider }

    func makeCustomer(
        for member: ID<Entity.Member>,
        key: String
    ) async throws(CardProcessorError) -> String {
        try await base.makeCustomer(for: member, key: key)
    }

    func makeSetupIntent(
        customer: String,
        key: String
    ) async throws(CardProcessorError) -> String {
        try await base.makeSetupIntent(customer: customer, key: key)
    }

    func attach(
        _ paymentMethod: String,
        to customer: String,
        key: String
    ) async throws(CardProcessorError) {
        try await base.attach(paymentMethod, to: customer, key: key)
    }

    func charge(_ order: ChargeOrder) async throws(CardProcessorError) -> PaymentIntent {
        switch trouble {
        case .unreachable, .deaf: throw Self.unavailable
        case .silent:
            _ = try await base.charge(order)
            throw Self.unavailable
        case nil: return try await base.charge(order)
        }
    }

    func intent(_ id: String) async throws(CardProcessorError) -> PaymentIntent {
        guard trouble != .deaf else { throw Self.unavailable }
        return try await base.intent(id)
    }

    func intent(of order: ChargeOrder) async throws(CardProcessorError) -> PaymentIntent? {
        guard trouble != .deaf else { throw Self.unavailable }
        return try await base.intent(of: order)
    }

    private static var unavailable: CardProcessorError {
        .unavailable(reason: "put in by the simulation")
    }
}
