import Foundation
import Testing

@testable import Contract

/// What is on the wire for each endpoint's example, byte for byte, in `Golden/`.
///
/// After a change that is meant, run this, and read the difference like any other change:
/// `PURSER_REWRITE_GOLDEN=1 swift test --filter GoldenTests`.
@Suite("Golden wire texts")
struct GoldenTests {
    static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "Golden")
    static let isRewriting = ProcessInfo.processInfo.environment["PURSER_REWRITE_GOLDEN"] == "1"

    @Test("request and answer of each endpoint are those on file", arguments: API.all.map(\.name))
    func golden(name: String) throws {
        let endpoint = try #require(API.all.first { $0.name == name })
        let request = try API.exercise(name).exampleRequest()
        let body = request.body.map { String(decoding: $0, as: UTF8.self) }
        let text = """
            {
            "method": "\(request.method.rawValue)",
            "target": \(JSON.string(request.target).text),
            "body": \(body ?? "null"),
            "status": \(endpoint.status),
            "answer": \(try endpoint.answersJSON().text)
            }

            """
        let file = Self.folder.appending(path: "\(name).json")
        if Self.isRewriting { try Data(text.utf8).write(to: file) }
        let golden = try String(contentsOf: file, encoding: .utf8)
        #expect(text == golden)
        #expect(throws: Never.self) { try JSONParser.parse(golden.utf8) }
    }

    @Test("no file is left of an endpoint that is gone")
    func strays() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(files.sorted() == API.all.map { "\($0.name).json" }.sorted())
    }
}
