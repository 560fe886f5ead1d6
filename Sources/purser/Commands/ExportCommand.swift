import ArgumentParser
import Contract
import Foundation
import Kernel
import Operations

/// Writes a member's transactions to a file.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a member's transactions to a file, or to standard output.",
        discussion: """
            The same bytes as GET /api/accounts/export. The file is readable by you alone, and \
            appears whole or not at all.
            """
    )

    @OptionGroup var storage: StorageFlags
    @Option(help: "What to write: csv, json or hledger.") var format: String
    @Option(help: "The e-mail address of the member; may be left out where there is one.")
    var member: String?
    @Option(help: "The integer id of the one account that is meant.") var account: Int64?
    @Option(help: "The first day, such as 2025-01-15.") var start: String?
    @Option(help: "The last day.") var end: String?
    @Flag(help: "Replaces the file when it is there already.") var force = false
    @Argument(help: "The file to make; - is standard output.") var file = "-"

    func run() async throws {
        let request = try request()
        if file != "-", !force { try requireNothing() }
        try await operate(storage, to: .look) { operations, call in
            let export = try await operations.banking.exportTransactions(
                request,
                ofUser: member,
                call
            )
            if file == "-" {
                try await export.write { piece in
                    try FileHandle.standardOutput.write(contentsOf: Data(piece))
                }
            } else {
                try await save(export)
            }
        }
    }

    private func request() throws -> API.Banking.ExportRequest {
        guard let format = API.Banking.ExportFormat(rawValue: format) else {
            throw ValidationError("--format is csv, json or hledger")
        }
        return API.Banking.ExportRequest(
            format: format,
            startDate: try Self.day(start, "--start"),
            endDate: try Self.day(end, "--end"),
            accountID: account
        )
    }

    private static func day(_ text: String?, _ flag: String) throws -> DateFilter? {
        try text.map { text in
            guard let day = CivilDay(text) else {
                throw ValidationError("\(flag) is a day such as 2025-01-15")
            }
            return .day(day)
        }
    }

    private func requireNothing() throws {
        guard !FileManager.default.fileExists(atPath: file) else {
            throw ValidationError("\(file) is there already; --force replaces it")
        }
    }

    /// Gives the file its name once it is whole and on the disk.
    private func save(_ export: ExportFile) async throws {
        let draft = "\(file).\(UUID().uuidString.lowercased()).part"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ValidationError("\(file) cannot be written") }
        defer { unlink(draft) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try await export.write { try handle.write(contentsOf: Data($0)) }
        try handle.synchronize()
        try handle.close()
        // A link takes no name that somebody else took meanwhile; a new name takes its place.
        guard force ? rename(draft, file) == 0 : link(draft, file) == 0 else {
            if errno == EEXIST { try requireNothing() }
            throw ValidationError("\(file) cannot be written")
        }
    }
}
