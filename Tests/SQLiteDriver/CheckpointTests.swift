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
            #expect(try Self.size(desk.log) < WriteAheadLog.keptBytes * 3 / 2)
            #expect(try Self.size(desk.path) > 80_000_000)
            #expect(try OtherProgram(desk.path).text("PRAGMA integrity_check") == "ok")
        }
    }

    @Test(
        "waits for a reader, and is written back when the reader is done",
        .timeLimit(.minutes(2))
    )
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
            try await Self.fill(desk, bytes: 50_000_000)
            #expect(try Self.size(desk.path) < 1_000_000)
            end.signal()
            let names = try await seen
            #expect(names == [])
            try await Self.fill(desk, bytes: 80_000_000)
            await eventually("the log is written back") {
                try Self.size(desk.path) >= 50_000_000
            }
        }
    }

    @Test(
        "is read, and written back from its beginning, after a flush of the file has failed",
        .timeLimit(.minutes(2))
    )
    func unflushed() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("desk.db")
        FaultyFiles.follow(path)
        let desk = Desk(database: try SQLiteDatabase(path: path), path: path)
        try await desk.database.exclusively { try $0.script(Entries.schema) }
        let onDisk = try Data(contentsOf: URL(filePath: path))
        let start = try Self.salts(desk.log)
        try await Self.fill(desk, bytes: 20_000_000)

        let syncs = FaultyFiles.syncs(of: path)
        // The checkpoint ends before what a reader has yet to see, counts what it has written, and
        // leaves the flush of its last part to us.
        FaultyFiles.fail(.sync, of: path, with: SQLITE_IOERR | 4 << 8) {
            ((try? Self.writtenBack(path)) ?? 0) > 0
        }
        try await Self.reading(desk) {
            try await Self.fill(desk, bytes: 20_000_000)
            await eventually("a flush fails") { FaultyFiles.failures(of: path) > 0 }
            await eventually("it begins anew") { try Self.writtenBack(path) == 0 }
        }
        #expect(try Self.size(path) > onDisk.count + 20_000_000)
        #expect(FaultyFiles.syncs(of: path) > syncs + 20_000_000 / 4_096 / WritePace.partPages)
        FaultyFiles.fail(.sync, of: path, with: nil)
        try Self.lose(everythingBut: onDisk, of: path)
        #expect(try await desk.database.entries().count == 40)

        var rows = 40
        while try Self.salts(desk.log) == start {
            try #require(rows < 600, "the log starts over some time")
            try await Self.fill(desk, bytes: 1_000_000)
            rows += 1
        }
        await desk.database.close()
        let database = try SQLiteDatabase(path: path)
        #expect(try await database.entries().count == rows)
        await database.close()
        #expect(try OtherProgram(path).text("PRAGMA integrity_check") == "ok")
    }

    @Test("is written back a part at a time, each flushed, unless that is too slow")
    func paced() throws {
        try Self.withConnection { connection, path in
            let part = WritePace.partPages
            try Self.add(pages: 10 * part, to: connection)
            let syncs = FaultyFiles.syncs(of: path)
            var rests = 0
            var isHurried = false
            let pace = try #require(
                WritePace(of: connection.handle) {
                    isHurried
                } rest: { _ in
                    rests += 1
                    #expect(FaultyFiles.syncs(of: path) == syncs + rests)
                }
            )
            pace.begin(rests: true)
            #expect(Self.checkpoint(connection) == SQLITE_OK)
            // Its pages, and the few of the table itself; SQLite flushes once more at the end.
            #expect(rests == 10)
            #expect(FaultyFiles.syncs(of: path) == syncs + rests + 1)

            try Self.add(pages: 2 * part, to: connection)
            pace.begin(rests: false)
            #expect(Self.checkpoint(connection) == SQLITE_OK)
            #expect(rests == 10)
            #expect(FaultyFiles.syncs(of: path) == syncs + rests + 4)

            isHurried = true
            try Self.add(pages: 2 * part, to: connection)
            pace.begin(rests: true)
            #expect(Self.checkpoint(connection) == SQLITE_OK)
            #expect(FaultyFiles.syncs(of: path) == syncs + rests + 5)

            pace.end()
            isHurried = false
            try Self.add(pages: 2 * part, to: connection)
            #expect(Self.checkpoint(connection) == SQLITE_OK)
            #expect(FaultyFiles.syncs(of: path) == syncs + rests + 6)
            #expect(try OtherProgram(path).text("PRAGMA integrity_check") == "ok")
            #expect(try OtherProgram(path).text("SELECT count(*) FROM entries") == "\(16 * part)")
        }
    }

    @Test("is not written back behind a part whose write or flush has failed")
    func partFails() throws {
        try Self.withConnection { connection, path in
            try Self.add(pages: 3 * WritePace.partPages, to: connection)
            var rests = 0
            let pace = try #require(
                WritePace(of: connection.handle, hurries: { false }) { _ in rests += 1 }
            )
            defer { pace.end() }
            for call in [FaultyFiles.Call.sync, .write] {
                FaultyFiles.fail(call, of: path, with: SQLITE_FULL)
                pace.begin(rests: true)
                #expect(Self.checkpoint(connection) == SQLITE_FULL)
                #expect(rests == 0)
                FaultyFiles.fail(call, of: path, with: nil)
            }
            pace.begin(rests: true)
            #expect(Self.checkpoint(connection) == SQLITE_OK)
            #expect(rests == 3)
        }
    }

    @Test("is written back at once when it grows faster than that", .timeLimit(.minutes(2)))
    func hurried() async throws {
        try await withDesk { desk in
            let syncs = FaultyFiles.syncs(of: desk.path)
            try await FaultyFiles.duringSync(of: desk.path) {
                // So much is due to be written back, and its first part waits for the disk.
                try await Self.fill(desk, bytes: 40_000_000)
            } whileWaiting: {
                try await Self.fill(desk, bytes: 40_000_000)
            }
            await eventually("32,000 pages are written back") {
                try Self.writtenBack(desk.path) >= 32_000
            }
            #expect(FaultyFiles.syncs(of: desk.path) - syncs < 20)
        }
    }

    /// Runs `work` with a connection that writes, to a table that is empty, and the file's path.
    static func withConnection(_ work: (Connection, String) throws -> Void) throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("desk.db")
        FaultyFiles.follow(path)
        FaultyFiles.follow(path + "-wal")
        let bounds = Bounds()
        let connection = Connection(
            try Opening.writer(path, bounds),
            role: .writer,
            bounds: bounds
        )
        defer { connection.close() }
        try Opening.execute(
            """
            PRAGMA wal_autocheckpoint = 0;
            CREATE TABLE entries (name TEXT);
            PRAGMA wal_checkpoint;
            """,
            on: connection.handle,
            path: path
        )
        try work(connection, path)
    }

    /// Adds rows that fill a page each.
    static func add(pages: Int, to connection: Connection) throws {
        let rows = """
            WITH RECURSIVE numbers (n) AS (
                SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT \(pages)
            )
            INSERT INTO entries SELECT hex(zeroblob(1900)) FROM numbers
            """
        try Opening.execute(rows, on: connection.handle, path: "")
    }

    static func checkpoint(_ connection: Connection) -> Int32 {
        sqlite3_wal_checkpoint_v2(connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    /// Runs `work` while somebody reads who began before it.
    private static func reading(_ desk: Desk, _ work: () async throws -> Void) async throws {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let end = DispatchSemaphore(value: 0)
        async let read: Void = desk.database.read { session in
            _ = try session.rows(Entries.names) { $0.text(0) }
            beginning.yield()
            end.wait()
        }
        for await _ in begun { break }
        do {
            try await work()
        } catch {
            end.signal()
            throw error
        }
        end.signal()
        try await read
    }

    /// Does what a system does that could not flush: the file is as it was before.
    private static func lose(everythingBut kept: Data, of path: String) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        defer { try? file.close() }
        let size = try file.seekToEnd()
        try file.seek(toOffset: 0)
        try file.write(contentsOf: kept + Data(count: Int(size) - kept.count))
    }

    /// Pages of the log that count as written back, from the index beside it.
    private static func writtenBack(_ path: String) throws -> UInt32 {
        try bytes(96..<100, of: path + "-shm").withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }

    /// What changes in the log whenever it starts over.
    private static func salts(_ log: String) throws -> Data { try bytes(16..<24, of: log) }

    private static func bytes(_ range: Range<Int>, of path: String) throws -> Data {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(range.lowerBound))
        return try file.read(upToCount: range.count) ?? Data()
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
