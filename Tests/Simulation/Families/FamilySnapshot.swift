import Kernel
import Ledger
import SQL
import Store

/// What is stored of a family, and looked at after every step.
struct FamilySnapshot: Sendable {
    struct Child: Sendable {
        let nextDue: Int?
        let lastDue: Int?
        let lastPaid: Int?
        let dueCount: Int64
        let dueMinor: Int64
        /// The sum of the days, which tells one set of days from another.
        let daySum: Int64
        let movements: Int64
    }

    struct Jar: Sendable {
        let kind: String
        let account: ID<Entity.Account>
        let percent: Int64
    }

    /// One due day.
    struct Due: Sendable, Hashable {
        let child: ID<Entity.Child>
        let day: Int
        let amountMinor: Int64
        let isPaid: Bool
    }

    let children: [ID<Entity.Child>: Child]
    let accounts: [ID<Entity.Account>: AccountRecord]
    let jars: [ID<Entity.Child>: [Jar]]
    let pool: AccountRecord?
    /// What is owed; all due days when they were asked for.
    let dues: Set<Due>

    /// Reads it, in a transaction.
    static func read(
        _ household: ID<Entity.Household>,
        withAllDues: Bool = false,
        in session: any Session
    ) throws -> FamilySnapshot {
        let rows = try session.rows(children, [.id(household)]) { row in
            (try row.id(0) as ID<Entity.Child>, Child(row))
        }
        let all = try session.rows(withAllDues ? everyDue : owedDues, [.id(household)]) { row in
            Due(
                child: try row.id(0),
                day: row.day(1).dayNumber,
                amountMinor: row.integer(2),
                isPaid: row.integer(3) == 1
            )
        }
        let accounts = try Accounts.list(of: household, in: session)
        let jars = try session.rows(jars, [.id(household)]) { row in
            (
                try row.id(0) as ID<Entity.Child>,
                Jar(kind: row.text(1), account: try row.id(2), percent: row.integer(3))
            )
        }
        return FamilySnapshot(
            children: Dictionary(uniqueKeysWithValues: rows),
            accounts: Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0) }),
            jars: Dictionary(grouping: jars, by: \.0).mapValues { $0.map(\.1) },
            pool: try Pools.find(of: household, in: session),
            dues: Set(all)
        )
    }

    private static let children = Statement(
        """
        SELECT c.id, a.next_due_day, a.last_due_day, a.last_paid_day, COUNT(d.due_day),
            CAST(COALESCE(SUM(d.amount_minor), 0) AS BIGINT),
            CAST(COALESCE(SUM(d.due_day), 0) AS BIGINT),
            (SELECT COALESCE(MAX(w.position), 0) FROM wallet_movements w WHERE w.child_id = c.id)
        FROM children c
            JOIN members m ON m.id = c.member_id
            JOIN allowances a ON a.child_id = c.id
            LEFT JOIN allowance_dues d ON d.child_id = c.id
        WHERE m.household_id = $1
        GROUP BY c.id, a.next_due_day, a.last_due_day, a.last_paid_day
        """
    )
    private static let jars = Statement(
        """
        SELECT j.child_id, j.kind, j.account_id, j.percent
        FROM jars j JOIN children c ON c.id = j.child_id JOIN members m ON m.id = c.member_id
        WHERE m.household_id = $1
        """
    )
    private static let owedDues = Statement(
        """
        SELECT child_id, due_day, amount_minor, 0 FROM allowance_dues
        WHERE household_id = $1 AND transfer_id IS NULL
        """
    )
    private static let everyDue = Statement(
        """
        SELECT child_id, due_day, amount_minor, CASE WHEN transfer_id IS NULL THEN 0 ELSE 1 END
        FROM allowance_dues WHERE household_id = $1
        """
    )
}

extension FamilySnapshot.Child {
    fileprivate init(_ row: any Row) {
        nextDue = row.optionalInteger(1).map { Int($0) }
        lastDue = row.optionalInteger(2).map { Int($0) }
        lastPaid = row.optionalInteger(3).map { Int($0) }
        dueCount = row.integer(4)
        dueMinor = row.integer(5)
        daySum = row.integer(6)
        movements = row.integer(7)
    }
}
