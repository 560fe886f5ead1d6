import Foundation
import Kernel
import SQL
import Testbed
import Testing

@testable import PurserKit

@Suite("The database on the device")
struct LocalStoreTests {
    private let tables = [
        "copies", "copy_conflicts", "facts", "kept_answers", "queue_leases", "waiting_calls",
    ]

    @Test("is opened once for all who come at the same time, for the eyes of the app alone")
    func opening() async throws {
        let device = try TestDevice()
        let store = device.store()
        #expect(!store.mayHoldSomething)
        let databases = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let database = try await store.database()
                    return ObjectIdentifier(database as AnyObject)
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
        var store: LocalStore? = LocalStore(.temporary, TestTimekeeper().keeper)
        _ = try await store?.database()
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
            try await store.database().write { session in
                try session.script(
                    """
                    INSERT INTO facts VALUES ('a', 'b', 'c', 'd', 1);
                    INSERT INTO schema_migrations VALUES ('m0009_later', 'hash', 1);
                    """
                )
            }
            await store.close()
            if !isNewer {
                var bytes = try Data(contentsOf: URL(fileURLWithPath: device.file))
                bytes.replaceSubrange(100..<8_192, with: Data(repeating: 0x55, count: 8_092))
                try bytes.write(to: URL(fileURLWithPath: device.file))
            }
            let before = try Data(contentsOf: URL(fileURLWithPath: device.file))
            let later = device.store()
            let error = await #expect(throws: PurserError.self) { _ = try await later.database() }
            #expect(error?.kind == .storage)
            #expect(!device.files.contains { $0.contains(".damaged-") })
            if isNewer {
                #expect(try Data(contentsOf: URL(fileURLWithPath: device.file)) == before)
            }
            // Who signs out wants it gone all the same.
            try await later.clear()
            #expect(try await later.rows(of: "facts") == 0)
            await later.close()
        }
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
        let error = await #expect(throws: PurserError.self) { _ = try await store.database() }
        #expect(error?.kind == .storage)
        try FileManager.default.removeItem(atPath: device.path)
        #expect(try await store.rows(of: "facts") == 0)
        await store.close()
        await #expect(throws: PurserError.self) { _ = try await store.database() }
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
        try await stores[1].clear()
        #expect(stores[1].generation != generation)
        #expect(try await stores[2].rows(of: "facts") == 0)
        try await add("later", to: stores[0])
        #expect(try await stores[2].rows(of: "facts") == 1)
        #expect(!device.files.contains { $0.contains(".damaged-") })
        for store in stores { await store.close() }
    }

    @Test("nothing is opened to clear what never was")
    func nothing() async throws {
        let device = try TestDevice()
        try await device.store().clear()
        #expect(device.files.isEmpty)
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

private func add(_ id: String, to store: LocalStore) async throws {
    _ = try await store.database().write { try $0.run(insert, [.text(id)]) }
}

private let insert = Statement("INSERT INTO facts VALUES ('a', 'b', $1, 'd', 1)")
