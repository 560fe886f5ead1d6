public import Foundation

/// The programs that were built with the tests, and others that run to their end.
public enum Program {
    /// What a program that ran to its end left.
    public struct Result: Sendable {
        /// How it ended.
        public let end: Child.End
        /// What it wrote to standard output.
        public let output: String
        /// What it wrote to standard error.
        public let errors: String

        /// Whether it ended with 0.
        public var isSuccess: Bool { end == .exit(0) }
    }

    /// The repository's directory.
    public static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .appending(path: "../../..").standardized

    /// Where a program lies that was built with the tests: in the folder that
    /// `PURSER_TEST_PROGRAMS` names, or beside the tests.
    public static func path(_ name: String = "purser") throws -> String {
        if let folder = ProcessInfo.processInfo.environment["PURSER_TEST_PROGRAMS"] {
            return "\(folder)/\(name)"
        }
        guard let tests = Bundle.main.executableURL else {
            throw NotStarted(program: name, errno: ENOENT)
        }
        return tests.deletingLastPathComponent().appending(path: name).path
    }

    /// Runs a command of `purser`.
    public static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Result {
        try await run(command: [try path()] + arguments, environment: environment, input: input)
    }

    /// How long a program may run that calls or clicks for minutes: less than a test may be silent.
    public static let minutes = Duration.seconds(280)

    /// Runs any program to its end.
    public static func run(
        command: [String],
        environment: [String: String] = [:],
        input: String = "",
        within limit: Duration = .seconds(120)
    ) async throws -> Result {
        let child = try Child(command, environment: environment, input: input)
        child.closeInput()
        do {
            let end = try await child.end(within: limit)
            return Result(end: end, output: child.output, errors: child.errors)
        } catch {
            try await child.remove()
            throw error
        }
    }

    /// Runs any program to its end in the way of the calling thread.
    public static func runBlocking(
        command: [String],
        environment: [String: String] = [:]
    ) throws -> Result {
        let child = try Child(command, environment: environment)
        child.closeInput()
        let end = child.endBlocking()
        return Result(end: end, output: child.output, errors: child.errors)
    }
}
