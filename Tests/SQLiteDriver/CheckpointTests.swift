import Foundation
import GRDBSQLite
import SQL
import Testbed
import Testing

@testable import SQLiteDriver

@Suite("The write-ahead log")
struct CheckpointTests {
    @Test("is written back into the file and starts over, so that it does not grow for ever")
    func startsOver() async throws {
        try await withDesk { desk in
            try await Self.fill(desk, bytes: 200_000_000)
            #expect(try Self.size(desk.log) < 120_000_000)
            #expect(try Self.size(desk.path) > 80_000_000)
            #expect(try OtherProgram(desk.path).text("PRAGMA integrity_check") == "ok")
        }
    }

    @Test("waits for a reader, and is written back when the reader is done")
    func reader() async throws {
        try await withDesk { desk in
            let (reading, beginning) = AsyncStream<Void>.makeStream()
            let end = DispatchSemaphore(value: 0)
            async let seen = desk.database.read { session in
                let before = try session.rows(Entries.names) { $0.text(0) }
                beginning.yield()
                end.wait()
                return before + (try session.rows(Entries.names) { $0.text(0) })
            }
            for await _ in reading { break }
            try await Self.fill(desk, bytes: 30_000_000)
            #expect(try Self.size(desk.path) < 1_000_000)
            end.signal()
            let names = try await seen
            #expect(names == [])
            try await Self.fill(desk, bytes: 60_000_000)
            #expect(try Self.size(desk.path) > 30_000_000)
        }
    }

    @Test("is kept after a failed flush, until somebody opens the file and writes it all back")
    func unflushed() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("desk.db")
        FaultyFiles.follow(path)
        let desk = Desk(database: try SQLiteDatabase(path: path), path: path)
        try await desk.database.exclusively { try $0.script(Entries.schema) }
        let before = FaultyFiles.syncs(of: path)
        FaultyFiles.fail(.sync, of: path, with: SQLITE_IOERR | 4 << 8)
        try await Self.fill(desk, bytes: 40_000_000)
        while FaultyFiles.syncs(of: path) == before { await Task.yield() }
        // The system has forgotten by now what it could not write.
        FaultyFiles.fail(.sync, of: path, with: nil)
        try await Self.fill(desk, bytes: 160_000_000)
        #expect(try Self.size(desk.log) > 180_000_000)
        await desk.database.close()
        #expect(try Self.size(desk.log) > 180_000_000)

        let database = try SQLiteDatabase(path: path)
        #expect(try await database.entries().count == 200)
        await database.close()
        #expect(!FileManager.default.fileExists(atPath: desk.log))
        #expect(try OtherProgram(path).text("PRAGMA integrity_check") == "ok")
    }

    /// Writes that many bytes, a megabyte at a time.
    private static func fill(_ desk: Desk, bytes: Int) async throws {
        let insert = Statement("INSERT INTO entries (name) VALUES ($1 || hex(zeroblob(500000)))")
        for _ in 0..<bytes / 1_000_000 {
            _ = try await desk.database.write { session in
                try session.run(insert, [.text(UUID().uuidString)])
            }
        }
    }

    private static func size(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
