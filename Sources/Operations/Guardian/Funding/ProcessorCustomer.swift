import Contract
import Kernel
import Providers
import SQL
import Store

extension GuardianOperations {
    /// What a processor knows a member as; made there when it knows nobody yet.
    ///
    /// The key is recorded before the processor is asked, so that a call that was not heard makes
    /// no second customer.
    ///
    /// - Throws: ``Problem`` `processorUnavailable`; `DatabaseError`.
    func customer(
        of member: ID<Entity.Member>,
        at processor: any CardProcessor,
        _ call: Call
    ) async throws -> String {
        let provider = processor.provider.rawValue
        let newKey = call.newID(Entity.Member.self).text
        let find = { @Sendable (session: any Session) in
            try ProcessorCustomers.findOrInsert(member, at: provider, newKey: newKey, in: session)
        }
        let known = try await database.write(find)
        if let customer = known.customer { return customer }
        let customer: String
        do {
            customer = try await processor.makeCustomer(for: member, key: known.requestKey)
        } catch {
            throw Problem(.processorUnavailable)
        }
        let kept = try await database.write { session in
            try ProcessorCustomers.save(customer, of: member, at: provider, in: session)
            return try find(session)
        }
        return kept.customer ?? customer
    }
}
