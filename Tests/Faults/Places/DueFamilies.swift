import Foundation
import Programs
import SQL

/// Families of whom five weeks of allowance are due, put behind the program's back.
struct DueFamilies: Sendable {
    let families: Int
    let childrenOfEach: Int

    /// What each child is paid on each due day, in cents.
    static let amount: Int64 = 150
    /// Due days of each child.
    static let weeks = 5

    /// Due days of all children.
    var dueDays: Int { families * childrenOfEach * Self.weeks }

    /// Adds them; each child's last due day was five weeks before today.
    func add(to storage: Storage) async throws {
        let now = Int64(Date.now.timeIntervalSince1970)
        try await storage.with { database in
            try await database.write { session in
                for family in 0..<families {
                    try Self.addFamily(family, now * 1_000, in: session)
                    for child in 0..<childrenOfEach {
                        let number = family * childrenOfEach + child
                        try Self.addChild(number, of: family, now, in: session)
                    }
                }
            }
        }
    }

    private static func addFamily(
        _ number: Int,
        _ now: Int64,
        in session: any Session
    ) throws {
        let household = id(1, number)
        let genesis = String(repeating: "0", count: 64)
        try session.run(
            family,
            [.text(household), .text("Family"), .text("UTC"), .integer(now), .text(genesis)]
        )
        try session.run(
            account,
            [.text(id(2, number)), .text(household), .null, .text("world"), .integer(now)]
        )
    }

    private static func addChild(
        _ number: Int,
        of family: Int,
        _ now: Int64,
        in session: any Session
    ) throws {
        let household = Value.text(id(1, family))
        let member = Value.text(id(3, number))
        let wallet = Value.text(id(4, number))
        let child = Value.text(id(5, number))
        let today = now / 86_400
        let milliseconds = Value.integer(now * 1_000)
        let email = Value.text("child\(number)@example.com")
        try session.run(Self.member, [member, household, email, milliseconds])
        try session.run(account, [wallet, household, member, .text("wallet"), milliseconds])
        try session.run(Self.child, [child, member, wallet, .integer(amount), milliseconds])
        try session.run(
            schedule,
            [child, household, .integer(today - 28), .integer(today - 35)]
        )
    }

    /// A UUID that tells what it is of.
    private static func id(_ kind: Int, _ number: Int) -> String {
        "0000000\(kind)-0000-7000-8000-" + String(format: "%012d", number)
    }

    private static let family = Statement(
        """
        INSERT INTO households
            (id, name, time_zone, currency, created_at_ms, chain_sequence, chain_hash)
        VALUES ($1, $2, $3, 'USD', $4, 0, $5)
        """
    )
    private static let account = Statement(
        """
        INSERT INTO accounts
            (id, household_id, member_id, kind, name, currency, posted_debit_minor,
             posted_credit_minor, pending_debit_minor, pending_credit_minor, created_at_ms)
        VALUES ($1, $2, $3, $4, 'Account', 'USD', 0, 0, 0, 0, $5)
        """
    )
    private static let member = Statement(
        """
        INSERT INTO members (id, household_id, role, email, is_active, created_at_ms)
        VALUES ($1, $2, 'Child', $3, 1, $4)
        """
    )
    private static let child = Statement(
        """
        INSERT INTO children (id, member_id, wallet_id, weekly_allowance_minor, created_at_ms)
        VALUES ($1, $2, $3, $4, $5)
        """
    )
    private static let schedule = Statement(
        """
        INSERT INTO allowances (child_id, household_id, frequency, next_due_day, last_due_day)
        VALUES ($1, $2, 'Weekly', $3, $4)
        """
    )
}

extension Storage {
    /// How many due days were paid.
    func paidDays() async throws -> Int { try await count(Self.paid) }

    /// Waits until so many due days were paid.
    func untilPaid(_ least: Int) async throws {
        try await with { database in
            try await until("\(least) due days are paid") {
                let paid = try await database.read { session in
                    try session.first(Self.paid) { $0.integer(0) } ?? 0
                }
                return paid >= least
            }
        }
    }

    private static let paid = Statement(
        "SELECT COUNT(*) FROM allowance_dues WHERE transfer_id IS NOT NULL"
    )
}
