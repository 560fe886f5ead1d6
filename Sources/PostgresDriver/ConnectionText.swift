import CLibPQ
import SQL

/// A connection string that libpq can read.
struct ConnectionText: Sendable {
    let text: String

    /// Checks the text.
    ///
    /// What libpq has to say about it is not passed on: it quotes the text, which may hold a
    /// password.
    init(_ text: String) throws(DatabaseError) {
        guard !text.utf8.contains(0), let options = PQconninfoParse(text, nil) else {
            throw DatabaseError(
                .statement,
                "the database URL is not a PostgreSQL connection string"
            )
        }
        PQconninfoFree(options)
        self.text = text
    }
}
