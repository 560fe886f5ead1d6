public import Contract
import Kernel
import Providers
import SQL
import Store

extension GuardianOperations {
    /// Begins to add a card: tells with what an app asks its holder for it.
    ///
    /// - Throws: ``Problem`` `processorUnavailable`, `conflict`, `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func createCardIntent(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Guardian.CardSetup {
        let member = try await recalling(call) { _, membership in membership.member }
        let processor = cards.preferred
        let customer = try await customer(of: member, at: processor, call)
        let secret: String
        do {
            secret = try await processor.makeSetupIntent(
                customer: customer,
                key: call.idempotency?.identityHash ?? call.newID(Entity.FundingSource.self).text
            )
        } catch {
            throw Problem(.processorUnavailable)
        }
        return try await writing(call) { _, _ in API.Guardian.CardSetup(clientSecret: secret) }
    }
}
