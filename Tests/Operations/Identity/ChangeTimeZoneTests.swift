import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@Suite("Another time zone for a household")
struct ChangeTimeZoneTests {
    private static let farWest = "Pacific/Pago_Pago"
    private static let email = "parent@example.com"
    /// What hangs on the household's days.
    private static let tables = [
        "spend_by_day", "spend_by_month", "spend_by_merchant", "wallet_days", "wallet_months",
        "decision_days",
    ]

    /// Purchases, decisions and an allowance on both sides of a month's end, in a time zone.
    private func live(in timeZone: String?, _ server: InProcessServer) async throws {
        let parent = try await server.registerParent(Self.email, timeZone: timeZone)
        let child = try await server.registerChild(of: parent)
        let account = try await server.openAccount(of: parent)
        for (minor, merchant, instant) in [
            (1_000, "Steam", "2025-01-15T11:00:00Z"), (200, "STEAM", "2025-01-15T10:59:59Z"),
            (30, "Lidl", "2025-01-01T03:00:00Z"), (4, "Lidl", "2024-12-31T12:00:00Z"),
        ] as [(Int64, String, String)] {
            let day = Timestamp(test: instant)
            try await server.record(account.purchase(minor, at: merchant, on: day), in: account)
        }
        let mistake = account.purchase(555, at: "Aldi", on: Timestamp(test: "2025-01-03T04:00:00Z"))
        let taken = try await server.record(mistake, in: account)[0]
        try await server.record(account.reversal(of: taken, 555, on: server.clock.now), in: account)
        server.clock.set("2025-01-16T10:00:00Z")
        for _ in 0..<3 {
            _ = try await parent.purser.call(
                API.Guardian.authorizePurchase,
                .init(amountCents: 500, merchant: "Starbucks")
            )
        }
        server.clock.set("2025-02-01T03:00:00Z")
        _ = try await server.operations.allowance.payAllowances(server.call())
        #expect(try await server.contents().count("wallet_months") == 1)
        #expect(child.household == parent.household)
        try await server.operations.insights.tallyDecisions(of: parent.household)
    }

    private func days(_ server: InProcessServer) async throws -> [String: [[Value]]] {
        let contents = try await server.contents()
        return Dictionary(
            uniqueKeysWithValues: Self.tables.map { table in
                (table, contents.tables[table, default: []])
            }
        )
    }

    private func change(to zone: String, _ server: InProcessServer) async throws {
        try await server.operations.identity.changeTimeZone(zone, email: Self.email, server.call())
    }

    @Test("leaves every sum as if it had been there from the start", arguments: Engine.all)
    func recomputed(engine: Engine) async throws {
        let clock = { TestClock("2025-01-15T12:00:00Z") }
        let expected = try await withServer(engine, clock: clock()) { server in
            try await live(in: Self.farWest, server)
            return try await days(server)
        }
        try await withServer(engine, clock: clock()) { server in
            try await live(in: nil, server)
            let before = try await days(server)
            for table in Self.tables where table != "wallet_days" {
                #expect(before[table] != expected[table], "\(table)")
            }
            try await change(to: Self.farWest, server)
            #expect(try await days(server) == expected)
            #expect(try await server.faultInBooks() == nil)
            // And back again: links keep the days that they hold.
            try await change(to: "UTC", server)
            #expect(try await days(server) == before)
            #expect(try await server.faultInBooks() == nil)
            let edits = try await server.contents().tables["edits", default: []]
            #expect(edits.count { $0.contains(.text("household.time_zone")) } == 2)
            let body = #"{"from":"UTC","to":"Pacific/Pago_Pago"}"#
            #expect(edits.contains { $0.contains(.text(body)) })
            let member = try await server.login(Self.email)
            let family = try await member.purser.call(API.Allowance.currentFamily)
            #expect(family.timeZone == "UTC")
        }
    }

    @Test("moves what happened at an instant, and nothing that a bank told", arguments: Engine.all)
    func toldByBank(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-01-15T12:00:00Z")) { server in
            let parent = try await server.registerParent(
                Self.email,
                timeZone: "Pacific/Kiritimati"
            )
            let account = try await server.openAccount(of: parent)
            // Noon of January 10 there.
            let noon = Timestamp(test: "2025-01-09T22:00:00Z")
            var bought = account.purchase(100, at: "Lidl", on: noon)
            try await server.record(bought, in: account)
            bought.details.provider = "file"
            bought.details.merchant = "Aldi"
            try await server.record(bought, in: account)
            for (zone, day) in [
                ("Pacific/Pago_Pago", "2025-01-09"), ("Pacific/Kiritimati", "2025-01-10"),
                ("America/New_York", "2025-01-09"),
            ] {
                try await change(to: zone, server)
                let days = try await server.database.read { session in
                    var days: [String: CivilDay] = [:]
                    let entries = Statement("SELECT merchant, day FROM entries")
                    try session.visit(entries, []) { row in
                        days[row.text(0)] = row.day(1)
                        return true
                    }
                    return days
                }
                #expect(days == ["Lidl": CivilDay(day), "Aldi": CivilDay("2025-01-10")], "\(zone)")
                #expect(try await server.faultInBooks() == nil, "\(zone)")
            }
        }
    }

    @Test(
        "leaves no transfer whose day or link may be changed unseen",
        arguments: Engine.all,
        [
            "day = day + 1": "it is on no day of the time zone",
            "chained_day = day": "its content was changed",
            "chained_day = NULL": "its content was changed",
        ]
    )
    func tampered(engine: Engine, change: (key: String, value: String)) async throws {
        try await withServer(engine, clock: TestClock("2025-01-15T12:00:00Z")) { server in
            try await live(in: nil, server)
            try await self.change(to: Self.farWest, server)
            let statement = Statement(
                "UPDATE transfers SET \(change.key) WHERE chained_day IS NOT NULL"
            )
            let count = try await server.database.write { try $0.run(statement) }
            #expect(count > 0)
            let fault = try #require(try await server.operations.ledger.verifyBooks().firstFault)
            #expect(fault.row.hasPrefix("transfers "))
            #expect(fault.reason == change.value)
        }
    }

    @Test("is refused where there is no such zone or household", arguments: Engine.all)
    func refused(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent(Self.email)
            let before = try await server.contents()
            for (zone, email, kind) in [
                ("Mars/Olympus", Self.email, .invalid), ("", Self.email, .invalid),
                ("Europe/Berlin", "nobody@example.com", .notFound), ("UTC", Self.email, .conflict),
            ] as [(String, String, Problem.Kind)] {
                let problem = await #expect(throws: Problem.self) {
                    try await server.operations.identity.changeTimeZone(
                        zone,
                        email: email,
                        server.call()
                    )
                }
                #expect(problem?.kind == kind)
            }
            #expect(try await server.contents() == before)
        }
    }
}
