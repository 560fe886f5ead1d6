import Foundation
import Programs
import Testing

/// What is compiled on Apple's systems alone, compiled here over stubs of their frameworks.
///
/// The stubs in `Tests/AppleStubs` are our own, written from what Apple publishes, and declare what
/// our files use. They show that a file agrees with itself, with the rest of the library and with
/// them; not that Apple's frameworks do what the file expects.
@Suite("Files for Apple's systems")
struct AppleFilesTests {
    @Test("are compiled without an error or a warning, with all the rest of their libraries")
    func whole() async throws {
        let build = try await AppleBuild()
        for module in Sources.modules { try await build.emit(Sources(module)) }
    }

    @Test("leave an app the names that it has from frameworks of Apple's")
    func names() async throws {
        let build = try await AppleBuild()
        for module in Sources.modules { try await build.emit(Sources(module)) }
        let declared = AppleNames.all.map { "public struct \($0) {}" }
        try await build.emit("AppleNames", text: declared.joined(separator: "\n"))
        // A name of a single import would go before theirs, and be another type.
        let used = AppleNames.all.map { "func use(_ one: AppleNames.\($0)) { let _: \($0) = one }" }
        let imports = ["AppleNames"] + Sources.modules
        let app = imports.map { "import \($0)" } + used
        try await build.emit("App", text: app.joined(separator: "\n"))
    }

    @Test("have a mistake told behind each guard of Apple's, and behind none of Linux's")
    func mistakes() async throws {
        let build = try await AppleBuild()
        var count = 0
        for module in Sources.modules {
            let sources = try Sources(module)
            let mistaken = sources.files.filter { !$0.branches.isEmpty }.map(Mistaken.init)
            let told = try await build.complaints(
                sources,
                Dictionary(mistaken.map { ($0.path, $0.lines) }) { one, _ in one }
            )
            let open = Set(mistaken.flatMap(\.open))
            let closed = Set(mistaken.flatMap(\.closed))
            #expect(open.subtracting(told.places).sorted() == [], "\(told)")
            #expect(closed.intersection(told.places).sorted() == [], "\(told)")
            count += open.count
        }
        #expect(count > 15)
    }

    @Test("ask for nothing that nobody knows to be Apple's or Linux's")
    func known() throws {
        let conditions = try Sources.modules.flatMap { module in
            try Sources(module).files.flatMap { $0.branches.compactMap(\.condition) }
        }
        let asked = Set(conditions.flatMap(Guards.questions))
        #expect(asked.subtracting(Guards.apple).subtracting(Guards.linux).sorted() == [])
        // Whether such a condition holds cannot be told from its questions one by one.
        #expect(conditions.filter { $0.contains("!") || $0.contains("&&") } == [])
    }

    @Test("have their branches found, and known to be open or not")
    func branches() {
        let text = """
            #if canImport(Security) || ONE
            #if canImport(Glibc)
            #elseif canImport(Darwin)
            #else
            #endif
            #else
            #if os(iOS)
            #endif
            #endif
            #if os(Linux)
            #else
            #endif
            """
        let found = Branch.all(in: text)
        #expect(found.map(\.line) == [1, 2, 3, 4, 6, 7, 10, 11])
        #expect(found.map(\.isOpen) == [true, false, true, false, false, false, false, true])
    }

    @Test("are compiled over every stub that there is")
    func stubs() throws {
        let folder = Program.root.appending(path: "Tests/AppleStubs").path
        let there = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(there) == Set(Guards.stubs))
    }
}

/// A file with a mistake in each of its branches.
private struct Mistaken {
    let path: String
    private(set) var lines: [String] = []
    /// Where the compiler has to tell of one, and where it cannot see one.
    private(set) var open: [Complaints.Place] = []
    private(set) var closed: [Complaints.Place] = []

    init(_ file: Sources.File) {
        path = file.path
        let branches = Dictionary(file.branches.map { ($0.line, $0) }) { one, _ in one }
        for (index, line) in file.appleLines.enumerated() {
            lines.append(line)
            guard let branch = branches[index + 1] else { continue }
            lines.append(#"let mistake\#(index): Int = "no number""#)
            let place = Complaints.Place(path: path, line: lines.count)
            if branch.isOpen { open.append(place) } else { closed.append(place) }
        }
    }
}
