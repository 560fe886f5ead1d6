import Foundation
import Kernel
import SQL
import Testbed
import Testing

@testable import SQLiteDriver

@Suite("The database's files")
struct FileTests {
    @Test("are for their owner only")
    func mode() async throws {
        try await withFixture { fixture in
            try await fixture.database.put("a")
            _ = try await fixture.database.entries()
            for path in [fixture.path, fixture.log, fixture.path + "-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(path)")
            }
        }
    }

    @Test("are one file after closing, and it holds everything")
    func reopened() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("desk.db")
        for round in 0..<3 {
            let database = try SQLiteDatabase(path: path)
            if round == 0 { try await database.exclusively { try $0.script(Entries.schema) } }
            try await database.put("round \(round)")
            #expect(try await database.entries().count == round + 1)
            await database.close()
            let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(files == ["desk.db"])
        }
    }

    private static let now = Timestamp(milliseconds: 1_763_700_000_000)

    @Test("are opened and migrated once by many at the same moment, when there is none yet")
    func together() async throws {
        for _ in 0..<40 {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let path = directory.file("desk.db")
            let migrator = Migrator([Migration(name: "m0001_desk", sql: Entries.schema)])
            let runs = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        let database = try SQLiteDatabase(path: path)
                        let run = try await migrator.migrate(database, now: Self.now)
                        await database.close()
                        return run
                    }
                }
                return try await group.reduce(into: [[String]]()) { $0.append($1) }
            }
            #expect(runs.filter { !$0.isEmpty } == [["m0001_desk"]])
        }
    }

    @Test("are closed when nobody holds the database any more")
    func forgotten() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("desk.db")
        do {
            let database = try SQLiteDatabase(path: path)
            try await database.exclusively { try $0.script(Entries.schema) }
            _ = try await database.entries()
        }
        // The log goes with the last connection.
        await eventually("the log is gone") {
            !FileManager.default.fileExists(atPath: path + "-wal")
        }
    }

    @Test("that cannot be made are unavailable, and the path is named")
    func missingDirectory() async throws {
        let error = #expect(throws: DatabaseError.self) {
            try SQLiteDatabase(path: "/nowhere/at/all/purser.db")
        }
        #expect(error?.code == .unavailable)
        #expect(error?.reason.contains("/nowhere/at/all/purser.db") == true)
    }

    @Test("that are something else are not touched")
    func somethingElse() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("letter.txt")
        let letter = Data(String(repeating: "Dear all, this is no database. ", count: 100).utf8)
        try letter.write(to: URL(filePath: path))
        let error = #expect(throws: DatabaseError.self) { try SQLiteDatabase(path: path) }
        #expect(error?.code == .corrupt)
        #expect(try Data(contentsOf: URL(filePath: path)) == letter)
    }

    @Test("that another program has open can be used by both")
    func shared() async throws {
        try await withFixture { fixture in
            let second = try SQLiteDatabase(path: fixture.path)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask { try await fixture.database.put("first \(number)") }
                    group.addTask { try await second.put("second \(number)") }
                }
                try await group.waitForAll()
            }
            let counts = [
                try await fixture.database.entries().count, try await second.entries().count,
            ]
            await second.close()
            #expect(counts == [40, 40])
        }
    }
}
