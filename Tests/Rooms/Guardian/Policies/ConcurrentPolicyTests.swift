import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Many who keep policies at once")
struct ConcurrentPolicyTests {
    @Test(
        "of two changes of one version one is refused; without a version the last one stands",
        arguments: Engine.all,
        [true, false]
    )
    func two(engine: Engine, namesVersion: Bool) async throws {
        let interposed = Interposed()
        try await PolicyHome.with(engine, interposing: interposed.make) { home in
            let made = try await home.make(PolicyHome.daily(2_000), "live")
            let tag: Headers = namesVersion ? ["If-Match": "\"\(made.version)\""] : [:]
            // Both have come as far as the database before either goes on.
            let gate = Gate()
            interposed.database?.before { if $0 == .write { await gate.pass() } }
            async let first = home.change(made.id, PolicyHome.daily(1_000, "A"), tag)
            async let second = home.change(
                made.id,
                PolicyHome.daily(1_000, "B"),
                as: home.other,
                tag
            )
            await gate.arrived(2)
            await gate.open()
            let answers = try await [first, second]
            interposed.database?.before(nil)
            let done = try answers.filter { $0.status == 200 }.map { try $0.policy() }
            let last = try #require(done.max { $0.version < $1.version })
            #expect(try await home.policy(made.id) == last)
            #expect(done.map(\.version).sorted().first == made.version + 1)
            if namesVersion {
                #expect(done.count == 1)
                let refused = try #require(answers.first { $0.status == 412 })
                let current = try #require(try refused.json()["current"])
                let record = try WireDecoder.decode(
                    SyncRecord<Entity.Policy, API.Guardian.Policy>.self,
                    from: current
                )
                #expect(record.value == last && record.version == last.version)
                #expect(record.kind == "policy" && record.id == made.id && !record.deleted)
                #expect(record.updatedBy == (last.name == "A" ? home.parent : home.other).id)
            } else {
                #expect(done.count == 2 && last.version == made.version + 2)
            }
        }
    }

    @Test("of two that are called the same one is made", arguments: Engine.all)
    func names(engine: Engine) async throws {
        let interposed = Interposed()
        try await PolicyHome.with(engine, interposing: interposed.make) { home in
            let gate = Gate()
            interposed.database?.before { if $0 == .write { await gate.pass() } }
            async let first = home.send("POST", "", PolicyHome.daily(1), as: home.parent)
            async let second = home.send("POST", "", PolicyHome.daily(2), as: home.other)
            await gate.arrived(2)
            await gate.open()
            let statuses = try await [first, second].map(\.status).sorted()
            interposed.database?.before(nil)
            #expect(statuses == [201, 409])
            #expect(try await home.names(as: home.parent) == ["Daily"])
        }
    }

    @Test("a change that is confirmed while it is given up does one of both", arguments: Engine.all)
    func decided(engine: Engine) async throws {
        let interposed = Interposed()
        try await PolicyHome.with(engine, interposing: interposed.make) { home in
            let made = try await home.make(PolicyHome.daily(2_000), "live")
            _ = try await home.move(made.id, "retired").policy()
            let gate = Gate()
            interposed.database?.before { if $0 == .write { await gate.pass() } }
            async let confirmed = home.move(made.id, "confirm", as: home.other)
            async let cancelled = home.move(made.id, "cancel")
            await gate.arrived(2)
            await gate.open()
            let answers = try await [confirmed, cancelled]
            interposed.database?.before(nil)
            #expect(answers.map(\.status).sorted() == [200, 409])
            let isConfirmed = answers[0].status == 200
            let policy = try await home.policy(made.id)
            #expect(policy.state == (isConfirmed ? .retired : .live) && policy.pending == nil)
        }
    }

    @Test("another version is refused, and a key is answered once", arguments: Engine.all)
    func keys(engine: Engine) async throws {
        try await PolicyHome.with(engine) { home in
            let key: Headers = ["Idempotency-Key": "k"]
            let body = PolicyHome.daily(2_000)
            let first = try await home.send("POST", "", body, as: home.parent, key)
            let again = try await home.send("POST", "", body, as: home.parent, key)
            #expect(first.status == 201 && again.status == 201)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            #expect(again.body == first.body)
            let made = try first.policy()
            #expect(try await home.names(as: home.parent) == ["Daily"])

            let live = try await home.move(made.id, "live", ["Idempotency-Key": "l"])
            let twice = try await home.move(made.id, "live", ["Idempotency-Key": "l"])
            #expect(live.status == 200 && twice.body == live.body)
            let other = try await home.move(made.id, "retired", ["Idempotency-Key": "l"])
            #expect(other.status == 409)

            let before = try await home.server.contents()
            for version in [made.version, made.version + 2] {
                let tag: Headers = ["If-Match": "\"\(version)\""]
                let stale = try await home.change(made.id, PolicyHome.daily(1), tag)
                #expect(stale.status == 412)
            }
            #expect(try await home.server.contents().changed(since: before).isEmpty)
            let tag: Headers = ["If-Match": "\"\(made.version + 1)\""]
            let changed = try await home.change(made.id, PolicyHome.daily(1), tag)
            #expect(changed.status == 200)
            #expect(changed.headers["ETag"] == "\"\(made.version + 2)\"")
        }
    }
}
