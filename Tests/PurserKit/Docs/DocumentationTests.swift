import Foundation
import Testing

/// What the documents show is what was compiled and run.
@Suite("Documentation of the SDK")
struct DocumentationTests {
    private static let catalogue = "Sources/PurserKit/PurserKit.docc"

    @Test("every block of Swift that a document shows stands in code that is compiled")
    func blocks() throws {
        let documents =
            Repository.paths(in: Self.catalogue, suffix: ".md")
            + Repository.paths(in: "Sources/PurserKitStore/PurserKitStore.docc", suffix: ".md")
            + ["README.md", "docs/concepts/sdk.md"]
        let code = try
            (Repository.paths(in: "Tests/PurserKit/Snippets", suffix: ".swift")
            + ["Examples/quickstart/Quickstart.swift"])
            .map { try Self.trimmed(Repository.text($0)) }
        var count = 0
        for document in documents {
            for block in try Self.blocks(of: Repository.text(document)) {
                count += 1
                let isCompiled = code.contains { "\n\($0)\n".contains("\n\(block)\n") }
                #expect(isCompiled, "\(document):\n\(block)")
            }
        }
        #expect(count >= 20)
    }

    @Test("the tutorial's last step is the code that is run")
    func tutorial() throws {
        let files = Repository.paths(in: Self.catalogue, suffix: ".swift")
        let last = try #require(files.last)
        let parts = try Repository.text(last).components(separatedBy: "@main\n")
        try #require(parts.count == 2)
        let run = try Repository.text("Tests/PurserKit/Snippets/TutorialSnippets.swift")
        #expect(run.contains(parts[1]))
        let pages = try Repository.paths(in: Self.catalogue, suffix: ".tutorial")
            .map { try Repository.text($0) }.joined()
        let unused = files.filter { file in
            !pages.contains("\"\(file.split(separator: "/").last ?? "")\"")
        }
        #expect(unused == [])
    }

    @Test("the newcomer's sample has at most 40 lines, and stands in the README whole")
    func quickstart() throws {
        let sample = try Repository.text("Examples/quickstart/Quickstart.swift")
        #expect(sample.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 40)
        #expect(try Repository.text("README.md").contains(sample))
    }

    /// The blocks of Swift of a document.
    private static func blocks(of text: String) -> [String] {
        text.matches(of: /(?s)```swift\n(.*?)\n```/).map { trimmed(String($0.1)) }
    }

    /// The text without what indents its lines.
    private static func trimmed(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n")
    }
}
