import Foundation
import Programs
import Testing

/// The program's help and the documents tell of the same settings and commands.
@Suite("Help")
struct HelpTests {
    @Test("every setting is in the help of serve and in docs/configuration.md, and nothing else is")
    func settings() async throws {
        let source = try Readme.text("Sources/purser/Setting.swift")
        let keys = source.matches(of: /(?m)^    case ([\w, ]+)$/)
            .flatMap { $0.1.split(separator: ", ").map(String.init) }
        let declared = Set(keys.map(Self.environment))
        #expect(declared.count >= 14)
        let help = try await Self.output(of: ["serve", "--help"]).replacing(/\s+/, with: " ")
        let document = try Readme.text("docs/configuration.md")
        #expect(Self.variables(in: help) == declared)
        #expect(Self.variables(in: document) == declared)
    }

    @Test("every flag of serve is in docs/configuration.md")
    func flags() async throws {
        let help = try await Self.output(of: ["serve", "--help"])
        let flags = Set(help.matches(of: /(?m)^  (--[a-z-]+)/).map { String($0.1) })
            .subtracting(["--version"])
        let document = try Readme.text("docs/configuration.md")
        #expect(flags.count >= 13)
        #expect(flags.filter { !document.contains("`\($0)`") }.sorted() == [])
    }

    @Test("every command is in docs/commands.md", arguments: [[], ["user"]])
    func commands(of parent: [String]) async throws {
        let help = try await Self.output(of: parent + ["--help"])
        let list = try #require(help.split(separator: "SUBCOMMANDS:").last)
        let names = list.matches(of: /(?m)^  ([a-z][a-z-]*)/).map { String($0.1) }
        #expect(names.count >= 4)
        let document = try Readme.text("docs/commands.md")
        let prefix = (["purser"] + parent).joined(separator: " ")
        let missing = names.filter { name in
            name != "help" && !document.contains("`\(prefix) \(name)")
        }
        // `purser user` is documented by its own commands.
        #expect(missing.filter { !document.contains("`\(prefix) \($0) ") } == [])
    }

    /// `publicUrl` is `PURSER_PUBLIC_URL`.
    private static func environment(_ key: String) -> String {
        "PURSER_" + key.replacing(/[A-Z]/) { "_\($0.output)" }.uppercased()
    }

    private static func variables(in text: String) -> Set<String> {
        Set(text.matches(of: /PURSER_[A-Z_]+/).map { String($0.output) })
    }

    private static func output(of arguments: [String]) async throws -> String {
        let help = try await Program.run(arguments)
        try #require(help.isSuccess)
        return help.output
    }
}
