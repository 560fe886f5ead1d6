import Foundation
import Synchronization
import Testing

/// A program that runs beside the test and writes its output into files.
final class Child: Sendable {
    /// How a program ended.
    enum End: Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    /// The number of the process.
    let pid: pid_t

    private let folder: URL
    private let input: FileHandle
    private let ending: Ending

    /// Starts a program.
    ///
    ///
    /// `command`: The program's path and what it is told.
    /// `input`: What it reads first; its input stays open until ``closeInput()``.
    init(
        _ command: [String],
        environment: [String: String] = [:],
        input text: String = ""
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "purser-child-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardOutput = try Self.file(folder.appending(path: "output"))
        process.standardError = try Self.file(folder.appending(path: "errors"))
        let ending = Ending()
        process.terminationHandler = { process in
            let status = process.terminationStatus
            ending.set(process.terminationReason == .exit ? .exit(status) : .signal(status))
        }
        try Self.run(process)
        self.ending = ending
        pid = process.processIdentifier
        input = pipe.fileHandleForWriting
        try input.write(contentsOf: Data(text.utf8))
    }

    /// The threads of the tests block signals, and a program would inherit that.
    private static func run(_ process: Process) throws {
        var none = sigset_t()
        var usual = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &usual)
        defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
        try process.run()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func file(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    /// What it has written to standard output.
    var output: String { text("output") }
    /// What it has written to standard error.
    var errors: String { text("errors") }
    /// Whether it still runs.
    var isRunning: Bool { ending.end == nil }

    private func text(_ name: String) -> String {
        let data = FileManager.default.contents(atPath: folder.appending(path: name).path)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Tells it that nothing more will come.
    func closeInput() { try? input.close() }

    /// Sends it a signal.
    func signal(_ signal: Int32) {
        if isRunning { kill(pid, signal) }
    }

    /// Waits for its end.
    func end() async throws -> End {
        try await until("\(pid) ends") { !isRunning }
        return try #require(ending.end)
    }

    /// Waits until standard error holds a text; fails when the program ends without it.
    func writes(_ text: String) async throws {
        try await until("it writes \(text)") {
            let isOver = !isRunning
            if errors.contains(text) { return true }
            try #require(!isOver, "it ended: \(errors)")
            return false
        }
    }

    /// Ends it, whatever it does.
    func remove() async throws {
        closeInput()
        signal(SIGKILL)
        _ = try await end()
    }
}

/// How a program ended, once it has.
private final class Ending: Sendable {
    private let value = Mutex<Child.End?>(nil)

    var end: Child.End? { value.withLock { $0 } }

    func set(_ end: Child.End) { value.withLock { $0 = end } }
}
