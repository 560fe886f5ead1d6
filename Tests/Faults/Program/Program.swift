import Foundation
import Testing

/// The program that was built with the tests.
enum Program {
    /// What a command that ran to its end left.
    struct Result {
        let end: Child.End
        let output: String
        let errors: String

        var isSuccess: Bool { end == .exit(0) }
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Where the program lies: beside the tests.
    static func path() throws -> String {
        try #require(Bundle.main.executableURL).deletingLastPathComponent()
            .appending(path: "purser").path
    }

    /// Runs a command of the program.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Result {
        try await run(command: [try path()] + arguments, environment: environment, input: input)
    }

    /// Runs any program to its end.
    static func run(
        command: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Result {
        let child = try Child(command, environment: environment, input: input)
        child.closeInput()
        do {
            let end = try await child.end()
            return Result(end: end, output: child.output, errors: child.errors)
        } catch {
            try await child.remove()
            throw error
        }
    }
}
