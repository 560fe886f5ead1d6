import Contract
public import Kernel
import SQL
import Store

extension GuardianOperations {
    /// A stored decision with its facts, for the operator; also with the policies that were asked,
    /// as they were then.
    ///
    /// - Throws: ``Problem`` `notFound`; `DatabaseError`.
    public func exportDecision(_ id: ID<Entity.Decision>) async throws -> DecisionFile {
        let record = try await database.read { session in
            try Decisions.find(id, in: session)?.withPolicies(in: session)
        }
        guard let record else { throw Problem(.notFound, "There is no decision \(id)") }
        return DecisionFile(record)
    }
}
