import Foundation
import Programs
import SQL
import Testbed
import Testing

extension Faults {
    @Suite("purser allowance run")
    struct AllowanceRunTests {
        @Test("killed in the middle, pays each due day once all the same", arguments: Engine.all)
        func killed(engine: Engine) async throws {
            let due = DueFamilies(families: 60, childrenOfEach: 3)
            try await House.with(engine) { house in
                try await due.add(to: house.storage)
                for goal in [1, due.dueDays / 2] {
                    let run = try Child(try house.command(["allowance", "run"]))
                    do {
                        try await house.storage.untilPaid(goal)
                    } catch {
                        try await run.remove()
                        throw error
                    }
                    run.signal(SIGKILL)
                    #expect(try await run.end() == .signal(SIGKILL), "\(run.output)")
                    let paid = try await house.storage.paidDays()
                    #expect(paid < due.dueDays)
                    // A household is paid whole or not at all.
                    #expect(paid.isMultiple(of: due.childrenOfEach * DueFamilies.weeks))
                }
                // What is left is paid by two at once.
                async let other = house.run(["allowance", "run"])
                let results = try await [house.run(["allowance", "run"]), other]
                #expect(results.allSatisfy { $0.isSuccess }, "\(results.map(\.errors))")
                try await expectPaid(due, in: house)
                let again = try await house.run(["allowance", "run"])
                #expect(again.output == "paid 0 due days in 0 households; 0 owed, 0 failed\n")
            }
        }

        @Test("tells what it will do, and does it", arguments: Engine.all)
        func told(engine: Engine) async throws {
            let due = DueFamilies(families: 1, childrenOfEach: 2)
            try await House.with(engine) { house in
                try await due.add(to: house.storage)
                let told = try await house.run(["allowance", "run", "--dry-run"])
                #expect(told.isSuccess, "\(told.errors)")
                #expect(try await house.storage.paidDays() == 0)
                let lines = told.output.split(separator: "\n")
                #expect(lines.count == 3)
                let line = /00000001-[0-9-]+ 00000005-[0-9-]+ would pay [0-9,-]+ \$7\.50/
                #expect(lines.prefix(2).allSatisfy { $0.wholeMatch(of: line) != nil })
                let summary = "pay 10 due days ($15.00) in 1 households; 0 owed, 0 failed"
                #expect(lines.last == "would \(summary)")
                let done = try await house.run(["allowance", "run"])
                #expect(done.isSuccess, "\(done.errors)")
                #expect(done.output == told.output.replacing("would pay", with: "paid"))
                try await expectPaid(due, in: house)
            }
        }

        @Test("ends with 1 when somebody cannot be paid, and says so", arguments: Engine.all)
        func failing(engine: Engine) async throws {
            let due = DueFamilies(families: 1, childrenOfEach: 2)
            try await House.with(engine) { house in
                try await due.add(to: house.storage)
                #expect(try await house.storage.tamper(Self.full) == 1)
                let result = try await house.run(["allowance", "run"])
                #expect(result.end == .exit(1))
                let child = "00000005-0000-7000-8000-000000000000"
                #expect(result.errors.contains("failed: child \(child): overflow"))
                #expect(result.output.hasSuffix("5 owed, 1 failed\n"), "\(result.output)")
                #expect(try await house.storage.paidDays() == 5)
                #expect(try await house.storage.tamper(Self.empty) == 1)
                #expect(try await house.run(["allowance", "run"]).isSuccess)
                try await expectPaid(due, in: house)
            }
        }

        @Test("is what a server does by itself when it starts", arguments: Engine.all)
        func serving(engine: Engine) async throws {
            let due = DueFamilies(families: 2, childrenOfEach: 2)
            try await House.with(engine) { house in
                try await due.add(to: house.storage)
                try await house.serving { server in
                    try await house.storage.untilPaid(due.dueDays)
                    try await server.stop()
                }
                try await house.serving { try await $0.stop() }
                try await expectPaid(due, in: house)
            }
        }

        /// Debian's `faketime`, by which a program sees another time.
        private static let faketime = "/usr/bin/faketime"

        @Test(
            "pays what another clock says is due, and nothing twice when that goes back",
            arguments: Engine.all
        )
        func clock(engine: Engine) async throws {
            let isInstalled = FileManager.default.isExecutableFile(atPath: Self.faketime)
            try #require(isInstalled, "\(Self.faketime) is not there: scripts/setup installs it")
            let due = DueFamilies(families: 1, childrenOfEach: 2)
            try await House.with(engine) { house in
                try await due.add(to: house.storage)
                // Four more weeks each in a month; then they are paid, whatever the clock says.
                let shifts = [
                    ("+0d", 5), ("-1h", 5), ("+28d", 9), ("-7d", 9), ("-1h", 9), ("+0d", 9),
                ]
                for (shift, weeks) in shifts {
                    let command = try house.command(["allowance", "run"])
                    let result = try await Program.run(
                        command: [Self.faketime, "-m", "--exclude-monotonic", "-f", shift] + command
                    )
                    #expect(result.isSuccess, "\(result.errors)")
                    let paid = try await house.storage.paidDays()
                    #expect(paid == weeks * due.childrenOfEach, "\(shift)")
                }
                #expect(try await house.run(["verify"]).isSuccess)
            }
        }

        /// Each due day has one payment, the wallets hold them all, and the books fit.
        private func expectPaid(_ due: DueFamilies, in house: House) async throws {
            #expect(try await house.storage.paidDays() == due.dueDays)
            #expect(try await house.storage.count(Self.dues) == due.dueDays)
            #expect(try await house.storage.count(Self.payments) == due.dueDays)
            #expect(try await house.storage.count(Self.movements) == due.dueDays)
            let children = due.families * due.childrenOfEach
            #expect(try await house.storage.count(Self.wallets) == children)
            let result = try await house.run(["verify"])
            let households = "everything fits: \(due.families + 1) households"
            #expect(result.output.hasPrefix(households), "\(result.output)\(result.errors)")
        }

        private static let dues = Statement("SELECT COUNT(*) FROM allowance_dues")
        private static let payments = Statement(
            "SELECT COUNT(*) FROM transfers WHERE kind = 'allowance'"
        )
        private static let movements = Statement("SELECT COUNT(*) FROM wallet_movements")
        private static let wallets = Statement(
            """
            SELECT COUNT(*) FROM children c JOIN accounts a ON a.id = c.wallet_id
            WHERE a.posted_credit_minor = 750 AND a.posted_debit_minor = 0
            """
        )
        private static let full = Statement(
            """
            UPDATE accounts SET posted_debit_minor = 9223372036854775807,
                posted_credit_minor = 9223372036854775807
            WHERE id = '00000004-0000-7000-8000-000000000000'
            """
        )
        private static let empty = Statement(
            """
            UPDATE accounts SET posted_debit_minor = 0, posted_credit_minor = 0
            WHERE id = '00000004-0000-7000-8000-000000000000'
            """
        )
    }
}
