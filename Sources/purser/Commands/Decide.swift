import ArgumentParser
import Foundation
import Kernel
import Operations

/// Makes a stored decision again from its facts, and writes one out with them.
struct Decide: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes a stored decision again from its facts, and says why it is as it is.",
        discussion: """
            --export prints a stored decision with its facts; --explain reads such a document, \
            needs no database, and prints the facts, every check and the answer. Exit code 0 when \
            the facts give the bytes that were stored, 1 with the first difference, 64 with the \
            field when the document cannot be read.
            """
    )

    @OptionGroup var storage: StorageFlags

    @Option(help: "The document of a decision; - is standard input.")
    var explain: String?

    @Option(help: "The id of a decision to print with its facts.")
    var export: String?

    func validate() throws {
        guard (explain == nil) != (export == nil) else {
            throw ValidationError("either --explain or --export")
        }
    }

    func run() async throws {
        if let explain { try Self.explain(explain) }
        if let export { try await Self.export(export, from: storage) }
    }

    private static func explain(_ file: String) throws {
        let explained = try read(file).explained()
        print(explained.lines.joined(separator: "\n"))
        if let difference = explained.difference {
            print("not as it was stored: \(difference)")
            throw ExitCode(1)
        }
        print("the facts give the bytes that were stored")
    }

    private static func read(_ file: String) throws -> DecisionFile {
        let data =
            file == "-"
            ? try FileHandle.standardInput.readToEnd() ?? Data()
            : FileManager.default.contents(atPath: file)
        guard let data else { throw ValidationError("\(file) cannot be read") }
        do {
            return try DecisionFile(data)
        } catch {
            throw ValidationError("\(file): \(error)")
        }
    }

    private static func export(_ text: String, from storage: StorageFlags) async throws {
        guard let id = ID<Entity.Decision>(text) else {
            throw ValidationError("\(text) is no UUID")
        }
        try await operate(storage, to: .look) { operations, _ in
            let file = try await operations.guardian.exportDecision(id)
            try FileHandle.standardOutput.write(contentsOf: Data(file.text.utf8))
        }
    }
}
