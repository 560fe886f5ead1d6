import Foundation
import Kernel
import Programs
import SQL
import Testbed
import Testing

extension Faults {
    @Suite("purser import")
    struct ImportCommandTests {
        private static let records = Statement("SELECT COUNT(*) FROM bank_records")
        private static let freeing = Statement(
            "UPDATE bank_imports SET leased_until_ms = 0 WHERE leased_until_ms IS NOT NULL"
        )

        /// Writes a CSV file of so many rows.
        private func write(_ rows: Int, in house: House) throws -> String {
            let file = "\(house.folder)/statement.csv"
            let lines = (1...rows).map { number in
                "2025-0\(number % 9 + 1)-13,-\(number).25,Shop \(number)\n"
            }
            try ("Date,Amount,Description\n" + lines.joined())
                .write(toFile: file, atomically: true, encoding: .utf8)
            return file
        }

        @Test("tells what would come, brings it, and names a line that is bad")
        func told() async throws {
            try await House.with(.sqlite) { house in
                let file = try write(12, in: house)
                let command = [
                    "import", file, "--member", House.email, "--account-name", "Checking",
                ]
                let told = try await house.run(command + ["--preview"])
                #expect(told.isSuccess, "\(told.errors)")
                let summary =
                    "CSV 2025-01-13 to 2025-09-13: 12 new, 0 known, 0 changed, 0 refused\n"
                #expect(told.output == "would import \(summary)")
                #expect(try await house.storage.count(Self.records) == 0)
                let done = try await house.run(command)
                #expect(done.isSuccess, "\(done.errors)")
                #expect(done.output == "imported \(summary)")
                let again = try await house.run(command)
                #expect(again.output.contains("0 new, 12 known"), "\(again.output)")
                try await house.expectBooksFit()
                let text = try String(contentsOfFile: file, encoding: .utf8)
                try (text + "2025-08-13,abc,Shop\n")
                    .write(toFile: file, atomically: true, encoding: .utf8)
                let refused = try await house.run(command)
                #expect(refused.end == .exit(64))
                #expect(refused.errors.contains("line 14: "), "\(refused.errors)")
                let skipping = try await house.run(command + ["--skip-bad-rows"])
                #expect(skipping.isSuccess && skipping.output.contains("1 refused"))
                let nobody = try await house.run(
                    ["import", file, "--member", "nobody@example.com"]
                )
                #expect(nobody.end == .exit(64))
            }
        }

        @Test("killed in the middle, ends with exactly its rows", arguments: Engine.all)
        func killed(engine: Engine) async throws {
            try await House.with(engine) { house in
                let rows = 20_000
                let file = try write(rows, in: house)
                let command = [
                    "import", file, "--member", House.email, "--account-name", "Checking",
                ]
                let run = try Child(try house.command(command))
                do {
                    try await house.storage.with { database in
                        try await until("rows are booked") {
                            let count = try await database.read { session in
                                try session.first(Self.records) { $0.integer(0) } ?? 0
                            }
                            return count > 0
                        }
                    }
                } catch {
                    try await run.remove()
                    throw error
                }
                run.signal(SIGKILL)
                #expect(try await run.end() == .signal(SIGKILL), "\(run.output)")
                #expect(try await house.storage.count(Self.records) < rows)
                // Whoever worked on it is dead, which others know when its lease has ended.
                let refused = try await house.run(command)
                #expect(refused.end == .exit(1), "\(refused.errors)")
                #expect(try await house.storage.tamper(Self.freeing) == 1)
                let done = try await house.run(command)
                #expect(done.isSuccess, "\(done.errors)")
                #expect(done.output.contains("0 new, \(rows) known"), "\(done.output)")
                #expect(try await house.storage.count(Self.records) == rows)
                try await house.expectBooksFit()
            }
        }
    }
}
