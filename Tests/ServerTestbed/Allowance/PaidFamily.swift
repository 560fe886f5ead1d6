import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

/// A family whose children are paid, as the tests of the payout look at it.
struct PaidFamily {
    let server: InProcessServer
    let household: ID<Entity.Household>
    let email: String

    /// Runs `work` with a family that was founded on 2025-01-03; afterwards the books must fit.
    static func with(
        _ engine: Engine,
        timeZone: String? = nil,
        interposing: (any Database) -> any Database = { $0 },
        _ work: (PaidFamily) async throws -> Void
    ) async throws {
        let clock = TestClock("2025-01-03T12:00:00Z")
        try await withServer(engine, clock: clock, interposing: interposing) { server in
            try await work(try await PaidFamily(in: server, timeZone: timeZone))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// Founds a family.
    init(
        in server: InProcessServer,
        email: String = "parent@example.com",
        timeZone: String? = nil
    ) async throws {
        household = try await server.registerParent(email, timeZone: timeZone).household
        self.server = server
        self.email = email
    }

    /// The parent, signed in now, whatever the clock shows.
    var parent: TestMember {
        get async throws { try await server.login(email) }
    }

    /// Adds a child with an allowance, in cents.
    func child(
        _ minor: Int64 = 1_000,
        _ email: String = "anna@example.com"
    ) async throws -> ID<Entity.Child> {
        let request = API.Allowance.RegisterChildRequest(
            email: email,
            password: InProcessServer.password,
            firstName: "Anna",
            lastName: "Doe",
            weeklyAllowance: DecimalAmount(minor: minor)
        )
        return try await parent.purser.call(API.Allowance.registerChild, request).childID
    }

    /// Pays what is due at an instant; nothing may go wrong.
    @discardableResult
    func run(
        _ instant: String? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) async throws -> PayoutReport {
        if let instant { server.clock.set(instant) }
        let report = try await server.operations.allowance.payAllowances(server.call())
        #expect(report.failures == [], sourceLocation: location)
        return report
    }

    /// The movements of a child's wallet in the order of posting, such as
    /// `+1000 Weekly Allowance - 2025-01-06 = 1000`.
    func movements(_ child: ID<Entity.Child>) async throws -> [String] {
        try await all(child).map { movement in
            let sign = movement.isCredit ? "+" : "-"
            let text = movement.text ?? ""
            return "\(sign)\(movement.amountMinor) \(text) = \(movement.balanceAfterMinor)"
        }
    }

    /// The days of a child's allowances in the order of posting, in short: `01-06`.
    func paidDays(_ child: ID<Entity.Child>) async throws -> [String] {
        try await all(child).filter(\.isCredit).compactMap { $0.text.map { String($0.suffix(5)) } }
    }

    /// The movements of a child's wallet, in the order of posting.
    func all(_ child: ID<Entity.Child>) async throws -> [WalletMovement] {
        try await server.database.read { session in
            let ids = try session.rows(Self.order, [.id(child)]) { $0.text(0) }
            let movements = try WalletMovements.list(of: child, limit: 1_000, in: session)
            let byID = Dictionary(uniqueKeysWithValues: movements.map { ($0.transfer.text, $0) })
            return ids.compactMap { byID[$0] }
        }
    }

    private static let order = Statement(
        "SELECT transfer_id FROM wallet_movements WHERE child_id = $1 ORDER BY position"
    )

    /// A child as it is stored.
    func profile(_ child: ID<Entity.Child>) async throws -> ChildProfile {
        try await server.database.read { [household] session in
            try #require(try Children.find(child, of: household, in: session))
        }
    }

    /// What the child's wallet holds, in cents.
    func balance(_ child: ID<Entity.Child>) async throws -> Int64 {
        try await profile(child).balance.minor
    }

    /// A child's schedule, as the parent is shown it.
    func schedule(_ child: ID<Entity.Child>) async throws -> API.Allowance.ScheduleResponse {
        let request = API.Allowance.ChildRequest(childID: child)
        return try await parent.purser.call(API.Allowance.getSchedule, request)
    }

    /// Changes a child's allowance.
    @discardableResult
    func setAllowance(
        _ minor: Int64,
        of child: ID<Entity.Child>
    ) async throws -> API.Allowance.UpdateAllowanceResponse {
        let request = API.Allowance.UpdateAllowanceRequest(
            childID: child,
            weeklyAllowance: DecimalAmount(minor: minor)
        )
        return try await parent.purser.call(API.Allowance.updateAllowance, request)
    }

    /// Sets a child's rhythm.
    @discardableResult
    func setSchedule(
        of child: ID<Entity.Child>,
        _ frequency: API.Allowance.Frequency,
        on weekday: API.Allowance.Weekday? = nil,
        dayOfMonth: Int64? = nil,
        amount: Int64? = nil
    ) async throws -> API.Allowance.ScheduleResponse {
        let request = API.Allowance.ScheduleRequest(
            childID: child,
            frequency: frequency,
            weekday: weekday,
            dayOfMonth: dayOfMonth,
            amount: amount.map(DecimalAmount.init)
        )
        return try await parent.purser.call(API.Allowance.setSchedule, request)
    }

    /// Gives the pool a balance in cents, or takes it away.
    @discardableResult
    func setPool(_ minor: Int64?) async throws -> API.Allowance.PoolResponse {
        let request = API.Allowance.PoolRequest(balance: minor.map(DecimalAmount.init))
        return try await parent.purser.call(API.Allowance.setPool, request)
    }

    /// Puts cents into the pool.
    @discardableResult
    func deposit(_ minor: Int64) async throws -> API.Allowance.PoolResponse {
        let request = API.Allowance.PoolDepositRequest(amount: DecimalAmount(minor: minor))
        return try await parent.purser.call(API.Allowance.depositToPool, request)
    }

    /// Changes something as nobody should.
    func tamper(_ statement: Statement, _ values: [Value]) async throws {
        let changed = try await server.database.write { try $0.run(statement, values) }
        #expect(changed == 1)
    }
}
