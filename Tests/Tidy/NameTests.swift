import Testing

@Suite("Names")
struct NameTests {
    /// Words that say nothing about what is inside.
    static let empty = [
        "Core", "Common", "Shared", "Helper", "Helpers", "Util", "Utils", "Utility", "Utilities",
        "Manager", "Managers", "Misc",
    ]

    @Test("no folder or file is called by a word that says nothing")
    func folders() {
        let named = Tree.files(in: "Sources", "Tests", "Benchmarks").filter { file in
            file.path.split(whereSeparator: { "/.+".contains($0) }).contains { part in
                Self.empty.contains { $0.lowercased() == part.lowercased() }
            }
        }
        #expect(named.map(\.path) == [])
    }

    @Test("no type has such a word in its name")
    func types() {
        let sources = Tree.files(in: "Sources", "Tests", suffix: ".swift")
        #expect(sources.flatMap { Self.emptyTypes(in: $0) } == [])
    }

    @Test(
        "the words are found where they stand",
        arguments: [
            ("final class SessionManager {}", true), ("enum Utils {}", true),
            ("struct HelperView {}", true), ("actor SharedState {}", true),
            ("typealias CommonName = Int", true), ("struct Managed {}", false),
            ("enum Hardcore {}", false), ("struct Score {}", false), ("// class Manager", false),
        ]
    )
    func samples(text: String, isFound: Bool) {
        let found = Self.emptyTypes(in: SourceFile(path: "sample", text: text))
        #expect(found.isEmpty != isFound)
    }

    private static func emptyTypes(in file: SourceFile) -> [String] {
        let declaration = /\b(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)/
        return file.code.text.matches(of: declaration).compactMap { match in
            let words = match.1.matches(of: /[A-Z][a-z0-9]*/).map { String($0.output) }
            return words.contains(where: empty.contains) ? "\(file.path): \(match.1)" : nil
        }
    }
}
