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
        let report = try await Installation.with(storage, to: .look) { installation in
            try await installation.operations.ledger.verifyBooks()
        }
        try report.requireFit()
        print("everything fits: \(report.households) households, \(report.links) links")
    }
}

extension BooksReport {
    /// Prints the first row that does not fit, if there is one; exit code 1 then.
    func requireFit(of books: String = "") throws {
        guard let firstFault else { return }
        print("\(books)does not fit: \(firstFault)")
        throw ExitCode(1)
    }
}
