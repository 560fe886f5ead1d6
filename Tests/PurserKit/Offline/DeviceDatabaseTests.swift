import Foundation
import GRDB
import Kernel
import Testbed
import Testing

@testable import PurserKit
@testable import PurserKitStore

@Suite("The database on the device")
struct DeviceDatabaseTests {
    private let tables = [
        "facts", "kept_answers", "queue_leases", "waiting_calls", "copies", "feeds", "conflicts",
    ]

    @Test("is opened once for all who come at the same time, for the eyes of the app alone")
    func opening() async throws {
        let device = try TestDevice()
        let store = device.store()
        #expect(!store.mayHoldSomething)
        let databases = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let database = try await store.pool()
                    return ObjectIdentifier(database)
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(databases.count == 1)
        #expect(try mode(of: device.path) == 0o700)
        #expect(try mode(of: device.file) == 0o600)
        for table in tables { #expect(try await store.rows(of: table) == 0) }
        await store.close()
    }

    @Test(
        "is gone with a client that keeps nothing",
        .timeLimit(.minutes(2)),
        arguments: [true, false]
    )
    func temporary(isClosed: Bool) async throws {
        let before = try temporaryFolders()
        var store: DeviceDatabase? = DeviceDatabase(.temporary(), TestTimekeeper().keeper)
        _ = try await store?.pool()
        #expect(try !temporaryFolders().subtracting(before).isEmpty)
        let made = try temporaryFolders().subtracting(before)
        if isClosed { await store?.close() }
        store = nil
        // Tests beside this one make folders too, and theirs may still be there. The task that
        // opened the database may be the last to let go of it.
        await eventually("a folder is gone") {
            try temporaryFolders().intersection(made).count < made.count
        }
    }

    @Test("a file that is no database is moved aside whole, and another is begun")
    func noDatabase() async throws {
        let device = try TestDevice()
        let rubbish = Data("this is no database, but may be somebody's only copy".utf8)
        try FileManager.default.createDirectory(
            atPath: device.path,
            withIntermediateDirectories: true
        )
        try rubbish.write(to: URL(fileURLWithPath: device.file))
        let store = device.store()
        for table in tables { #expect(try await store.rows(of: table) == 0) }
        let aside = try #require(device.files.first { $0.contains(".damaged-") })
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(device.path)/\(aside)")) == rubbish)
        let other = device.store()
        #expect(try await other.rows(of: "waiting_calls") == 0)
        #expect(device.files.count { $0.contains(".damaged-") } == 1)
        await store.close()
        await other.close()
    }

    @Test("a database that is damaged, or a newer program's, is refused and left as it is")
    func refused() async throws {
        for isNewer in [true, false] {
            let device = try TestDevice()
            let store = device.store()
            try await store.writing { database in
                try database.execute(
                    sql: """
                        INSERT INTO facts VALUES ('a', 'b', 'c', 'd', 1);
                        INSERT INTO grdb_migrations VALUES ('later');
                        """
                )
            }
            await store.close()
            if !isNewer {
                var bytes = try Data(contentsOf: URL(fileURLWithPath: device.file))
                bytes.replaceSubrange(100..<8_192, with: Data(repeating: 0x55, count: 8_092))
                try bytes.write(to: URL(fileURLWithPath: device.file))
            }
            let later = device.store()
            let error = await #expect(throws: PurserError.self) { _ = try await later.pool() }
            #expect(error?.kind == .storage)
            #expect(!device.files.contains { $0.contains(".damaged-") })
            if isNewer {
                let queue = try DatabaseQueue(path: device.file)
                let (facts, steps) = try await queue.read { database in
                    (
                        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM facts"),
                        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM grdb_migrations")
                    )
                }
                #expect(facts == 1 && steps == 3)
                try queue.close()
            }
            // Who signs out wants it gone all the same.
            try await later.forget(exceptOf: nil)
            #expect(try await later.rows(of: "facts") == 0)
            await later.close()
        }
    }

    @Test("a database of an earlier version of the app keeps its calls")
    func earlierVersion() async throws {
        let device = try TestDevice()
        let earlier = try device.app(ScriptedTransport())
        try await earlier.offline.add("one")
        let database = try #require(earlier.client.store as? DeviceDatabase)
        try await database.writing { database in
            try database.execute(
                sql: """
                    ALTER TABLE waiting_calls DROP COLUMN if_match;
                    ALTER TABLE waiting_calls DROP COLUMN error_current;
                    DROP TABLE copies;
                    DROP TABLE feeds;
                    DROP TABLE conflicts;
                    DROP TABLE grdb_migrations;
                    CREATE TABLE copies (id TEXT);
                    CREATE TABLE copy_conflicts (id TEXT);
                    CREATE TABLE schema_migrations (name TEXT);
                    """
            )
        }
        await earlier.shutdown()
        let transport = ScriptedTransport { _ in .created }
        let purser = try device.app(transport)
        #expect(try await purser.offline.drain().done == 1)
        #expect(transport.requests.map(\.name) == ["one"])
        #expect(transport.requests.first?.headers["If-Match"] == nil)
        await purser.shutdown()
    }

    @Test("what could not be opened is tried again by whoever comes next")
    func again() async throws {
        let device = try TestDevice()
        try FileManager.default.createDirectory(
            atPath: device.root,
            withIntermediateDirectories: true
        )
        try Data().write(to: URL(fileURLWithPath: device.path))
        let store = device.store()
        let error = await #expect(throws: PurserError.self) { _ = try await store.pool() }
        #expect(error?.kind == .storage)
        try FileManager.default.removeItem(atPath: device.path)
        #expect(try await store.rows(of: "facts") == 0)
        await store.close()
        await #expect(throws: PurserError.self) { _ = try await store.pool() }
    }

    @Test("clients over one folder write side by side, and one clears for all")
    func shared() async throws {
        let device = try TestDevice()
        let stores = (0..<3).map { _ in device.store() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, store) in stores.enumerated() {
                group.addTask {
                    for number in 0..<20 { try await add("\(index)-\(number)", to: store) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await stores[0].rows(of: "facts") == 60)
        let generation = stores[1].generation
        try Data().write(to: URL(fileURLWithPath: "\(device.file).damaged-1"))
        try await stores[1].forget(exceptOf: nil)
        #expect(stores[1].generation != generation)
        #expect(try await stores[2].rows(of: "facts") == 0)
        try await add("later", to: stores[0])
        #expect(try await stores[2].rows(of: "facts") == 1)
        #expect(!device.files.contains { $0.contains(".damaged-") })
        for store in stores { await store.close() }
    }

    @Test(
        "clients that open one new folder at the same moment all have it",
        arguments: [false, true]
    )
    func race(areProcesses: Bool) async throws {
        for _ in 0..<20 {
            let device = try TestDevice()
            let stores = (0..<3).map { _ in
                areProcesses ? device.store(OpenDatabases()) : device.store()
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, store) in stores.enumerated() {
                    group.addTask { try await add("\(index)", to: store) }
                }
                try await group.waitForAll()
            }
            let databases = try await identities(of: stores)
            #expect(databases.count == (areProcesses ? 3 : 1))
            #expect(try await stores[0].rows(of: "facts") == 3)
            for store in stores { await store.close() }
        }
    }

    @Test("the database stays open until its last client goes, and is opened again by the next")
    func lastClient() async throws {
        let device = try TestDevice()
        let databases = OpenDatabases()
        var stores = (0..<3).map { _ in device.store(databases) }
        let first = try await identities(of: stores)
        #expect(first.count == 1)
        await stores[0].close()
        try await add("one", to: stores[1])
        // A client that is let go of without being closed has left too.
        stores.removeLast()
        try await add("two", to: stores[1])
        // Without a log the file is whole: nobody has it open any more.
        #expect(device.files.contains { $0.hasSuffix("-wal") })
        await stores[1].close()
        #expect(!device.files.contains { $0.hasSuffix("-wal") })
        for round in 0..<50 {
            let next = device.store(databases)
            try await add("round \(round)", to: next)
            async let closing: Void = next.close()
            let beside = device.store(databases)
            try await add("beside \(round)", to: beside)
            await closing
            await beside.close()
        }
        let last = device.store(databases)
        #expect(try await last.rows(of: "facts") == 102)
        await last.close()
    }

    @Test("a folder is one folder, by whatever path a client names it")
    func paths() async throws {
        let device = try TestDevice()
        let store = device.store()
        _ = try await store.pool()
        let link = "\(device.root)-link"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: device.path
        )
        let others = ["\(device.path)/", "\(device.path)/.", link].map {
            DeviceDatabase(DeviceFolder($0), device.time.keeper)
        }
        #expect(try await identities(of: [store] + others).count == 1)
        for store in [store] + others { await store.close() }
    }

    @Test(
        "whoever opens a database that is there waits for nobody who writes",
        .timeLimit(.minutes(1))
    )
    func responseTimeout() async throws {
        let device = try TestDevice()
        let other = device.store(OpenDatabases())
        try await add("kept", to: other)
        let writer = try await other.pool()
        let gate = DispatchSemaphore(value: 0)
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let writing = Task.detached {
            try await writer.write { database in
                try database.execute(sql: insert, arguments: ["late"])
                beginning.finish()
                gate.wait()
            }
        }
        for await _ in begun {}
        let store = device.store()
        let rows = try? await store.rows(of: "facts")
        gate.signal()
        _ = try await writing.value
        #expect(rows == 1)
        #expect(try await store.rows(of: "facts") == 2)
        await store.close()
        await other.close()
    }

    @Test("what was written is on the disk, and not in a log that a loss of power takes back")
    func flushed() async throws {
        let device = try TestDevice()
        let store = device.store()
        let mode = try await store.writing { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        // FULL (https://www.sqlite.org/pragma.html#pragma_synchronous).
        #expect(mode == 2)
        await store.close()
    }

    @Test("nothing is opened to clear what never was")
    func nothing() async throws {
        let device = try TestDevice()
        try await device.store().forget(exceptOf: nil)
        #expect(device.files.isEmpty)
    }

    private func identities(of stores: [DeviceDatabase]) async throws -> Set<ObjectIdentifier> {
        var found: Set<ObjectIdentifier> = []
        for store in stores {
            let database = try await store.pool()
            found.insert(ObjectIdentifier(database))
        }
        return found
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func temporaryFolders() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: FileManager.default.temporaryDirectory.path
        )
        return Set(names.filter { $0.hasPrefix("purser-") })
    }
}

private func add(_ id: String, to store: DeviceDatabase) async throws {
    try await store.writing { try $0.execute(sql: insert, arguments: [id]) }
}

private let insert = "INSERT INTO facts VALUES ('a', 'b', ?, 'd', 1)"
