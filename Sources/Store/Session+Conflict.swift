import SQL

extension Session {
    /// Changes the one row that a statement is about, unless somebody else was faster.
    ///
    /// - Throws: `DatabaseError` `conflict`, for this reason.
    func changeOne(_ statement: Statement, _ values: [Value], orConflict reason: String) throws {
        guard try run(statement, values) == 1 else { throw DatabaseError(.conflict, reason) }
    }
}
