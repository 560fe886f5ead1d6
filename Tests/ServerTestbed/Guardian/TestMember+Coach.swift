import Contract
import PurserKit
import Testbed

extension TestMember {
    /// Asks the coach.
    func coach(
        _ cents: Int64,
        _ category: String? = "fun",
        at merchant: String = "Steam",
        mcc: Int64? = nil,
        key: String? = nil
    ) async throws -> API.Guardian.CoachAnswer {
        try await purser.call(
            API.Guardian.coachPurchase,
            .init(amountCents: cents, merchant: merchant, category: category, mcc: mcc),
            idempotencyKey: key
        )
    }
}
