import ArgumentParser
import Contract
import Foundation
import Kernel
import Operations
import SQL
import Server

/// Imports a bank's file twice, and tells how long that took and how much memory.
struct ImportFile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports a bank's file twice, and tells how long that took and how much memory."
    )

    @Option(help: "sqlite:///abs/path.db or postgresql://…; an empty one.") var database: String
    @Option(help: "How many rows.") var rows = 100_000
    @Option(help: "The form of the file: csv or ofx.") var form = BankFile.Form.csv
    @Option(help: "The file to make.") var file: String
    @Option(help: "The file for the member's token.") var tokens: String
    @Option(help: "The key file.") var keys: String

    static let email = "importer@bench.example"
    private static let password = "bench-password-1"

    func validate() throws {
        guard rows > 0 else { throw ValidationError("--rows must be more than 0") }
    }

    func run() async throws {
        let bench = try await Bench(database: database, keys: keys)
        _ = try await bench.operations.identity.createUser(
            email: Self.email,
            password: Password(Self.password),
            firstName: nil,
            lastName: nil,
            timeZone: nil,
            bench.call()
        )
        let url = URL(filePath: file)
        // Making the file is not timed.
        try BankFile(form: form, rows: rows, last: Zone.utc.day(of: SystemTime.now()))
            .write(to: url)
        let (first, added) = try await seconds(url, bench)
        guard added.rowsNew == rows, added.rowsRefused == 0 else {
            throw ValidationError("\(added.rowsNew) rows were new, \(added.rowsRefused) refused")
        }
        let (again, known) = try await seconds(url, bench)
        guard known.rowsNew == 0, known.rowsKnown == rows else {
            throw ValidationError("\(known.rowsNew) rows were new again")
        }
        let peak = try Self.peakMemoryBytes()
        print("\(rows) rows in \(first) s, again in \(again) s, peak \(peak) bytes")
        let session = try await bench.operations.identity.loginMember(
            API.Allowance.LoginRequest(email: Self.email, password: Password(Self.password)),
            bench.call()
        )
        try Data("\(session.token)\n".utf8).write(to: URL(filePath: tokens))
        await bench.database.close()
    }

    /// Imports the file as `purser import` does, read piece by piece as a server reads it.
    private func seconds(
        _ url: URL,
        _ bench: Bench
    ) async throws -> (time: Double, answer: API.Banking.Import) {
        let source = BankFileSource(name: url.lastPathComponent) { offset, most in
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            try handle.seek(toOffset: UInt64(offset))
            return Array(try handle.read(upToCount: most) ?? Data())
        }
        let input = API.Banking.ImportRequest(accountName: form == .csv ? "Checking" : nil)
        let clock = ContinuousClock()
        let start = clock.now
        let response = try await bench.operations.banking.importBankFile(
            input,
            source,
            ofMember: Self.email,
            bench.call()
        )
        let time = clock.now - start
        guard response.import.state != .running else {
            throw ValidationError("the import did not end")
        }
        return (time / .seconds(1), response.import)
    }

    /// The most memory that this process ever held.
    private static func peakMemoryBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first
                .flatMap({ Int($0) })
        else { throw ValidationError("the system does not tell the peak of memory") }
        return kilobytes * 1_024
    }
}
