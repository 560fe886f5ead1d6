import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What a page of changes costs")
struct CopyStatementsTests {
    @Test("is a statement for each kind, however many records it tells", arguments: Engine.all)
    func values(engine: Engine) async throws {
        let counted = StatementCounter.Counted()
        try await withServer(engine, interposing: counted.wrap) { server in
            let home = CopyFamily(family: try await AllowanceFamily(server))
            for number in 1...2 {
                let path = "chore/\(CopyFamily.uuid(number))"
                #expect(try await home.make(path, home.chore()).status == 201)
            }
            let few = try await Self.page("chore", home, counted)
            for number in 3...32 {
                let path = "chore/\(CopyFamily.uuid(number))"
                #expect(try await home.make(path, home.chore()).status == 201)
            }
            let many = try await Self.page("chore", home, counted)
            #expect(few.records == 2 && many.records == 32)
            #expect(few.statements == many.statements)
            for number in 33...34 {
                let path = "goal/\(CopyFamily.uuid(number))"
                #expect(try await home.make(path, home.goal("Boat")).status == 201)
            }
            let both = try await Self.page("chore,goal", home, counted)
            #expect(both.records == 34 && both.statements == many.statements + 1)
        }
    }

    @Test("is who asks, and nothing else, where nothing changed", arguments: Engine.all)
    func idle(engine: Engine) async throws {
        let counted = StatementCounter.Counted()
        try await withServer(engine, interposing: counted.wrap) { server in
            let home = CopyFamily(family: try await AllowanceFamily(server))
            let end = try await home.changes().cursor
            let before = counted.count
            let page = try await home.changes(since: end)
            #expect(page.changes.isEmpty && page.cursor == end && !page.hasMore && !page.reset)
            #expect(counted.count - before == 1)
        }
    }

    private static func page(
        _ kinds: String,
        _ home: CopyFamily,
        _ counted: StatementCounter.Counted
    ) async throws -> (records: Int, statements: Int) {
        let before = counted.count
        let page = try await home.changes(kinds: kinds)
        return (page.changes.count, counted.count - before)
    }
}
