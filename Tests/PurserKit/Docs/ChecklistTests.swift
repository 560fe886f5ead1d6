import Foundation
import Testing

/// The checklist of the SDK names what is there.
@Suite("Checklist of the SDK")
struct ChecklistTests {
    /// One line of a document, with what it is answered by.
    private struct Row {
        let line: Substring
        let whereabouts: Substring
        let shown: Substring
    }

    @Test("every file that the checklist names exists")
    func files() throws {
        let named = try Self.rows().flatMap { row in
            row.whereabouts.matches(of: /`([^`]+)`/).map { String($0.1) }
        }
        #expect(named.count > 100)
        #expect(Set(named).filter { !Repository.exists($0) }.sorted() == [])
    }

    @Test("every test that the checklist names exists, in a suite of that name")
    func tests() throws {
        let sources = try Repository.paths(in: "Tests", suffix: ".swift")
            .filter { !$0.hasSuffix("/ChecklistTests.swift") }
            .map { try Repository.text($0) }
        let suites = Set(sources.flatMap { Self.names(in: $0, of: "Suite") })
        let tests = Set(sources.flatMap { Self.names(in: $0, of: "Test") })
        let named = try Self.rows().flatMap { row in
            row.shown.matches(of: /`([^`›]+) › ([^`]+)`/).map { (String($0.1), String($0.2)) }
        }
        #expect(named.count > 100)
        let missing = named.filter { !suites.contains($0.0) || !tests.contains($0.1) }
            .map { "\($0.0) › \($0.1)" }
        #expect(Set(missing).sorted() == [])
    }

    @Test("every line has a test, or says what it waits for or whose it is")
    func shown() throws {
        let rows = try Self.rows()
        // The documents' own checklists alone have 82 lines.
        #expect(rows.count >= 100)
        let reasons = ["waits for ", "the app's own", "runs on Apple's systems only"]
        let bare = rows.filter { row in
            !row.shown.contains(" › ") && !reasons.contains { row.shown.contains($0) }
        }
        #expect(bare.map(\.line) == [])
    }

    private static func rows() throws -> [Row] {
        try Repository.text("docs/sdk-checklist.md").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            guard cells.count == 6, !line.hasPrefix("|---"), !line.hasPrefix("| Line ") else {
                return nil
            }
            return Row(line: cells[1], whereabouts: cells[3], shown: cells[4])
        }
    }

    /// The display names of a source's suites or tests.
    private static func names(in source: String, of attribute: String) -> [String] {
        let name = attribute == "Suite" ? /@Suite\(\s*"([^"]+)"/ : /@Test\(\s*"([^"]+)"/
        return source.matches(of: name).map { String($0.1) }
    }
}
