import Testing

@Suite("Sizes")
struct SizeTests {
    static let sources = Tree.files(in: "Sources", "Tests", "Benchmarks", suffix: ".swift")
        .filter { !$0.isGenerated }

    @Test("a file has at most 400 lines")
    func files() {
        #expect(!Self.sources.isEmpty)
        let long = Self.sources.filter { $0.lines.count > 401 }
            .map { "\($0.path) has \($0.lines.count - 1) lines" }
        #expect(long == [])
    }

    @Test("a function has at most 70 lines")
    func functions() {
        let long = Self.sources.filter { $0.path.hasPrefix("Sources/") }.flatMap { file in
            FunctionScan.functions(in: file.text)
                .filter { $0.lineCount > 70 }
                .map { "\(file.path):\($0.line): \($0.name) has \($0.lineCount) lines" }
        }
        #expect(long == [])
    }

    @Test("a line has at most 100 columns")
    func columns() {
        let texts = Self.sources + Tree.files(in: "Sources", suffix: ".sql")
        let wide = texts.flatMap { file in
            file.numberedLines
                .filter { $0.text.count > 100 }
                .map { "\(file.path):\($0.number) has \($0.text.count) columns" }
        }
        #expect(wide == [])
    }
}
