import ArgumentParser
import Contract
import Foundation
import Kernel
import Operations

/// Imports a bank file of a member.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports a bank file: OFX, QFX, CSV, QIF, CAMT.053 or MT940.",
        discussion: """
            Safe beside servers. The whole file is read before anything is stored; what is cut \
            off, a server or the same command goes on with. Exit code 0 when all of it is booked, \
            1 when another import of the account is open, 64 when the file or an option is \
            refused; each row that cannot be read is a line on standard error.
            """
    )

    @OptionGroup var storage: StorageFlags
    @Argument(help: "The file.") var file: String
    @Option(help: "The e-mail address of the member whose file it is.") var member: String
    @Option(help: "The number of the account, where the file names none.") var account: Int64?
    @Option(help: "The name of the account, where the file names none; it may be new.")
    var accountName: String?
    @Flag(help: "Tells what would come of it, and stores nothing.") var preview = false
    @Flag(help: "Leaves out rows that cannot be read.") var skipBadRows = false
    @Option(help: "The columns of a CSV file, as JSON.") var mapping: String?

    func run() async throws {
        let source = try source()
        let input = API.Banking.ImportRequest(
            accountID: account,
            accountName: accountName,
            preview: preview,
            mapping: mapping,
            skipBadRows: skipBadRows
        )
        let bar = ProgressBar(of: "rows")
        do {
            let response = try await Installation.with(storage) { installation in
                try await installation.operations.banking.importBankFile(
                    input,
                    source,
                    ofMember: member,
                    installation.operatorCall(),
                    progress: bar.show
                )
            }
            bar.end()
            tell(response)
        } catch let problem as Problem {
            bar.end()
            for line in problem.bankFileLines { complain(line) }
            guard problem.kind != .conflict else {
                complain(problem.message)
                throw ExitCode(1)
            }
            let isMember = problem.kind == .notFound && account == nil
            throw ValidationError(
                isMember ? "\(member) is no member's e-mail address" : problem.message
            )
        }
    }

    private func source() throws -> BankFileSource {
        guard let handle = FileHandle(forReadingAtPath: file) else {
            throw ValidationError("\(file) cannot be read")
        }
        let data = try handle.read(upToCount: Limits.bankFileBytes + 1) ?? Data()
        guard data.count <= Limits.bankFileBytes else {
            throw ValidationError("\(file) has more than \(Limits.bankFileBytes) bytes")
        }
        return BankFileSource(name: URL(fileURLWithPath: file).lastPathComponent, Array(data))
    }

    private func tell(_ response: API.Banking.ImportResponse) {
        for problem in response.problems {
            complain("line \(problem.line): \(problem.reason)")
        }
        let found = response.import
        let days = [found.firstDay, found.lastDay].compactMap { $0?.day.text }
        print(
            """
            \(found.preview ? "would import" : "imported") \(found.format) \
            \(days.joined(separator: " to ")): \(found.rowsNew) new, \(found.rowsKnown) known, \
            \(found.rowsChanged) changed, \(found.rowsRefused) refused
            """
        )
        if let difference = found.balanceDifference {
            let text = DecimalText.text(minor: difference.minor, exponent: 2)
            print("the file's balance is \(text) more than that of the books")
        }
    }
}

extension Problem {
    /// The rows of a bank file that cannot be read, each as a line.
    fileprivate var bankFileLines: [String] {
        guard case .array(let problems) = details.first(where: { $0.key == "problems" })?.value
        else { return [] }
        return problems.compactMap { problem in
            guard case .number(let line) = problem["line"],
                case .string(let reason) = problem["reason"]
            else { return nil }
            return "line \(line): \(reason)"
        }
    }
}
