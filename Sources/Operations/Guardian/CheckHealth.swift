public import Contract
import SQL
import Store

extension GuardianOperations {
    /// Tells that the database answers and its schema is this program's own.
    ///
    /// - Throws: `DatabaseError` when either is not so.
    public func checkHealth() async throws -> API.Guardian.Health {
        try await database.read { try Migrator(Migrations.all).verify($0) }
        return .ok
    }
}
