public import Kernel
public import SQL

/// An account a child has beside its wallet.
public struct JarRecord: Sendable, Equatable {
    /// What a jar is for.
    public enum Kind: String, Sendable, CaseIterable {
        /// Kept for later.
        case save
        /// Given away.
        case give
    }

    /// What it is for.
    public let kind: Kind
    /// The account.
    public let account: ID<Entity.Account>
    /// The part of each allowance that goes there, in per cent.
    public let percent: Int
    /// What it holds, in minor units.
    public let balanceMinor: Int64
}

/// What children have beside their wallets.
public enum Jars {
    private static let insertion = Statement(
        "INSERT INTO jars (child_id, kind, account_id, percent) VALUES ($1, $2, $3, $4)"
    )

    /// Adds a jar.
    public static func insert(
        _ kind: JarRecord.Kind,
        of child: ID<Entity.Child>,
        account: ID<Entity.Account>,
        percent: Int,
        in session: any Session
    ) throws {
        let values: [Value] = [.id(child), .text(kind.rawValue), .id(account), .count(percent)]
        try session.run(insertion, values)
    }

    private static let update = Statement(
        "UPDATE jars SET percent = $3 WHERE child_id = $1 AND kind = $2"
    )

    /// Changes the part of each allowance that goes into a jar.
    public static func setPercent(
        _ percent: Int,
        _ kind: JarRecord.Kind,
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws {
        try session.run(update, [.id(child), .text(kind.rawValue), .count(percent)])
    }

    private static let selection = Statement(
        """
        SELECT j.kind, j.account_id, j.percent, a.posted_credit_minor - a.posted_debit_minor
        FROM jars j JOIN accounts a ON a.id = j.account_id
        WHERE j.child_id = $1 ORDER BY j.kind LIMIT 2
        """
    )

    /// The jars of a child: none, or both.
    public static func list(
        of child: ID<Entity.Child>,
        in session: any Session
    ) throws -> [JarRecord] {
        try session.rows(selection, [.id(child)]) { row in
            JarRecord(
                kind: try kind(row.text(0)),
                account: try row.id(1),
                percent: Int(row.integer(2)),
                balanceMinor: row.integer(3)
            )
        }
    }

    private static func kind(_ text: String) throws -> JarRecord.Kind {
        try JarRecord.Kind(rawValue: text).orCorrupt("a jar is for something unknown")
    }

    private static let sharing = RowsStatement([.text]) { rows in
        """
        SELECT j.child_id, j.kind, j.percent
        FROM (VALUES \(rows)) AS v JOIN jars j ON j.child_id = v.column1
        """
    }

    /// The parts of each allowance, in per cent, that go into the jars of children; none of one who
    /// has no jars.
    public static func percents(
        of children: [ID<Entity.Child>],
        in session: any Session
    ) throws -> [ID<Entity.Child>: [JarRecord.Kind: Int]] {
        var percents: [ID<Entity.Child>: [JarRecord.Kind: Int]] = [:]
        let rows = try session.rows(sharing, children.map { [.id($0)] }) { row in
            (child: try row.id(0, Entity.Child.self), kind: try kind(row.text(1)), row.integer(2))
        }
        for (child, kind, percent) in rows { percents[child, default: [:]][kind] = Int(percent) }
        return percents
    }
}
