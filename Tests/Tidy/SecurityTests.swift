import Testing

/// What `docs/security.md` promises is held by tests that exist.
@Suite("The document of what is protected")
struct SecurityTests {
    @Test("names suites and tests that exist")
    func tests() throws {
        let document = try #require(Tree.file("docs/security.md"))
        let named = document.lines.flatMap(Self.tests)
        #expect(named.count > 140)
        let known = Tree.files(in: "Tests", suffix: ".swift").map(Self.titles)
        let missing = named.filter { suite, test in
            !known.contains { $0.suites.contains(suite) && $0.tests.contains(test) }
        }
        #expect(missing.map { "\($0.suite) › \($0.test)" } == [])
    }

    /// The suites and tests in the last cell of a row.
    private static func tests(in line: Substring) -> [(suite: String, test: String)] {
        guard let cells = line.wholeMatch(of: /\| .* \| (.+ › .+) \|/) else { return [] }
        return cells.1.split(separator: "<br>").compactMap { cell in
            guard let parts = cell.wholeMatch(of: /(.+?) › (.+)/), parts.1 != "Suite" else {
                return nil
            }
            return (String(parts.1), String(parts.2))
        }
    }

    private static func titles(of file: SourceFile) -> (suites: Set<String>, tests: Set<String>) {
        let suites = file.text.matches(of: /@Suite\(\s*"((?:[^"\\]|\\.)*)"/)
        let tests = file.text.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/)
        return (Set(suites.map { String($0.1) }), Set(tests.map { String($0.1) }))
    }
}
