import Foundation
import Programs
import SQL
import Testbed
import Testing

extension Faults {
    @Suite("A payout that is killed")
    struct PayoutKillTests {
        /// More than any payout of two children writes or sends.
        private static let boundariesMost = 1_000

        @Test(
            "before each of its statements reaches the disk or PostgreSQL, pays all of it once",
            arguments: Engine.all
        )
        func everyBoundary(engine: Engine) async throws {
            let due = DueFamilies(families: 1, childrenOfEach: 2)
            try await House.with(engine) { house in
                try await due.add(to: house.storage)
                let command = try house.command(["allowance", "run"])
                var unpaid = 0
                for boundary in 1...Self.boundariesMost {
                    let run = try await Program.run(
                        command: Self.killing(at: boundary, engine) + command
                    )
                    let paid = try await house.storage.paidDays()
                    #expect(paid == 0 || paid == due.dueDays, "boundary \(boundary)")
                    if run.isSuccess { break }
                    try #require(run.end == .signal(SIGKILL), "\(run.end): \(run.errors)")
                    unpaid += paid == 0 ? 1 : 0
                }
                // What a payout of two children does at the least; to the embedded log, few writes.
                #expect(unpaid > (engine == .sqlite ? 5 : 10))
                #expect(try await house.storage.paidDays() == due.dueDays)
                #expect(try await house.storage.count(Self.payments) == due.dueDays)
                #expect(try await house.storage.count(Self.movements) == due.dueDays)
                let verified = try await house.run(["verify"])
                #expect(verified.isSuccess, "\(verified.output)\(verified.errors)")
            }
        }

        /// What a command line begins with for a program that is killed when it is about to write
        /// to the database's files, or to send to its server, for the nth time.
        private static func killing(at number: Int, _ engine: Engine) -> [String] {
            let calls = engine == .sqlite ? "pwrite64,fdatasync" : "sendto"
            return [
                "/usr/bin/strace", "-f", "-o", "/dev/null", "-e", "trace=\(calls)",
                "-e", "inject=\(calls):signal=SIGKILL:when=\(number)",
            ]
        }

        private static let payments = Statement(
            "SELECT COUNT(*) FROM transfers WHERE kind = 'allowance'"
        )
        private static let movements = Statement("SELECT COUNT(*) FROM wallet_movements")
    }
}
