import CSQLite
import Foundation
import SQL
import Synchronization
import Testbed
import Testing

@testable import SQLiteDriver

@Suite("The write-ahead log")
struct CheckpointTests {
    @Test("is written back into the file and starts over, so that it does not grow for ever")
    func startsOver() async throws {
        try await withFixture { fixture in
            try await Self.fill(fixture, bytes: 200_000_000)
            #expect(try Self.size(fixture.log) < WriteAheadLog.keptBytes * 3 / 2)
            #expect(try Self.size(fixture.path) > 80_000_000)
            #expect(try OtherProgram(fixture.path).text("PRAGMA integrity_check") == "ok")
        }
    }

    @Test(
        "waits for a reader, and is written back when the reader is done",
        .timeLimit(.minutes(2))
    )
    func reader() async throws {
        try await withFixture { fixture in
            let (reading, beginning) = AsyncStream<Void>.makeStream()
            let end = DispatchSemaphore(value: 0)
            async let seen = fixture.database.read { session in
                let before = try session.rows(Entries.names) { $0.text(0) }
                beginning.yield()
                end.wait()
                return before + (try session.rows(Entries.names) { $0.text(0) })
            }
            for await _ in reading { break }
            try await Self.fill(fixture, bytes: 50_000_000)
            #expect(try Self.size(fixture.path) < 1_000_000)
            end.signal()
            let names = try await seen
            #expect(names == [])
            try await Self.fill(fixture, bytes: 80_000_000)
            await eventually("the log is written back") {
                try Self.size(fixture.path) >= 50_000_000
            }
        }
    }

    @Test("that is not flushed into the file ends the database, and loses nothing")
    func unflushed() async throws {
        try await Self.withFailedFlush { fixture, other, rows, onDisk in
            SQLiteDatabase.close(other, fixture.path, Bounds())
            try Self.lose(everythingBut: onDisk, of: fixture.path)
            let database = try SQLiteDatabase(path: fixture.path)
            #expect(try await database.entries().count == rows)
            await database.close()
            #expect(try OtherProgram(fixture.path).text("PRAGMA integrity_check") == "ok")
            #expect(!FileManager.default.fileExists(atPath: fixture.mark))
        }
    }

    @Test("is restored by nobody while another has the file open, whose end leaves it as it is")
    func unflushedBesideAnother() async throws {
        try await Self.withFailedFlush { fixture, other, rows, onDisk in
            try Self.lose(everythingBut: onDisk, of: fixture.path)
            var bounds = Bounds()
            bounds.exclusiveLockMilliseconds = 10
            let error = #expect(throws: DatabaseError.self) {
                try SQLiteDatabase(path: fixture.path, bounds: bounds)
            }
            #expect(error?.code == .conflict)
            #expect(error?.reason.contains("stop that one, then start again") == true)
            guard case .unflushed = Self.checkpoint(other, fixture.path) else {
                Issue.record("it goes on where the one that failed has ended")
                return
            }
            SQLiteDatabase.close(other, fixture.path, bounds)
            let database = try SQLiteDatabase(path: fixture.path)
            #expect(try await database.entries().count == rows)
            await database.close()
        }
    }

    @Test("is flushed into the file although it is not at its end")
    func flushed() throws {
        try Self.withConnection { connection, path in
            try Self.add(pages: 10, to: connection)
            let other = try OtherProgram(path)
            try other.run("BEGIN; SELECT count(*) FROM entries")
            try Self.add(pages: 10, to: connection)
            let syncs = FaultyFiles.syncs(of: path)
            guard case .written(let pages) = Self.checkpoint(connection, path) else {
                Issue.record("it is not written back")
                return
            }
            #expect((10..<20).contains(pages))
            #expect(FaultyFiles.syncs(of: path) == syncs + 1)
        }
    }

    @Test("is written back later when the disk is full")
    func full() throws {
        try Self.withConnection { connection, path in
            try Self.add(pages: 10, to: connection)
            FaultyFiles.fail(.write, of: path, with: SQLITE_FULL)
            guard case .failed(let error) = Self.checkpoint(connection, path) else {
                Issue.record("a full disk ends nothing")
                return
            }
            #expect(error.code == .full)
            FaultyFiles.fail(.write, of: path, with: nil)
            guard case .written = Self.checkpoint(connection, path) else {
                Issue.record("there is room")
                return
            }
            #expect(try OtherProgram(path).text("PRAGMA integrity_check") == "ok")
        }
    }

    @Test("is waited for by who opens the file while another process writes it back")
    func held() throws {
        try Self.withConnection { _, path in
            var bounds = Bounds()
            bounds.exclusiveLockMilliseconds = 10
            let code = try CheckpointMark.holding(path, waitMilliseconds: 0) {
                mark throws(DatabaseError) -> DatabaseError.Code? in
                try mark.set()
                defer { mark.clear() }
                do throws(DatabaseError) {
                    sqlite3_close(try Opening.first(path, bounds, wipesDeleted: false))
                    return nil
                } catch {
                    return error.code
                }
            }
            #expect(code == .conflict)
            sqlite3_close(try Opening.first(path, bounds, wipesDeleted: false))
        }
    }

    /// Runs `work` after a flush of the file behind the log has failed: with the database, which
    /// has closed itself, another connection, which kept the index, the rows that were
    /// acknowledged, and the file as it was before.
    private static func withFailedFlush(
        _ work: (SQLiteFixture, _ other: Connection, _ rows: Int, _ onDisk: Data) async throws ->
            Void
    ) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("desk.db")
        FaultyFiles.follow(path)
        let hasFailed = Atomic(false)
        let database = try SQLiteDatabase(path: path, bounds: Bounds()) { _ in
            hasFailed.store(true, ordering: .sequentiallyConsistent)
        }
        let fixture = SQLiteFixture(database: database, path: path)
        try await database.exclusively { try $0.script(Entries.schema) }
        let bounds = Bounds()
        let other = Connection(try Opening.writer(path, bounds), role: .writer, bounds: bounds)
        let onDisk = try Data(contentsOf: URL(filePath: path))
        var rows = 20
        try await fill(fixture, bytes: rows * 1_000_000)

        FaultyFiles.fail(.sync, of: path, with: SQLITE_IOERR | 4 << 8)
        // The checkpoint ends before what a reader has yet to see, counts what it has written, and
        // leaves the flush to us.
        try await reading(fixture) {
            while !hasFailed.load(ordering: .sequentiallyConsistent) {
                try #require(rows < 600, "the log is written back some time")
                do {
                    try await fill(fixture, bytes: 1_000_000)
                    rows += 1
                } catch let error as DatabaseError where error.code == .unavailable {
                    break
                }
            }
        }
        await eventually("nobody is served any more") {
            await code { try await fixture.database.put("late \(rows)") } == .unavailable
        }
        await database.close()
        #expect(try writtenBack(path) > 0)
        FaultyFiles.fail(.sync, of: path, with: nil)
        try await work(fixture, other, rows, onDisk)
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

    static func checkpoint(_ connection: Connection, _ path: String) -> Checkpoint.End {
        Checkpoint.run(on: connection.handle, path, mode: SQLITE_CHECKPOINT_PASSIVE)
    }

    /// Runs `work` while somebody reads who began before it.
    private static func reading(
        _ fixture: SQLiteFixture,
        _ work: () async throws -> Void
    ) async throws {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let end = DispatchSemaphore(value: 0)
        async let read: Void = fixture.database.read { session in
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

    private static func bytes(_ range: Range<Int>, of path: String) throws -> Data {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(range.lowerBound))
        return try file.read(upToCount: range.count) ?? Data()
    }

    /// Writes that many bytes, a megabyte at a time.
    private static func fill(_ fixture: SQLiteFixture, bytes: Int) async throws {
        let insert = Statement("INSERT INTO entries (name) VALUES ($1 || hex(zeroblob(500000)))")
        for _ in 0..<bytes / 1_000_000 {
            _ = try await fixture.database.write { session in
                try session.run(insert, [.text(UUID().uuidString)])
            }
        }
    }

    private static func size(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
