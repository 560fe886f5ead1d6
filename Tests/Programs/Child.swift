public import Foundation
import Synchronization

/// A program that runs beside the test and writes its output into files.
///
/// It inherits nothing but its three standard files. Foundation's `Process` hands on a socket by
/// which it notices the end, and a server that the program leaves behind keeps that socket: the
/// program then seems to run for as long as the server does.
public final class Child: Sendable {
    /// How a program ended.
    public enum End: Sendable, Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    /// The number of the process.
    public let pid: pid_t
    /// A directory of its own, in which it was started; gone with this value.
    public let folder: URL

    private let input: FileHandle
    private let ending: Ending

    /// Starts a program.
    ///
    /// `command`: The program's path and what it is told.
    /// `environment`: What is added to the test's own.
    /// `input`: What it reads first; its input stays open until ``closeInput()``.
    /// Throws ``NotStarted``, and what making its files throws.
    public init(
        _ command: [String],
        environment: [String: String] = [:],
        input text: String = ""
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "purser-child-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let pipe = Pipe()
        let files = try Spawn.Files(
            input: pipe.fileHandleForReading,
            output: Self.file(folder.appending(path: "output")),
            errors: Self.file(folder.appending(path: "errors"))
        )
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pid = try Spawn.start(command, all, in: folder.path, files)
        self.pid = pid
        let ending = Ending()
        self.ending = ending
        // Waiting blocks, which is not for the threads of Swift's concurrency.
        Thread.detachNewThread { ending.set(Spawn.wait(for: pid)) }
        input = pipe.fileHandleForWriting
        try input.write(contentsOf: Data(text.utf8))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func file(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    /// What it has written to standard output.
    public var output: String { text("output") }
    /// What it has written to standard error.
    public var errors: String { text("errors") }
    /// Whether it still runs.
    public var isRunning: Bool { ending.end == nil }

    private func text(_ name: String) -> String {
        let data = FileManager.default.contents(atPath: folder.appending(path: name).path)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Tells it that nothing more will come.
    public func closeInput() { try? input.close() }

    /// Sends it a signal.
    public func signal(_ signal: Int32) {
        if isRunning { kill(pid, signal) }
    }

    /// Waits for its end, two minutes where nobody says another limit.
    public func end(within limit: Duration = .seconds(120)) async throws -> End {
        try await until("\(pid) ends", within: limit) { !isRunning }
        guard let end = ending.end else { throw NeverHappened(what: "\(pid) ends") }
        return end
    }

    /// Waits for its end in the way of the calling thread.
    public func endBlocking() -> End { ending.wait() }

    /// Waits until standard error holds a text.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``EndedEarly`` when the program ends without it; ``NeverHappened``.
    public func writes(_ text: String) async throws {
        try await until("it writes \(text)") {
            let isOver = !isRunning
            if errors.contains(text) { return true }
            guard !isOver else { throw EndedEarly(errors: errors) }
            return false
        }
    }

    /// Ends it, whatever it does.
    public func remove() async throws {
        closeInput()
        signal(SIGKILL)
        _ = try await end()
    }
}

/// A program that ended before it did what it was started for.
public struct EndedEarly: Error {
    /// What it wrote to standard error.
    public let errors: String

    /// Makes the error.
    public init(errors: String) { self.errors = errors }
}

/// How a program ended, once it has.
private final class Ending: Sendable {
    private let value = Mutex<Child.End?>(nil)
    private let isOver = DispatchSemaphore(value: 0)

    var end: Child.End? { value.withLock { $0 } }

    func set(_ end: Child.End) {
        value.withLock { $0 = end }
        isOver.signal()
    }

    func wait() -> Child.End {
        while true {
            if let end { return end }
            isOver.wait()
            isOver.signal()
        }
    }
}
