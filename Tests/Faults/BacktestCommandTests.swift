import Foundation
import Kernel
import Programs
import SQL
import Testbed
import Testing

extension Faults {
    @Suite("purser backtest")
    struct BacktestCommandTests {
        private static func request(_ condition: String, more: String = "") -> String {
            #"{"policies":[{"name":"Daily","when":\#(condition),"then":"decline"}],"#
                + #""from":"2000-01-01","to":"2099-12-31"\#(more)}"#
        }

        private static let daily =
            #"{"spent":{"window":"day","over":["member"],"of":"purchases","more_than":2000}}"#

        /// Puts 15.00, 6.00 and 3.00 on one day into the books of the one member there is.
        private static func fill(_ house: House) async throws {
            let file = "\(house.folder)/bank.csv"
            try """
            Date,Description,Amount
            2025-03-03,Steam,-15.00
            2025-03-03,Aldi,-6.00
            2025-03-03,Steam,-3.00

            """.write(toFile: file, atomically: true, encoding: .utf8)
            let imported = try await house.run([
                "import", file, "--member", House.email, "--account-name", "Checking",
            ])
            try #require(imported.isSuccess, "\(imported.errors)")
        }

        @Test("prints a table, or the report, and changes nothing", arguments: Engine.all)
        func report(engine: Engine) async throws {
            try await House.with(engine) { house in
                try await Self.fill(house)
                let file = "\(house.folder)/request.json"
                try Self.request(Self.daily)
                    .write(toFile: file, atomically: true, encoding: .utf8)
                let table = try await house.run(["backtest", file])
                #expect(table.isSuccess && table.errors == "", "\(table.errors)")
                #expect(table.output.hasPrefix("3 purchases, $24.00, in "), "\(table.output)")
                let lines = table.output.split(separator: "\n").map(String.init)
                #expect(lines.contains { $0.hasPrefix("Daily: ") })
                #expect(lines.contains { $0.hasPrefix("  2025-03  ") })
                #expect(lines.contains { $0.hasPrefix("  \(House.email)  ") })
                let asked = try await house.run(
                    ["backtest", "-", "--json", "--member", House.email],
                    input: Self.request(Self.daily, more: #","mode":"observed""#)
                )
                #expect(asked.isSuccess, "\(asked.errors)")
                #expect(asked.output.hasPrefix(#"{"purchases":3,"sum_cents":2400,"#))
                #expect(asked.output.contains(#""overrides_used":0,"milliseconds":"#))
                try await house.expectBooksFit()
            }
        }

        @Test("says what is wrong, and ends with 64 where it cannot be read, else with 1")
        func refusals() async throws {
            try await House.with(.sqlite) { house in
                let unread = try await house.run(["backtest", "\(house.folder)/none.json"])
                #expect(unread.end == .exit(64) && unread.errors.contains("cannot be read"))
                let ends: [(input: String, code: Int32, words: String)] = [
                    ("{", 64, "is no JSON"), ("{}", 64, "policies is required"),
                    (
                        Self.request(#"{"all":[{"not":{}}]}"#), 1,
                        "policies[0].when.all[0].not must have exactly one key"
                    ),
                    (Self.request(Self.daily, more: #","user_id":"99""#), 1, "no such thing"),
                ]
                for end in ends {
                    let result = try await house.run(["backtest", "-"], input: end.input)
                    #expect(result.end == .exit(end.code), "\(end.input): \(result.errors)")
                    #expect(result.errors.contains(end.words), "\(result.errors)")
                    #expect(result.output == "")
                }
                let stranger = try await house.run(
                    ["backtest", "-", "--member", "nobody@example.com"],
                    input: Self.request(Self.daily)
                )
                #expect(stranger.end == .exit(1))
            }
        }
    }
}
