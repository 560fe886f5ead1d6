import SQL

extension Statement {
    static let beginReading = Statement("BEGIN DEFERRED")
    static let beginWriting = Statement("BEGIN IMMEDIATE")
    static let commit = Statement("COMMIT")
    static let rollBack = Statement("ROLLBACK")
    static let savepoint = Statement("SAVEPOINT step")
    static let release = Statement("RELEASE step")
    /// Leaves the savepoint open; ``release`` has to follow.
    static let undo = Statement("ROLLBACK TO step")
}
