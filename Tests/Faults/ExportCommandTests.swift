import Foundation
import Programs
import Testbed
import Testing

extension Faults {
    @Suite("The command that exports")
    struct ExportCommandTests {
        private static let head = "id,transaction_id,amount,currency_code,name,merchant_name,date,"

        @Test("makes a file of its owner's alone, and replaces none unasked", arguments: Engine.all)
        func file(engine: Engine) async throws {
            try await House.with(engine) { house in
                let file = "\(house.folder)/all.csv"
                let export = ["export", "--format", "csv", "--member", House.email]
                let made = try await house.run(export + [file])
                #expect(made.isSuccess, "\(made.errors)")
                let text = try String(contentsOfFile: file, encoding: .utf8)
                #expect(text.hasPrefix(Self.head))
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                try "mine".write(toFile: file, atomically: true, encoding: .utf8)
                let refused = try await house.run(export + [file])
                #expect(refused.end == .exit(64))
                #expect(refused.errors.contains("is there already"), "\(refused.errors)")
                #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
                #expect(try await house.run(export + ["--force", file]).isSuccess)
                #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
                let left = try FileManager.default.contentsOfDirectory(atPath: house.folder)
                #expect(left.filter { $0.hasSuffix(".part") } == [])
                // Who is alone need not be named, and what has no name goes to standard output.
                let shown = try await house.run(["export", "--format", "csv"])
                #expect(shown.output == text)
            }
        }

        @Test(
            "says what it cannot do, and makes nothing",
            arguments: [
                (["--format", "xlsx"], Child.End.exit(64), "csv, json or hledger"),
                (["--format", "csv", "--start", "x"], .exit(64), "--start is a day"),
                (["--format", "csv", "--member", "nobody@example.com"], .exit(1), "no such thing"),
                (["--format", "csv", "--account", "999999"], .exit(1), "no such thing"),
            ]
        )
        func refusals(flags: [String], end: Child.End, reason: String) async throws {
            try await House.with(.sqlite) { house in
                let file = "\(house.folder)/all.csv"
                let result = try await house.run(["export"] + flags + [file])
                #expect(result.end == end)
                #expect(result.errors.lowercased().contains(reason), "\(result.errors)")
                #expect(!FileManager.default.fileExists(atPath: file))
            }
        }
    }
}
