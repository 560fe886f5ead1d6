public import Kernel
public import SQL

/// The accounts with a set balance from which households pay allowances.
public enum Pools {
    private static let insertion = Statement(
        "INSERT INTO pools (household_id, account_id) VALUES ($1, $2)"
    )

    /// Sets a household's pool.
    public static func insert(
        _ account: ID<Entity.Account>,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws {
        try session.run(insertion, [.id(household), .id(account)])
    }

    private static let selection = Statement(
        "SELECT account_id FROM pools WHERE household_id = $1"
    )

    /// A household's pool; `nil` when it has no set balance.
    public static func find(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> AccountRecord? {
        let account: ID<Entity.Account>? = try session.first(selection, [.id(household)]) {
            try $0.id(0)
        }
        guard let account else { return nil }
        return try Accounts.find(account, of: household, in: session)
            .orCorrupt("a pool has no account")
    }

    private static let deletion = Statement("DELETE FROM pools WHERE household_id = $1")

    /// Takes the set balance away; the account stays in the books.
    public static func delete(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws {
        try session.run(deletion, [.id(household)])
    }
}
