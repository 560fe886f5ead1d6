import Allowance
import ArgumentParser
import Kernel
import Ledger
import Operations
import SQL
import Server
import Store

/// Pays many children whose allowance is due, and tells how long that took.
struct PayOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payout",
        abstract: "Pays many children whose allowance is due, and tells how long that took."
    )

    @Option(help: "sqlite:///abs/path.db or postgresql://…") var database: String
    @Option(help: "How many children.") var children = 100_000
    @Option(help: "The key file.") var keys: String
    @Option(help: "Connections to PostgreSQL.") var pool: Int = 16

    private static let siblings = 2
    /// So many households are added at a time; adding them is not timed.
    private static let batch = 500

    func validate() throws {
        guard children > 0, children.isMultiple(of: Self.siblings) else {
            throw ValidationError("--children must be even and more than 0")
        }
    }

    func run() async throws {
        let bench = try await Bench(database: database, keys: keys, connections: pool)
        let households = children / Self.siblings
        for first in stride(from: 0, to: households, by: Self.batch) {
            let call = bench.call()
            let numbers = first..<min(first + Self.batch, households)
            try await bench.database.write { session in
                for number in numbers { try Self.addFamily(number, call, in: session) }
            }
        }
        let clock = ContinuousClock()
        var report = PayoutReport()
        let time = try await clock.measure {
            report = try await bench.operations.allowance.payAllowances(bench.call())
        }
        guard report.paid == children, report.failures.isEmpty else {
            throw ValidationError("\(report.paid) were paid: \(report.failures.prefix(3))")
        }
        let again = try await bench.operations.allowance.payAllowances(bench.call())
        guard again.paid == 0 else { throw ValidationError("\(again.paid) were paid twice") }
        print("\(children) due days in \(time / .seconds(1)) s")
        await bench.database.close()
    }

    /// A household whose children are due for the first time.
    private static func addFamily(_ number: Int, _ call: Call, in session: any Session) throws {
        let household = HouseholdRecord(
            id: call.ids.next(at: call.now),
            name: "Family \(number)",
            timeZone: "UTC",
            currency: .usd,
            createdAt: call.now
        )
        try Households.insert(household, in: session)
        try Accounts.insert(account(.world, of: nil, household.id, call), in: session)
        for sibling in 0..<siblings {
            let member = MemberRecord(
                id: call.ids.next(at: call.now),
                household: household.id,
                role: .child,
                email: "child\(number)-\(sibling)@bench.example",
                firstName: "Child",
                lastName: nil,
                passwordHash: nil,
                createdAt: call.now
            )
            _ = try Members.insert(member, in: session)
            let wallet = account(.wallet, of: member.id, household.id, call)
            let child = ChildRecord(
                id: call.ids.next(at: call.now),
                member: member.id,
                wallet: wallet.id,
                weeklyAllowanceMinor: 1_000,
                createdAt: call.now
            )
            let schedule = Schedule(amountMinor: 1_000, from: Zone.utc.day(of: call.now))
            try Accounts.insert(wallet, in: session)
            try Children.insert(child, in: session)
            try Allowances.insert(schedule, of: child.id, in: household.id, session: session)
        }
    }

    private static func account(
        _ kind: AccountKind,
        of member: ID<Entity.Member>?,
        _ household: ID<Entity.Household>,
        _ call: Call
    ) -> AccountRecord {
        AccountRecord(
            id: call.ids.next(at: call.now),
            household: household,
            member: member,
            kind: kind,
            name: kind == .world ? "World" : "Wallet",
            currency: .usd,
            createdAt: call.now
        )
    }
}
