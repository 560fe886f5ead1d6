import Foundation
import Programs
import Testing

/// The README's console blocks, typed into a shell beside a demo server of their own.
@Suite("README")
struct ReadmeTests {
    @Test("every command of the README gives the output that the README shows")
    func commands() async throws {
        let steps = try Readme.steps().filter { !$0.command.hasPrefix("make ") }
        #expect(steps.count >= 7)
        try await DemoServer.with { demo in
            let outputs = try await demo.shell(steps.map(\.command))
            for (step, output) in zip(steps, outputs) {
                #expect(Readme.masked(output) == Readme.masked(step.output), "\(step.command)")
            }
        }
    }

    @Test("what the demo prints to be tried works as it is printed")
    func welcome() async throws {
        try await DemoServer.with { demo in
            let commands = try await demo.commands()
            #expect(demo.lastLine == "Purser serves a demo household at \(demo.url)")
            try #require(commands.count == 4)
            let outputs = try await demo.shell(commands)
            #expect(outputs[1].contains(#""status":"ok""#))
            #expect(outputs[2].contains(#""category":"fun""#))
            #expect(outputs[3].contains(#""decision":"APPROVE""#))
        }
    }
}

/// The sample of the README.
@Suite("The quickstart")
struct QuickstartTests {
    @Test("keeps its session over a restart, in a file for its owner alone")
    func restart() async throws {
        try await DemoServer.with { demo in
            let run = ".build/release/quickstart $PURSER"
            let outputs = try await demo.shell([
                "export PURSER=http://127.0.0.1:8080", "PURSER_PASSWORD=wrong-password \(run)", run,
                "PURSER_PASSWORD=wrong-password \(run)",
                "find $XDG_DATA_HOME -type f -printf '%f %m\\n'",
            ])
            #expect(!outputs[1].contains("Hello"))
            #expect(outputs[2].contains("Hello, Ana Demo."))
            #expect(outputs[3].contains("Hello, Ana Demo."))
            #expect(outputs[4].contains("session 600"))
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

    /// The text of a file of the repository.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: Program.root.appending(path: path), encoding: .utf8)
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

    /// The text with what differs from run to run taken out: ids, and the length of the chain.
    static func masked(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
            .replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "<uuid>")
            .replacing(/pi_mock_[0-9a-f]{24}/, with: "<intent>")
            .replacing(/[0-9]+ links/, with: "<n> links")
    }
}

/// A demo server on a free port, in a folder of its own.
struct DemoServer {
    private let server: Child
    private let program: String
    private let port: Int

    /// Runs `work` with a server, which is gone afterwards.
    static func with(_ work: (DemoServer) async throws -> Void) async throws {
        let program = try Program.path()
        let server = try Child([program, "demo", "--port", "0"])
        do {
            try await server.writes(#""message":"listening""#)
            let address = server.errors.firstMatch(of: /"address":"127\.0\.0\.1:([0-9]+)"/)
            let port = try #require(address.flatMap { Int($0.1) })
            try await work(DemoServer(server: server, program: program, port: port))
        } catch {
            try await server.remove()
            throw error
        }
        try await server.remove()
    }

    /// Where it is.
    var url: String { "http://127.0.0.1:\(port)" }

    /// What it printed last.
    var lastLine: String? { server.output.split(separator: "\n").last.map(String.init) }

    /// The commands that it printed: those that begin at the margin with `export` or `curl`.
    func commands() async throws -> [String] {
        try await until("it says where it is") { server.output.hasSuffix("at \(url)\n") }
        return server.output.replacing("\\\n", with: "").split(separator: "\n")
            .map(String.init)
            .filter { $0.hasPrefix("export ") || $0.hasPrefix("curl ") }
    }

    /// Types commands into one shell, in order.
    func shell(_ commands: [String]) async throws -> [String] {
        let mark = "--- end of a command ---"
        let script = try commands.map { command in
            command.replacing("http://127.0.0.1:8080", with: "http://127.0.0.1:\(port)")
                .replacing(".build/release/purser", with: program)
                .replacing(".build/release/quickstart", with: try Program.path("quickstart"))
                + "\necho; echo '\(mark)'"
        }
        let folder = server.folder.path
        let lines = ["cd '\(folder)'", "export XDG_DATA_HOME='\(folder)/data'"] + script
        let bash = ["/bin/bash", "-c", lines.joined(separator: "\n")]
        let text = try await Program.run(command: bash).output
        let parts = text.components(separatedBy: mark)
        try #require(parts.count == commands.count + 1, "\(text)")
        return Array(parts.dropLast())
    }
}
