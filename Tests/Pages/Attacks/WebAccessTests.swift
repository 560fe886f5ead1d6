import Foundation
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Who may open and send what in the web app")
struct WebAccessTests {
    private static let isRewriting =
        ProcessInfo.processInfo.environment["PURSER_REWRITE_ACCESS"] == "1"

    @Test(
        "is what docs/web-access.md says; its first lines tell how to renew it",
        arguments: Engine.all
    )
    func table(engine: Engine) async throws {
        try await withWebApp(engine) { server, map in
            let table = try await WebAccessTable(try await EvilHousehold(server), map)
            #expect(table.faults == [])
            let paths = Set(table.rows.map(\.path))
            #expect(Set(map.pages + map.forms).subtracting(paths).sorted() == [])
            if Self.isRewriting {
                try Data(table.text.utf8).write(to: WebAccessTable.file)
            }
            let committed = try String(contentsOf: WebAccessTable.file, encoding: .utf8)
            let missing = table.rows.map(\.text).filter { !committed.contains($0) }
            #expect(missing == [])
            #expect(committed == table.text)
            #expect(try await server.faultInBooks() == nil)
        }
    }
}
