import Testing

@Suite("Documents")
struct DocumentTests {
    static let documents = Tree.files(in: "", suffix: ".md")

    @Test("each script that a document names exists and can be run")
    func scripts() {
        let named = Self.documents.flatMap { file in
            file.text.matches(of: /\b(?:scripts|Benchmarks)\/[a-z][a-z-]*\b(?!\.)/)
                .map { (file.path, String($0.output)) }
        }
        #expect(named.filter { !Tree.exists($0.1) }.map { "\($0.0): \($0.1)" } == [])
    }

    @Test("each chore that a document names is a verb of the Makefile")
    func chores() throws {
        let verbs = try Self.verbs()
        let named = Self.documents.flatMap { file in
            file.text.matches(of: /(?:`|\$ )make ([a-z]+)/).map { (file.path, String($0.1)) }
        }
        #expect(named.filter { !verbs.contains($0.1) }.map { "\($0.0): make \($0.1)" } == [])
    }

    @Test("the Makefile has at most ten verbs, each with a line that tells what it does")
    func verbs() throws {
        let makefile = try #require(Tree.file("Makefile"))
        let declared = makefile.text.matches(of: /(?m)^([a-z]+):/).map { String($0.1) }
        let verbs = try Self.verbs()
        #expect(verbs.count <= 10)
        #expect(Set(declared).subtracting(verbs) == ["help"])
    }

    @Test("each link from one file to another leads somewhere")
    func links() {
        let broken = Self.documents.flatMap { file in
            let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
            return file.text.matches(of: /\]\(([^)\s#]+)(?:#[^)]*)?\)/)
                .map { String($0.1) }
                .filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
                .filter { !Tree.exists(folder.isEmpty ? $0 : "\(folder)/\($0)") }
                .map { "\(file.path): \($0)" }
        }
        #expect(broken == [])
    }

    @Test("every package and every system library is accounted for in docs/dependencies.md")
    func dependencies() throws {
        let document = try #require(Tree.file("docs/dependencies.md")).text
        let package = try #require(Tree.file("Package.swift")).text
        let packages = package.matches(of: /url: "[^"]*\/([^"\/]+)"/).map { String($0.1) }
        let libraries = package.matches(of: /\.apt\(\["([^"]+)"\]\)/).map { String($0.1) }
        let setup = try #require(Tree.file("scripts/setup")).text
        let installed = setup.matches(of: /(?m)^(?:building|testing|measuring)=\(([^)]*)\)/)
            .flatMap { $0.1.split(whereSeparator: \.isWhitespace).map(String.init) }
        #expect(packages.count > 10 && libraries.count > 1 && installed.count > 8)
        let missing = (packages + libraries + installed).filter {
            !document.contains("| `\($0)` |")
        }
        #expect(missing == [])
    }

    @Test("every data file says where it comes from")
    func data() throws {
        let document = try #require(Tree.file("data/SOURCES.md")).text
        let files = Tree.entries(of: "data").filter { $0 != "SOURCES.md" }
        #expect(!files.isEmpty)
        #expect(files.filter { !document.contains("| `\($0)` |") } == [])
    }

    private static func verbs() throws -> Set<String> {
        let makefile = try #require(Tree.file("Makefile"))
        return Set(makefile.text.matches(of: /(?m)^([a-z]+):.*## \S/).map { String($0.1) })
    }
}
