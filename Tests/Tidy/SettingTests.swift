import Testing

@Suite("Settings and commands")
struct SettingTests {
    /// A setting as `Sources/purser/Setting.swift` declares it.
    struct Declared {
        let key: String
        let hasFlag: Bool

        var environment: String { "PURSER_" + words.joined(separator: "_").uppercased() }
        var flag: String? { hasFlag ? "--" + words.joined(separator: "-").lowercased() : nil }

        private var words: [String] {
            key.matches(of: /[A-Z]?[a-z0-9]+/).map { String($0.output) }
        }
    }

    @Test("every setting is documented with its key, its variable and its flag")
    func settings() throws {
        let document = try #require(Tree.file("docs/configuration.md")).text
        let names = try Self.declared().flatMap { setting in
            // The file's own path is not a key of the file.
            (setting.key == "config" ? [] : [setting.key]) + [setting.environment]
                + [setting.flag].compactMap(\.self)
        }
        #expect(names.count > 20)
        #expect(names.filter { !document.contains("`\($0)`") } == [])
    }

    @Test("every variable that a document names is a setting, or read by a script, test or example")
    func variables() throws {
        let read = Tree.files(in: "scripts", "Tests", "Benchmarks", "Sources", "Examples")
            .filter { !$0.path.hasSuffix(".md") }
        let settings = try Set(Self.declared().map(\.environment))
        let unknown = DocumentTests.documents.flatMap { file in
            file.text.matches(of: /\bPURSER_[A-Z_]+[A-Z]\b/).map { String($0.output) }
        }
        .filter { name in !settings.contains(name) && !read.contains { $0.text.contains(name) } }
        #expect(unknown == [])
    }

    @Test("every command of the program is in the README or in docs/commands.md")
    func commands() throws {
        let documents = ["README.md", "docs/commands.md"].compactMap { Tree.file($0)?.text }
        let commands = try Self.commands()
        #expect(commands.count > 5)
        let missing = commands.filter { command in
            !documents.contains { $0.contains("purser \(command)") }
        }
        #expect(missing == [])
    }

    @Test("every command that a document names is one of the program")
    func named() throws {
        let commands = try Self.commands()
        let unknown = DocumentTests.documents.flatMap { file in
            file.text.matches(of: /(?:`|\$ (?:\.build\/\w+\/)?)purser ([a-z][a-z-]*)/)
                .map { String($0.1) }
                .filter { !commands.contains($0) && $0 != "help" }
                .map { "\(file.path): purser \($0)" }
        }
        #expect(unknown == [])
    }

    @Test(
        "a key becomes a variable and a flag",
        arguments: [
            ("host", "PURSER_HOST", "--host"), ("publicUrl", "PURSER_PUBLIC_URL", "--public-url"),
            ("requestsPerSecond", "PURSER_REQUESTS_PER_SECOND", "--requests-per-second"),
        ]
    )
    func names(key: String, environment: String, flag: String) {
        let declared = Declared(key: key, hasFlag: true)
        #expect(declared.environment == environment)
        #expect(declared.flag == flag)
        #expect(Declared(key: key, hasFlag: false).flag == nil)
    }

    private static func declared() throws -> [Declared] {
        let source = try #require(Tree.file("Sources/purser/Setting.swift")).text
        let keys = source.matches(of: /(?m)^    case ([\w, ]+)$/)
            .flatMap { $0.1.split(separator: ", ").map(String.init) }
        let rule = /isSecret: Bool \{\s*switch self \{\s*case ([^:]+):\s*true/
        let secrets = try #require(source.firstMatch(of: rule)).1.matches(of: /\w+/)
            .map { String($0.output) }
        #expect(Set(secrets).isSubset(of: keys) && !secrets.isEmpty)
        return keys.map { Declared(key: $0, hasFlag: !secrets.contains($0)) }
    }

    /// The subcommands, by the names a user types.
    private static func commands() throws -> [String] {
        let source = try #require(Tree.file("Sources/purser/Purser.swift")).text
        let list = try #require(source.firstMatch(of: /subcommands: \[([^\]]*)\]/)).1
        return list.matches(of: /(\w+)\.self/).map { match in
            let file = Tree.file("Sources/purser/Commands/\(match.1).swift")?.text
            if let own = file?.firstMatch(of: /commandName: "([a-z-]+)"/) { return String(own.1) }
            let name = String(match.1).lowercased()
            return name.hasSuffix("command") ? String(name.dropLast("command".count)) : name
        }
    }
}
