import Testing

@Suite("What the compiler cannot check")
struct SafetyTests {
    @Test("whatever is unchecked says on its line why it is sound")
    func unchecked() {
        let sources = Tree.files(in: "Sources", suffix: ".swift")
        #expect(sources.flatMap(Self.unexplained) == [])
    }

    @Test("nothing ends the program by force")
    func force() {
        let sources = Tree.files(in: "Sources", suffix: ".swift")
        #expect(sources.flatMap { $0.code.places(Self.forced) } == [])
    }

    @Test(
        "an unchecked thing without a reason is found",
        arguments: [
            ("final class A: @unchecked Sendable {}", false),
            ("final class A: @unchecked Sendable {  // SAFETY: one thread at a time.", true),
            ("nonisolated(unsafe) var a = 1", false),
            ("nonisolated(unsafe) var a = 1  // SAFETY: written before the first thread.", true),
            ("let b = unsafeBitCast(a, to: Int.self)", false), ("// SAFETY:\nlet a = 1", true),
            ("final class A: @unchecked Sendable {  // SAFETY:", false),
        ]
    )
    func samples(text: String, isClean: Bool) {
        #expect(Self.unexplained(SourceFile(path: "sample", text: text)).isEmpty == isClean)
    }

    @Test(
        "force is found, and what only looks like it is not",
        arguments: [
            ("try! work()", false), ("a as! B", false), ("fatalError(\"no\")", false),
            ("a != b", true), ("// try!", true), ("preconditionFailure(\"no\")", true),
        ]
    )
    func forceSamples(text: String, isClean: Bool) {
        let file = SourceFile(path: "sample", text: text)
        #expect(file.code.places(Self.forced).isEmpty == isClean)
    }

    private static var forced: Regex<Substring> { /\btry!|\bas!|\bfatalError\(/ }

    private static func unexplained(_ file: SourceFile) -> [String] {
        let unchecked = /@unchecked\b|\bnonisolated\(unsafe\)|\bunsafeBitCast\(|\bunowned\(unsafe\)/
        let reason = /\/\/ SAFETY: \S/
        let code = file.code.lines
        return file.numberedLines.compactMap { number, line in
            code[number - 1].contains(unchecked) && !line.contains(reason)
                ? "\(file.path):\(number): \(line)" : nil
        }
    }
}
