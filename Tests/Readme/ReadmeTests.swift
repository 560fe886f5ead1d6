import Foundation
import Testing

/// The README's console blocks, typed into a shell beside a demo server of their own.
@Suite("README")
struct ReadmeTests {
    @Test("every command of the README gives the output that the README shows")
    func commands() throws {
        let steps = try Readme.steps().filter { !$0.command.hasPrefix("make ") }
        #expect(steps.count >= 7)
        let demo = try DemoProcess()
        defer { demo.stop() }
        let outputs = try demo.shell(steps.map(\.command))
        for (step, output) in zip(steps, outputs) {
            #expect(Readme.masked(output) == Readme.masked(step.output), "\(step.command)")
        }
    }
}

/// The README, taken apart.
enum Readme {
    /// One command with the lines the README shows below it.
    struct Step {
        let command: String
        let output: String
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The text of a file of the repository.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Where the program lies that was built with the tests.
    static func program() throws -> String {
        try #require(Bundle.main.executableURL).deletingLastPathComponent()
            .appending(path: "purser").path
    }

    static func steps() throws -> [Step] {
        let text = try text("README.md")
        var steps: [(command: String, output: [String])] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInside = line == "```console"
            } else if isInside, line.hasPrefix("$ ") {
                steps.append((String(line.dropFirst(2)), []))
            } else if isInside, !steps.isEmpty {
                steps[steps.count - 1].output.append(String(line))
            }
        }
        return steps.map { Step(command: $0.command, output: $0.output.joined(separator: "\n")) }
    }

    /// The text with what differs from run to run taken out: UUIDs, and the length of the chain.
    static func masked(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
            .replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "<uuid>")
            .replacing(/[0-9]+ links/, with: "<n> links")
    }
}

/// A demo server on a free port, in a folder of its own.
final class DemoProcess {
    private let folder: URL
    private let process = Process()
    private let program: String
    private var port = 0

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        program = try Readme.program()
        let log = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = ["demo", "--port", "0"]
        process.currentDirectoryURL = folder
        process.standardError = log
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        port = try Self.port(in: log.fileHandleForReading)
    }

    /// Reads the log until it says where the server listens.
    private static func port(in log: FileHandle) throws -> Int {
        var text = ""
        while true {
            let chunk = log.availableData
            try #require(!chunk.isEmpty, "the server ended: \(text)")
            text += String(decoding: chunk, as: UTF8.self)
            if let match = text.firstMatch(of: /"address":"127\.0\.0\.1:([0-9]+)"/) {
                return try #require(Int(match.1))
            }
        }
    }

    /// Types commands into one shell, in order.
    func shell(_ commands: [String]) throws -> [String] {
        let mark = "--- end of a command ---"
        let script = commands.map { command in
            command.replacing("http://127.0.0.1:8080", with: "http://127.0.0.1:\(port)")
                .replacing(".build/release/purser", with: program) + "\necho; echo '\(mark)'"
        }
        let shell = Process()
        let output = Pipe()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = ["-c", script.joined(separator: "\n")]
        shell.currentDirectoryURL = folder
        shell.standardOutput = output
        try shell.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        shell.waitUntilExit()
        let parts = text.components(separatedBy: mark)
        try #require(parts.count == commands.count + 1, "\(text)")
        return Array(parts.dropLast())
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
