import ArgumentParser
import Kernel
import Operations

/// What the operator does with allowances.
struct AllowanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allowance",
        abstract: "Pays allowances, as every server does by itself.",
        subcommands: [Run.self]
    )

    /// Pays what is due now.
    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Pays every allowance that is due, once.",
            discussion: """
                Prints a line for each child: household, child, due days and amount. Safe beside \
                servers and other runs: a due day is paid once. Exit code 0 when nothing went \
                wrong, 1 when something did, which is written to standard error; the next run \
                tries again.
                """
        )

        @OptionGroup var storage: StorageFlags
        @Flag(help: "Tells what would be paid, and changes nothing.") var dryRun = false

        func run() async throws {
            var paid = Amounts()
            let report = try await Installation.with(storage, to: dryRun ? .look : .use) {
                let call = $0.operatorCall()
                let tell = { (child: ChildPayout) in
                    print(line(child))
                    paid.add(child)
                }
                return dryRun
                    ? try await $0.operations.allowance.owedAllowances(call, each: tell)
                    : try await $0.operations.allowance.payAllowances(call, each: tell)
            }
            for failure in report.failures { complain("failed: \(failure)") }
            print(summary(report, paid))
            guard report.failed == 0 else { throw ExitCode(1) }
        }

        private func line(_ child: ChildPayout) -> String {
            let parts = [
                ("\(dryRun ? "would pay" : "paid")", child.paidDays, child.paidMinor),
                ("owed", child.owedDays, child.owedMinor),
            ]
            let words = parts.filter { !$0.1.isEmpty }.map { word, days, minor in
                let amount = Money(minor: minor, currency: child.currency).display
                return "\(word) \(days.map(\.text).joined(separator: ",")) \(amount)"
            }
            return (["\(child.household)", "\(child.child)"] + words).joined(separator: " ")
        }

        private func summary(_ report: PayoutReport, _ paid: Amounts) -> String {
            let amounts = paid.text.isEmpty ? "" : " (\(paid.text))"
            return """
                \(dryRun ? "would pay" : "paid") \(report.paid) due days\(amounts) in \
                \(report.households) households; \(report.owed) owed, \(report.failed) failed
                """
        }
    }
}

/// What was paid in each currency.
private struct Amounts {
    private var minor: [Currency: Int64] = [:]

    /// Each currency's sum, by the currency's code.
    var text: String {
        minor.sorted { $0.key.code < $1.key.code }
            .map { Money(minor: $0.value, currency: $0.key).display }
            .joined(separator: ", ")
    }

    mutating func add(_ child: ChildPayout) {
        guard child.paidMinor > 0 else { return }
        minor[child.currency, default: 0] += child.paidMinor
    }
}
