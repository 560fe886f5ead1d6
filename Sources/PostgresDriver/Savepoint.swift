import SQL

/// The commands of a savepoint at one depth.
struct Savepoint: Sendable {
    let save: Statement
    let release: Statement
    let undo: String

    private init(depth: Int) {
        save = Statement("SAVEPOINT p\(depth)")
        release = Statement("RELEASE SAVEPOINT p\(depth)")
        undo = "ROLLBACK TO SAVEPOINT p\(depth); RELEASE SAVEPOINT p\(depth)"
    }

    /// The savepoint inside `depth` others.
    static func at(depth: Int) throws(DatabaseError) -> Savepoint {
        guard depth < all.count else {
            throw DatabaseError(.statement, "savepoints are nested deeper than \(all.count)")
        }
        return all[depth]
    }

    private static let all = (0..<32).map(Savepoint.init(depth:))
}
