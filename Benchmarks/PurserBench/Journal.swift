import ArgumentParser
import Contract
import Foundation
import Kernel
import Operations
import SQL

/// Writes what was imported as a journal, as `purser export` does, and tells how long that took.
struct Journal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes what was imported as a journal, and tells how long that took."
    )

    @Option(help: "sqlite:///abs/path.db or postgresql://…") var database: String
    @Option(help: "The file to make.") var file: String
    @Option(help: "The key file.") var keys: String

    func run() async throws {
        let bench = try await Bench(database: database, keys: keys)
        let url = URL(filePath: file)
        try Data().write(to: url)
        let handle = try FileHandle(forWritingTo: url)
        let clock = ContinuousClock()
        let start = clock.now
        let export = try await bench.operations.banking.exportTransactions(
            API.Banking.ExportRequest(format: .hledger),
            ofUser: ImportFile.email,
            bench.call()
        )
        try await export.write { try handle.write(contentsOf: Data($0)) }
        try handle.close()
        print("journal in \((clock.now - start) / .seconds(1)) s")
        await bench.database.close()
    }
}
