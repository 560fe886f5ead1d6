import ArgumentParser
import Operations

/// Walks all books and names the first row that does not fit.
struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Walks every hash chain and recomputes balances and sums.",
        discussion: """
            Exit code 0 when everything fits, 1 with the first row that does not. Nothing is \
            changed: a database that is not there is not made, and an older schema is refused.
            """
    )

    @OptionGroup var storage: StorageFlags

    func run() async throws {
        let settings = try await Settings(storage)
        let report = try await Installation.with(settings, to: .look) { installation in
            try await installation.operations.ledger.verifyBooks()
        }
        if let fault = report.firstFault {
            print("does not fit: \(fault)")
            throw ExitCode(1)
        }
        print("everything fits: \(report.households) households, \(report.links) links")
    }
}
