import ArgumentParser
import Contract
import Foundation
import Guardian
import Kernel
import Operations

/// Tries policies on a household's past, however long it is.
struct BacktestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backtest",
        abstract: "Tries policies on past purchases and tells what they would have stopped.",
        discussion: """
            The file holds what POST /guardian/policies/backtest takes, for example: {"policies": \
            [{"name": "Daily", "when": {"spent": {"window": "day", "of": "purchases", "over": \
            ["member"], "more_than": 2000}}, "then": "decline"}], "from": "2025-01-01", "to": \
            "2025-03-31"}. Any number of purchases is read, and nothing is changed. Exit code 1 \
            when a name in it is not known or a condition is wrong, 64 when it cannot be read.
            """
    )

    @OptionGroup var storage: StorageFlags
    @Option(help: "The e-mail address of a member; may be left out where there is one household.")
    var member: String?
    @Flag(help: "Prints the report as the server would answer it.") var json = false
    @Argument(help: "The file; - is standard input.") var file: String

    func run() async throws {
        let request = try request()
        let bar = ProgressBar(of: "purchases", showsLines: false)
        try await operate(storage, to: .look) { operations, call in
            let trial = try await finishing(bar) {
                try await operations.guardian.backtestPolicies(
                    request,
                    ofHouseholdOf: member,
                    call,
                    progress: bar.show
                )
            }
            if json {
                print(String(decoding: try WireEncoder.bytes(trial.answer), as: UTF8.self))
            } else {
                print(BacktestTable(trial).lines.joined(separator: "\n"))
            }
        }
    }

    private func finishing<R>(_ bar: ProgressBar, _ work: () async throws -> R) async throws -> R {
        defer { bar.end() }
        return try await work()
    }

    private func request() throws -> API.Guardian.BacktestRequest {
        let handle =
            file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
        guard let handle, let data = try? handle.read(upToCount: Limits.bodyBytes + 1) ?? Data()
        else {
            throw ValidationError("\(file) cannot be read")
        }
        guard data.count <= Limits.bodyBytes else {
            throw ValidationError("\(file) has more than \(Limits.bodyBytes) bytes")
        }
        do {
            return try API.Guardian.backtestPolicies.input(
                inPath: [],
                query: [],
                body: JSONParser.parse(Array(data))
            )
        } catch let problem as Problem {
            throw ValidationError("\(file): \(problem.message)")
        } catch {
            throw ValidationError("\(file) is no JSON: \(error)")
        }
    }
}

/// A trial as lines to read: what each policy stopped, by month, merchant and member.
private struct BacktestTable {
    private let trial: OperatedBacktest

    init(_ trial: OperatedBacktest) { self.trial = trial }

    var lines: [String] {
        let (report, answer) = (trial.report, trial.answer)
        let heading = [
            "\(report.purchases) purchases, \(money(report.sumMinor)), "
                + "in \(answer.milliseconds) ms; "
                + "\(report.overridesUsed) that a parent had allowed would be stopped"
        ]
        return heading + report.policies.flatMap(lines)
    }

    private func lines(of policy: PolicyBacktestReport.PolicyOutcome) -> [String] {
        var lines = [
            "",
            "\(policy.name): \(policy.stopped) stopped, \(money(policy.stoppedMinor)); "
                + "\(policy.asked) asked, \(policy.warned) warned, \(policy.alone) alone",
        ]
        lines += rows(policy.byMonth.map { ($0.month.text, $0.stopped, $0.stoppedMinor) })
        lines += rows(policy.byMerchant.map { ($0.merchant, $0.purchases, $0.sumMinor) })
        lines += rows(
            policy.byMember.map { (trial.members[$0.member] ?? "?", $0.purchases, $0.sumMinor) }
        )
        return lines
    }

    /// Rows of one kind, whose columns stand below one another.
    private func rows(_ rows: [(name: String, count: Int, minor: Int64)]) -> [String] {
        let width = rows.map(\.name.count).max() ?? 0
        let countWidth = rows.map { String($0.count).count }.max() ?? 0
        let sums = rows.map { money($0.minor) }
        let sumWidth = sums.map(\.count).max() ?? 0
        return zip(rows, sums).map { row, sum in
            let name = row.name + String(repeating: " ", count: width - row.name.count)
            return "  \(name)  \(padded(String(row.count), countWidth))  \(padded(sum, sumWidth))"
        }
    }

    private func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: width - text.count) + text
    }

    private func money(_ minor: Int64) -> String {
        Money(minor: minor, currency: trial.currency).display
    }
}
