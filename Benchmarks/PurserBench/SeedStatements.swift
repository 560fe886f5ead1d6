import ArgumentParser
import Contract
import Foundation
import Kernel
import Operations
import SQL
import Server

/// Fills a database: households of one parent with the rows of a bank's file each, and a token for
/// each.
struct SeedStatements: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed-statements",
        abstract: "Fills a database with households that have imported a bank's file."
    )

    @Option(help: "sqlite:///abs/path.db or postgresql://…; an empty one.") var database: String
    @Option(help: "How many households.") var households = 1
    @Option(help: "Rows of the file that each of them imports.") var rows: Int
    @Option(help: "How many distinct texts these rows have.") var texts: Int
    @Option(help: "The file to make.") var file: String
    @Option(help: "The file for the tokens, one a line.") var tokens: String
    @Option(help: "The key file.") var keys: String

    private static let password = "bench-password-1"

    func validate() throws {
        guard households > 0, texts > 0, rows >= texts else {
            throw ValidationError("--households and --texts are 1 or more, --rows at least --texts")
        }
    }

    func run() async throws {
        let bench = try await Bench(database: database, keys: keys)
        let url = URL(filePath: file)
        let last = Zone.utc.day(of: SystemTime.now())
        try BankFile(form: .csv, rows: rows, last: last, texts: texts).write(to: url)
        let source = BankFileSource(
            name: url.lastPathComponent,
            Array(try Data(contentsOf: url))
        )
        var lines: [String] = []
        for index in 0..<households {
            lines.append(try await household(index, source, bench))
        }
        try Data(lines.map { "\($0)\n" }.joined().utf8).write(to: URL(filePath: tokens))
        await bench.database.close()
    }

    /// One parent who imports the file as `purser import` does; answers the token.
    private func household(
        _ index: Int,
        _ source: BankFileSource,
        _ bench: Bench
    ) async throws -> String {
        let email = "reader\(index)@bench.example"
        _ = try await bench.operations.identity.createUser(
            email: email,
            password: Password(Self.password),
            firstName: nil,
            lastName: nil,
            timeZone: nil,
            bench.call()
        )
        let response = try await bench.operations.banking.importBankFile(
            API.Banking.ImportRequest(accountName: "Checking"),
            source,
            ofMember: email,
            bench.call()
        )
        guard response.import.rowsNew == rows, response.import.rowsRefused == 0 else {
            throw ValidationError("\(response.import.rowsNew) of \(rows) rows were new")
        }
        let session = try await bench.operations.identity.loginMember(
            API.Allowance.LoginRequest(email: email, password: Password(Self.password)),
            bench.call()
        )
        return session.token
    }
}
