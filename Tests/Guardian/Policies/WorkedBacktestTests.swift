import Foundation
import Kernel
import Testing

@testable import Guardian

/// The worked trial of `docs/concepts/policies.md`, whose figures are read.
@Suite("The worked trial of policies")
struct WorkedBacktestTests {
    /// A row of the table of purchases.
    struct Purchase: Sendable {
        let past: PastPurchase
        let isTrue: (counterfactual: [String], observed: [String])
    }

    /// A row of the table of the report.
    struct Outcome: Sendable, CustomTestStringConvertible {
        let mode: PolicyBacktest.Mode
        let name: String
        let cells: [String]

        var testDescription: String { "\(mode.rawValue) \(name)" }
    }

    private static let lines: [String] = {
        let page = (0..<4).reduce(URL(filePath: #filePath).resolvingSymlinksInPath()) { url, _ in
            url.deletingLastPathComponent()
        }
        let text = try? String(
            contentsOf: page.appending(path: "docs/concepts/policies.md"),
            encoding: .utf8
        )
        return (text ?? "").split(separator: "\n").map(String.init)
    }()

    private static func cells(_ line: String) -> [String] {
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func policies() throws -> [Policy] {
        try lines.compactMap { $0.wholeMatch(of: /\s{4}(\w[\w ]*): (decline|ask|warn) (\{.*\})/) }
            .enumerated()
            .map { index, match in
                try Policy.test(
                    String(match.3),
                    try #require(Policy.Action(rawValue: String(match.2))),
                    number: UInt64(index + 1),
                    name: String(match.1)
                )
            }
    }

    private static func purchases() throws -> [Purchase] {
        let rows = lines.filter { $0.hasPrefix("| 2025-") }.map(cells)
        let members = ["Alice", "Bob"]
        return try rows.enumerated().map { index, row in
            try #require(row.count == 9)
            let day = try #require(CivilDay(row[0]))
            let time = try #require(LocalTime(row[1]))
            let names = { (cell: String) in cell == "-" ? [] : cell.components(separatedBy: ", ") }
            let past = PastPurchase(
                id: .test(UInt64(index + 1)),
                instant: try zone().instant(of: time, on: day),
                member: .test(UInt64(try #require(members.firstIndex(of: row[2])) + 1)),
                amountMinor: try minor(row[5]),
                merchant: row[3],
                merchantKey: row[3].lowercased(),
                category: row[4],
                wasApproved: true,
                wasOverridden: row[6] == "yes"
            )
            return Purchase(past: past, isTrue: (names(row[7]), names(row[8])))
        }
    }

    private static func outcomes() -> [Outcome] {
        lines.map(cells).compactMap { cells in
            guard cells.count == 8, let mode = PolicyBacktest.Mode(rawValue: cells[0]) else {
                return nil
            }
            return Outcome(mode: mode, name: cells[1], cells: Array(cells[2...]))
        }
    }

    private static func zone() throws -> Zone { try #require(Zone.named("America/New_York")) }

    private static func minor(_ text: String) throws -> Int64 {
        let digits = try #require(text.wholeMatch(of: /(\d+)\.(\d\d)/))
        return try #require(Int64("\(digits.1)\(digits.2)"))
    }

    private static func text(_ minor: Int64) -> String {
        let cents = minor % 100
        return "\(minor / 100).\(cents < 10 ? "0" : "")\(cents)"
    }

    private static func report(_ mode: PolicyBacktest.Mode) throws -> PolicyBacktestReport {
        let purchases = try Self.purchases().map(\.past)
        let first = try #require(purchases.first)
        var backtest = PolicyBacktest(
            try policies(),
            mode: mode,
            from: first.instant,
            in: try zone()
        )
        for purchase in purchases { backtest.take(purchase) }
        return backtest.report
    }

    @Test("has the figures that the page says, in either world", arguments: outcomes())
    func figures(row: Outcome) throws {
        let report = try Self.report(row.mode)
        let outcome = try #require(report.policies.first { $0.name == row.name })
        let months = outcome.byMonth.map {
            "\($0.month.text): \($0.stopped), \(Self.text($0.stoppedMinor))"
        }
        let merchants = outcome.byMerchant.map {
            "\($0.merchant): \($0.purchases), \(Self.text($0.sumMinor))"
        }
        #expect(
            row.cells == [
                "\(outcome.stopped)", "\(outcome.asked)", Self.text(outcome.stoppedMinor),
                "\(outcome.alone)", months.joined(separator: "; "),
                merchants.joined(separator: "; "),
            ]
        )
    }

    @Test("says of each purchase which policies are true for it")
    func purchases() throws {
        let purchases = try Self.purchases()
        for mode in PolicyBacktest.Mode.allCases {
            let outcomes = try Self.report(mode).policies
            for purchase in purchases {
                let found = outcomes.filter { outcome in
                    outcome.examples.contains { $0.id == purchase.past.id }
                }
                let (counterfactual, observed) = purchase.isTrue
                let said = mode == .counterfactual ? counterfactual : observed
                #expect(found.map(\.name) == said, "\(purchase.past.instant)")
            }
        }
    }

    @Test("says all that was read, and worlds that differ")
    func whole() throws {
        let policies = try Self.policies()
        #expect(policies.map(\.name) == ["Daily", "Late games"])
        #expect(Self.outcomes().map(\.testDescription).count == 4)
        #expect(Set(Self.outcomes().map(\.name)) == Set(policies.map(\.name)))
        let purchases = try Self.purchases()
        #expect(purchases.contains { $0.isTrue.counterfactual != $0.isTrue.observed })
        for mode in PolicyBacktest.Mode.allCases {
            let report = try Self.report(mode)
            let said = "Both worlds tell \(report.purchases) purchases, a sum of "
            let sum = "\(Self.text(report.sumMinor)) and \(report.overridesUsed) in"
            #expect(Self.lines.contains { $0.hasPrefix("\(said)\(sum)") })
            #expect(report.purchases == purchases.count && report.overridesUsed == 1)
        }
    }
}
