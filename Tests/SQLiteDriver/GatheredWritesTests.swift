import GRDBSQLite
import SQL
import Synchronization
import Testbed
import Testing

@testable import SQLiteDriver

@Suite("What is added to the log")
struct GatheredWritesTests {
    @Test("is written in few pieces, and all of it before the flush", .timeLimit(.minutes(2)))
    func pieces() async throws {
        try await withDesk { desk in
            let before = FaultyFiles.writes(of: desk.log)
            let written = Mutex(0)
            // It is stored twice: in the table, and in the index of what is unique.
            let pieces = 2 * Self.text.utf8.count / GatheredWrites.mostBytes
            try await withThrowingTaskGroup(of: Void.self) { group in
                await FaultyFiles.duringSync(of: desk.log) {
                    group.addTask { try await desk.database.put(Self.text) }
                } whileWaiting: {
                    written.withLock { $0 = FaultyFiles.writes(of: desk.log) - before }
                }
                try await group.waitForAll()
            }
            #expect((pieces...pieces + 2).contains(written.withLock { $0 }))
            #expect(FaultyFiles.writes(of: desk.log) == before + written.withLock { $0 })
            #expect(try await desk.database.entries() == [Self.text])
        }
    }

    @Test("can be read and changed by a transaction that is larger than the memory for it")
    func spilled() async throws {
        try await withDesk { desk in
            let rows = 40
            let length = Statement("SELECT SUM(LENGTH(name)) FROM entries")
            let change = Statement("UPDATE entries SET name = name || 'y' WHERE id = $1")
            try await desk.database.write { session in
                for row in 0..<rows { try session.run(Entries.insert, [.text(Self.text(row))]) }
                for row in 1...rows { try session.run(change, [.integer(Int64(row))]) }
                let read = try session.first(length, []) { $0.integer(0) }
                #expect(read == Int64(rows * (Self.text(10).utf8.count + 1)))
            }
            let undone = await code {
                try await desk.database.write { session in
                    for row in 1...rows { try session.run(change, [.integer(Int64(row))]) }
                    throw DatabaseError(.schema, "of its own")
                }
            }
            #expect(undone == .schema)
            try await desk.database.put("after")
            let names = (0..<rows).map { Self.text($0) + "y" } + ["after"]
            #expect(try await desk.database.entries() == names.sorted())
            #expect(try OtherProgram(desk.path).text("PRAGMA integrity_check") == "ok")
        }
    }

    @Test("is not lost when the disk does not take a piece that SQLite took for written")
    func pieceFails() throws {
        try Self.gathering { connection, path in
            let run = { try Opening.execute($0, on: connection.handle, path: path) }
            try run(
                """
                BEGIN IMMEDIATE;
                UPDATE entries SET name = replace(name, '0', '1') WHERE rowid <= 60;
                """
            )
            FaultyFiles.fail(.write, of: path + "-wal", with: SQLITE_FULL)
            // It reads what was written before the commit, and keeps what it needs to undo itself.
            #expect(throws: DatabaseError.self) {
                for row in 30..<60 {
                    try run(
                        """
                        INSERT INTO copies SELECT rowid + \(100 * row), name || rowid || 'x\(row)'
                        FROM entries WHERE rowid IN (\(row), \(row + 1))
                        """
                    )
                }
            }
            try #require(connection.isInTransaction, "the transaction goes on")
            FaultyFiles.fail(.write, of: path + "-wal", with: nil)
            try run("PRAGMA cache_size = 2000")
            try run("UPDATE entries SET name = replace(name, '1', '3') WHERE rowid <= 4; COMMIT")

            let other = try OtherProgram(path)
            let firsts = "SELECT count(*) FROM entries WHERE name LIKE "
            #expect(try other.text("PRAGMA integrity_check") == "ok")
            #expect(try other.integer(firsts + "'3%'") == 4)
            #expect(try other.integer(firsts + "'1%'") == 56)
            #expect(try other.integer(firsts + "'0%'") == 140)
        }
    }

    @Test("is not written over what another has committed after it was undone")
    func undone() throws {
        try Self.gathering { connection, path in
            let run = { try Opening.execute($0, on: connection.handle, path: path) }
            try run(
                """
                BEGIN IMMEDIATE;
                UPDATE entries SET name = replace(name, '0', '1') WHERE rowid <= 30; ROLLBACK;
                """
            )
            let other = try OtherProgram(path)
            try other.run("UPDATE entries SET name = replace(name, '0', '2')")
            try run("SELECT count(*) FROM entries")
            let twos = "SELECT count(*) FROM entries WHERE name LIKE '2%'"
            #expect(try OtherProgram(path).integer(twos) == 200)
            try CheckpointTests.add(pages: 1, to: connection)
            #expect(try OtherProgram(path).integer(twos) == 200)
            #expect(try OtherProgram(path).text("PRAGMA integrity_check") == "ok")
        }
    }

    @Test("is forgotten when its commit has failed, and another's stands in its place")
    func commitFails() throws {
        try Self.gathering { connection, path in
            let run = { try Opening.execute($0, on: connection.handle, path: path) }
            // The log starts over with a flush of its own, which would fail before any page.
            try CheckpointTests.add(pages: 1, to: connection)
            FaultyFiles.fail(.write, of: path + "-wal", with: SQLITE_FULL)
            #expect(throws: DatabaseError.self) {
                try CheckpointTests.add(pages: 20, to: connection)
            }
            FaultyFiles.fail(.write, of: path + "-wal", with: nil)
            let other = try OtherProgram(path)
            try other.run("UPDATE entries SET name = replace(name, '0', '2')")
            try run("SELECT count(*) FROM entries")
            try CheckpointTests.add(pages: 1, to: connection)
            #expect(try other.integer("SELECT count(*) FROM entries") == 202)
            let twos = "SELECT count(*) FROM entries WHERE name LIKE '2%'"
            #expect(try other.integer(twos) == 201)
            #expect(try other.text("PRAGMA integrity_check") == "ok")
        }
    }

    /// Runs `work` with a connection that gathers what it writes, and has memory for ten pages; its
    /// table has 200 rows that fill a page each, and its log starts over with the next write.
    private static func gathering(_ work: (Connection, String) throws -> Void) throws {
        try CheckpointTests.withConnection { connection, path in
            try CheckpointTests.add(pages: 200, to: connection)
            try Opening.execute(
                """
                CREATE TABLE copies (row INTEGER PRIMARY KEY, name TEXT UNIQUE);
                PRAGMA cache_size = 10;
                """,
                on: connection.handle,
                path: path
            )
            #expect(CheckpointTests.checkpoint(connection) == SQLITE_OK)
            let writes = try #require(GatheredWrites(of: connection.handle))
            defer { writes.end() }
            try work(connection, path)
        }
    }

    private static let text = String(repeating: "x", count: 100 * 4_096)

    private static func text(_ row: Int) -> String { "\(row + 100)" + text }
}
