import Foundation
import Kernel
import Programs
import Testbed

/// hledger, asked about a journal.
struct Hledger {
    private let journal: String
    private let folder: TemporaryDirectory

    /// Keeps a journal in a file, of which `work` may ask.
    static func with<R>(_ journal: String, _ work: (Hledger) async throws -> R) async throws -> R {
        let folder = try TemporaryDirectory()
        defer { folder.remove() }
        let file = folder.file("export.journal")
        try journal.write(toFile: file, atomically: false, encoding: .utf8)
        return try await work(Hledger(journal: file, folder: folder))
    }

    /// What it finds wrong; empty when nothing is.
    func check() async throws -> String {
        let result = try await run(["check"])
        return result.isSuccess ? "" : result.errors
    }

    /// What each account holds of its currency, in minor units.
    func balances(_ query: String...) async throws -> [String: Money] {
        var balances: [String: Money] = [:]
        for row in try await rows(["balance", "--flat", "--empty", "--no-total"] + query) {
            balances[row[0]] = try Self.money(row[1])
        }
        return balances
    }

    /// What each transaction is called.
    func descriptions() async throws -> Set<String> {
        Set(try await run(["descriptions"]).output.split(separator: "\n").map(String.init))
    }

    private func rows(_ arguments: [String]) async throws -> [[String]] {
        let result = try await run(arguments + ["--output-format", "csv"])
        guard result.isSuccess else { throw Refused(errors: result.errors) }
        var reader = CSVReader(result.output)
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row) }
        return Array(rows.dropFirst())
    }

    private func run(_ arguments: [String]) async throws -> Program.Result {
        // Which characters it can read follows from the locale.
        try await Program.run(
            command: ["/usr/bin/hledger", "--file", journal] + arguments,
            environment: ["LC_ALL": "C.UTF-8"]
        )
    }

    /// An amount as hledger writes it, such as `-12.50 USD`; a bare 0 has no currency.
    private static func money(_ text: String) throws -> Money {
        if text == "0" { return Money(minor: 0, currency: .usd) }
        let parts = text.split(separator: " ")
        guard parts.count == 2, let currency = Currency(code: String(parts[1])) else {
            throw Unreadable(text: text)
        }
        let number = parts[0].split(separator: ".")
        let decimals = number.count == 2 ? number[1].count : 0
        guard decimals == currency.exponent, let minor = Int64(number.joined()) else {
            throw Unreadable(text: text)
        }
        return Money(minor: minor, currency: currency)
    }
}

/// hledger did not do what it was asked for.
struct Refused: Error {
    let errors: String
}

/// An amount that is not one.
struct Unreadable: Error {
    let text: String
}
