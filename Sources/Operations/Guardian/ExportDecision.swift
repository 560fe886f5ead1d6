import Contract
public import Kernel
import SQL
import Store

extension GuardianOperations {
    /// A stored decision with its facts, for the operator.
    ///
    /// - Throws: ``Problem`` `notFound`; `DatabaseError`.
    public func exportDecision(_ id: ID<Entity.Decision>) async throws -> DecisionFile {
        let record = try await database.read { try Decisions.find(id, in: $0) }
        guard let record else { throw Problem(.notFound, "There is no decision \(id)") }
        return DecisionFile(record)
    }
}
