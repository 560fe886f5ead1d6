import Kernel
import Providers

/// What the tests of card processors order.
enum Cards {
    static let member = ID<Entity.Member>(RawID(high: 1, low: 2))

    /// An order of five dollars at noon.
    static func order(
        _ key: String = "order-1",
        card: String = "pm_card_visa",
        cents: Int64 = 500,
        customer: String? = nil,
        at orderedAt: Timestamp = Timestamp(seconds: 1_736_942_400)
    ) -> ChargeOrder {
        ChargeOrder(
            key: key,
            amount: Money(minor: cents, currency: .usd),
            paymentMethod: card,
            customer: customer,
            orderedAt: orderedAt
        )
    }

    /// Why a call was refused or not answered; `nil` when it was.
    static func failure<R>(
        _ work: () async throws -> R
    ) async -> CardProcessorError? {
        do {
            _ = try await work()
            return nil
        } catch {
            return error as? CardProcessorError
        }
    }

    /// Whether what was done is not known.
    static func isUnavailable<R>(
        _ work: () async throws -> R
    ) async -> Bool {
        guard case .unavailable = await failure(work) else { return false }
        return true
    }
}
