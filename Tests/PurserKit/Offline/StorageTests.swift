import Contract
import GRDB
import Testbed
import Testing

@testable import PurserKit
@testable import PurserKitStore

@Suite("What a client keeps on the device")
struct StorageTests {
    @Test("is nothing without storage: calls are answered, and nothing waits")
    func none() async throws {
        var configuration = PurserKit.Configuration.test
        configuration.storage = .none
        let endpoint = API.Guardian.createGeofence
        let transport = ScriptedTransport(.answers(try .of(endpoint.answers)))
        let purser = try Purser.test(
            transport,
            configuration: configuration,
            tokens: MemoryTokenStore.signedIn()
        )
        await expect(.storage) { try await purser.offline.add("one") }
        await expect(.storage) { try await purser.copies.rules.all() }
        await expect(.storage) { try await purser.copies.sync() }
        #expect(try await purser.offline.count == .init(waiting: 0, dead: 0))
        #expect(try await purser.offline.drain().isEmpty)
        #expect(try await purser.device.lastPosition() == nil)
        _ = try await purser.call(endpoint, endpoint.example)
        try await purser.session.signOut()
        await purser.shutdown()
    }

    @Test("goes when another member signs in, also after the session has lapsed")
    func anotherMember() async throws {
        for hasLapsed in [false, true] {
            let device = try TestDevice()
            let server = TokenServer(device.time)
            let purser = try device.app(server, member: nil)
            try await purser.session.keep(server.issue("alice"))
            let store = purser.client.store
            try await purser.offline.add("one")
            try await FactTable(store: store).keep(
                [FactTable.Row(.timeZone, "UTC")],
                of: "alice",
                at: device.time.now,
                asOf: store.generation
            )
            if hasLapsed { try await purser.client.keeper.end(.expired) }
            // Whoever signs in again finds everything.
            try await purser.session.keep(server.issue("alice"))
            #expect(try await purser.offline.count.waiting == 1)
            if hasLapsed { try await purser.client.keeper.end(.expired) }
            let generation = store.generation
            try await purser.session.keep(server.issue("bob"))
            #expect(store.generation != generation)
            for table in ["waiting_calls", "facts"] {
                #expect(try await store.rows(of: table) == 0, "\(table)")
            }
            await purser.shutdown()
        }
    }

    @Test("what cannot be removed now is removed before anything is written")
    func owed() async throws {
        let device = try TestDevice()
        let store = device.store()
        let alice = FactTable.Key(owner: "alice", kind: .place, id: "")
        let bob = FactTable.Key(owner: "bob", kind: .place, id: "")
        try await store.write { try $0.keepFact("home", for: alice, at: device.time.now) }
        try await store.writing {
            try $0.execute(
                sql: """
                    CREATE TRIGGER full BEFORE DELETE ON facts
                    BEGIN SELECT RAISE(ABORT, 'full'); END
                    """
            )
        }
        // Alice signs out, and in again: what was hers before goes all the same.
        await expect(.storage) { try await store.forget(exceptOf: nil) }
        await expect(.storage) { try await store.forget(exceptOf: "alice") }
        await expect(.storage) {
            try await store.write { try $0.keepFact("here", for: bob, at: device.time.now) }
        }
        let other = device.store()
        try await other.writing { try $0.execute(sql: "DROP TRIGGER full") }
        try await store.write { try $0.keepFact("here", for: bob, at: device.time.now) }
        #expect(try await store.read { try $0.fact(alice)?.body } == nil)
        #expect(try await store.read { try $0.fact(bob)?.body } == "here")
        await store.close()
        await other.close()
    }

    @Test("has room for so many calls of a member, and no more")
    func full() async throws {
        let device = try TestDevice()
        let purser = try device.app(ScriptedTransport())
        try await purser.offline.add("first")
        let store = try #require(purser.client.store as? DeviceDatabase)
        try await store.writing { database in
            let columns = try database.columns(in: "waiting_calls").map(\.name)
                .filter { $0 != "seq" && $0 != "id" }.joined(separator: ", ")
            try database.execute(
                sql: """
                    WITH RECURSIVE numbers (n) AS (
                        SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n <= ?
                    )
                    INSERT INTO waiting_calls (seq, id, \(columns))
                    SELECT n, 'call ' || n, \(columns) FROM numbers, waiting_calls WHERE seq = 1
                    """,
                arguments: [Tables.mostCalls]
            )
        }
        await expect(.storage) { try await purser.offline.add("one too many") }
        for place in [50, 51] {
            try await purser.offline.discard(WaitingCall.ID(rawValue: "call \(place)"))
        }
        try await purser.offline.add("last")
        await expect(.storage) { try await purser.offline.add("one too many") }
        await purser.shutdown()
    }
}
