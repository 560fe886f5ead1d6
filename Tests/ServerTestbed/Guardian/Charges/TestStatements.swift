import SQL

/// What the tests of charges read past the program.
enum TestStatements {
    static let states = Statement("SELECT state FROM charges ORDER BY id")
    static let keys = Statement("SELECT id FROM charges ORDER BY id")
    static let ledger = Statement(
        """
        SELECT phase, amount_minor, merchant, category, provider, provider_record FROM transfers
        WHERE kind = 'charge' ORDER BY number
        """
    )
}
