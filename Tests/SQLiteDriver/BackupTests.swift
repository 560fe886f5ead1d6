import Foundation
import SQL
import Testbed
import Testing

@testable import SQLiteDriver

@Suite("A backup")
struct BackupTests {
    @Test("holds one state, whatever is written meanwhile, and needs nothing beside it")
    func consistent() async throws {
        try await withFixture { fixture in
            try await fixture.database.exclusively { try $0.script(Self.purses) }
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let copies = (0..<5).map { directory.file("copy\($0).db") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        while !Task.isCancelled { try await Self.move(fixture.database) }
                    }
                }
                for copy in copies { try await fixture.database.backup(to: copy) }
                group.cancelAll()
                try await group.waitForAll()
            }
            for copy in copies {
                let program = try OtherProgram(copy)
                #expect(try program.integer("SELECT SUM(amount) FROM purses") == 1_000)
                #expect(try program.integer("SELECT COUNT(*) FROM purses") == 400)
                #expect(try program.text("PRAGMA integrity_check") == "ok")
                #expect(try program.text("PRAGMA journal_mode") == "delete")
                let attributes = try FileManager.default.attributesOfItem(atPath: copy)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(files.sorted() == (0..<5).map { "copy\($0).db" })
        }
    }

    @Test("can be opened as a database")
    func restored() async throws {
        try await withFixture { fixture in
            try await fixture.database.put("a")
            let copy = fixture.path + ".copy"
            try await fixture.database.backup(to: copy)
            try await fixture.database.put("b")
            let restored = try SQLiteDatabase(path: copy)
            try await restored.put("c")
            let names = try await restored.entries()
            await restored.close()
            #expect(names == ["a", "c"])
        }
    }

    @Test("replaces nothing, and leaves no draft behind")
    func refused() async throws {
        try await withFixture { fixture in
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let target = directory.file("letter.txt")
            try Data("Dear all".utf8).write(to: URL(filePath: target))
            let taken = await code { try await fixture.database.backup(to: target) }
            #expect(taken == .statement)
            let nowhere = directory.file("no/such/directory.db")
            let missing = await code { try await fixture.database.backup(to: nowhere) }
            #expect(missing == .unavailable)
            #expect(try String(contentsOfFile: target, encoding: .utf8) == "Dear all")
            let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(files == ["letter.txt"])
        }
    }

    @Test("of a closed database is refused")
    func closed() async throws {
        try await withFixture { fixture in
            await fixture.database.close()
            let code = await code { try await fixture.database.backup(to: fixture.path + ".copy") }
            #expect(code == .unavailable)
        }
    }

    /// Moves one from a purse to another, far from it in the file.
    private static func move(_ database: SQLiteDatabase) async throws {
        let from = Int64.random(in: 1...400)
        try await database.write { session in
            try session.run(add, [.integer(-1), .integer(from)])
            try session.run(add, [.integer(1), .integer(401 - from)])
        }
    }

    private static let add = Statement("UPDATE purses SET amount = amount + $1 WHERE id = $2")
    private static let purses = """
        CREATE TABLE purses (id INTEGER PRIMARY KEY, amount BIGINT NOT NULL, padding TEXT NOT NULL);
        INSERT INTO purses (id, amount, padding)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
        SELECT i, CASE i WHEN 1 THEN 1000 ELSE 0 END, hex(zeroblob(2000)) FROM n;
        """
}
