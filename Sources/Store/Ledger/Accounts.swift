public import Kernel
public import Ledger
public import SQL

/// An account as it is stored.
public struct AccountRecord: Sendable, Equatable {
    /// The id.
    public let id: ID<Entity.Account>
    /// The household.
    public let household: ID<Entity.Household>
    /// The member it belongs to; `nil` for what is the household's.
    public let member: ID<Entity.Member>?
    /// What it holds money for.
    public let kind: AccountKind
    /// Its name.
    public let name: String
    /// Its one currency.
    public let currency: Currency
    /// What went out and in.
    public let totals: AccountTotals
    /// When it was opened.
    public let createdAt: Timestamp

    /// Makes a record of a new account.
    public init(
        id: ID<Entity.Account>,
        household: ID<Entity.Household>,
        member: ID<Entity.Member>?,
        kind: AccountKind,
        name: String,
        currency: Currency,
        totals: AccountTotals = AccountTotals(),
        createdAt: Timestamp
    ) {
        self.id = id
        self.household = household
        self.member = member
        self.kind = kind
        self.name = name
        self.currency = currency
        self.totals = totals
        self.createdAt = createdAt
    }

    /// The account as posting sees it.
    public var posting: Posting.Account {
        Posting.Account(
            id: id,
            household: household,
            currency: currency,
            mayOverdraw: kind.mayOverdraw,
            totals: totals
        )
    }
}

/// The accounts of all households.
public enum Accounts {
    private static let insertion = Statement(
        """
        INSERT INTO accounts
            (id, household_id, member_id, kind, name, currency, posted_debit_minor,
             posted_credit_minor, pending_debit_minor, pending_credit_minor, created_at_ms)
        VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0, 0, $7)
        """
    )

    /// Opens an account.
    public static func insert(_ account: AccountRecord, in session: any Session) throws {
        try session.run(
            insertion,
            [
                .id(account.id), .id(account.household), .id(account.member),
                .text(account.kind.rawValue), .text(account.name), .text(account.currency.code),
                .instant(account.createdAt),
            ]
        )
    }

    private static let columns = "SELECT \(columns(of: "accounts")) FROM accounts"
    private static let byID = Statement("\(columns) WHERE id = $1 AND household_id = $2")
    private static let byHousehold = Statement(
        "\(columns) WHERE household_id = $1 AND id > $2 ORDER BY id LIMIT $3"
    )
    private static let worldSelection = Statement(
        "\(columns) WHERE household_id = $1 AND kind = 'world' AND currency = $2 LIMIT 1"
    )

    /// What a query selects of accounts, which it calls so.
    static func columns(of name: String) -> String {
        [
            "id", "household_id", "member_id", "kind", "name", "currency", "posted_debit_minor",
            "posted_credit_minor", "pending_debit_minor", "pending_credit_minor", "created_at_ms",
        ].map { "\(name).\($0)" }.joined(separator: ", ")
    }

    /// Finds an account of a household.
    public static func find(
        _ id: ID<Entity.Account>,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> AccountRecord? {
        try session.first(byID, [.id(id), .id(household)]) { try decode($0) }
    }

    /// The account through which a household's money comes and goes in one currency.
    public static func world(
        of household: ID<Entity.Household>,
        currency: Currency,
        in session: any Session
    ) throws -> AccountRecord? {
        try session.first(worldSelection, [.id(household), .text(currency.code)]) { row in
            try decode(row)
        }
    }

    /// The accounts of a household after one, by id.
    public static func list(
        of household: ID<Entity.Household>,
        after id: ID<Entity.Account>? = nil,
        in session: any Session
    ) throws -> [AccountRecord] {
        let values: [Value] = [.id(household), .text(id?.text ?? ""), .count(Limits.walkRows)]
        return try session.rows(byHousehold, values) { try decode($0) }
    }

    private static let update = RowsStatement([.text, .bigint, .bigint, .bigint, .bigint]) { rows in
        """
        UPDATE accounts SET posted_debit_minor = v.column2, posted_credit_minor = v.column3,
            pending_debit_minor = v.column4, pending_credit_minor = v.column5
        FROM (VALUES \(rows)) AS v WHERE accounts.id = v.column1
        """
    }

    /// Stores the totals of accounts, each given once.
    public static func save(_ accounts: [Posting.Account], in session: any Session) throws {
        let changed = try session.run(
            update,
            accounts.map { account in
                let totals = account.totals
                return [
                    .id(account.id), .integer(totals.postedDebitMinor),
                    .integer(totals.postedCreditMinor), .integer(totals.pendingDebitMinor),
                    .integer(totals.pendingCreditMinor),
                ]
            }
        )
        precondition(changed == accounts.count, "accounts that were read are still there")
    }

    /// Decodes the columns of an account, the first of which is at `start`.
    static func decode(_ row: any Row, from start: Int = 0) throws -> AccountRecord {
        guard let kind = AccountKind(rawValue: row.text(start + 3)),
            let currency = Currency(code: row.text(start + 5))
        else { throw DatabaseError(.corrupt, "an account has an unknown kind or currency") }
        return AccountRecord(
            id: try row.id(start),
            household: try row.id(start + 1),
            member: try row.optionalID(start + 2),
            kind: kind,
            name: row.text(start + 4),
            currency: currency,
            totals: AccountTotals(
                postedDebitMinor: row.integer(start + 6),
                postedCreditMinor: row.integer(start + 7),
                pendingDebitMinor: row.integer(start + 8),
                pendingCreditMinor: row.integer(start + 9)
            ),
            createdAt: row.instant(start + 10)
        )
    }
}
