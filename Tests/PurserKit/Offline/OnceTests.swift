import Contract
import Kernel
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@Suite("Calls that wait are done once")
struct OnceTests {
    /// How long the server knows a call again, and how long this is relied on.
    private let day = Duration.seconds(86_400)
    private let known = Duration.seconds(23 * 3_600)

    @Test("a call that was never heard waits for as long as it is wanted")
    func expiry() async throws {
        let device = try TestDevice()
        let transport = ScriptedTransport(.fails(.offline), others: .answers(.created))
        let purser = try device.app(transport)
        try await purser.offline.add("late", expires: day * 3)
        let id = try await purser.offline.add("too late", expires: day * 2)
        try await purser.offline.drain()
        device.time.advance(by: day * 2)
        let report = try await purser.offline.drain()
        #expect((report.done, report.dead) == (1, 1))
        #expect(transport.requests.map(\.name) == ["late", "late"])
        let dead = try await purser.offline.deadLetters
        #expect(dead.map(\.id) == [id])
        #expect(dead[0].reason == .expired)
        #expect(dead[0].refusal == nil)
        await purser.shutdown()
    }

    @Test(
        "a call that may have been heard is sent again only while the server knows it",
        arguments: [-1, 0, 1]
    )
    func unknown(milliseconds: Int) async throws {
        let device = try TestDevice()
        let transport = ScriptedTransport(.fails(.timedOut), others: .answers(.created))
        let purser = try device.app(transport)
        let id = try await purser.offline.add("one", expires: day * 30)
        try await purser.offline.add("two", expires: day * 30)
        try await purser.offline.drain()
        device.time.advance(by: known + .milliseconds(milliseconds))
        try await purser.offline.drain()
        let isLate = milliseconds >= 0
        #expect(transport.requests.map(\.name) == ["one"] + (isLate ? ["two"] : ["one", "two"]))
        let dead = try await purser.offline.deadLetters
        #expect(dead.map(\.id) == (isLate ? [id] : []))
        #expect(dead.allSatisfy { $0.reason == .outcomeUnknown })
        await purser.shutdown()
    }

    @Test("a call that may have been heard and is not wanted any more has an unknown outcome")
    func expiredUnknown() async throws {
        let device = try TestDevice()
        let purser = try device.app(ScriptedTransport(.fails(.timedOut)))
        try await purser.offline.add("one", expires: .seconds(60))
        try await purser.offline.drain()
        device.time.advance(by: .seconds(60))
        try await purser.offline.drain()
        #expect(try await purser.offline.deadLetters.map(\.reason) == [.outcomeUnknown])
        await purser.shutdown()
    }

    @Test("after a clock went back nobody knows how long ago a call was heard")
    func clock() async throws {
        let device = try TestDevice()
        let transport = ScriptedTransport(.fails(.timedOut), others: .answers(.created))
        let purser = try device.app(transport)
        try await purser.offline.add("one", expires: day * 30)
        try await purser.offline.add("two", expires: day * 30)
        try await purser.offline.drain()
        // A clock that is set right by a little tells nothing.
        device.time.clock.advance(seconds: -60)
        transport.add(.fails(.connectionLost))
        #expect(try await purser.offline.drain().dead == 0)
        device.time.clock.advance(seconds: -3_600)
        let report = try await purser.offline.drain()
        #expect((report.done, report.dead) == (1, 1))
        #expect(transport.requests.map(\.name) == ["one", "one", "two"])
        #expect(try await purser.offline.deadLetters.map(\.reason) == [.outcomeUnknown])
        await purser.shutdown()
    }

    @Test("a device that slept in the middle of a run sends nothing that became too old")
    func slept() async throws {
        let device = try TestDevice()
        let transport = ScriptedTransport(
            .init { [time = device.time, known] _ in
                time.advance(by: known)
                throw NetworkFailure.connectionLost
            },
            others: .answers(.created)
        )
        let purser = try device.app(transport, retry: RetryPolicy())
        try await purser.offline.add("one")
        let report = try await purser.offline.drain()
        #expect(report.dead == 1)
        #expect(transport.requests.count == 1)
        await purser.shutdown()
    }

    @Test("that a call is sent is on the disk before it is")
    func firstSent() async throws {
        let device = try TestDevice()
        let other = try device.app(ScriptedTransport())
        let transport = ScriptedTransport { [time = device.time] _ in
            let waiting = try await other.offline.waiting
            #expect(waiting.first?.firstSentAt == time.now)
            return .created
        }
        let purser = try device.app(transport)
        try await purser.offline.add("one")
        #expect(try await purser.offline.drain().done == 1)
        await purser.shutdown()
        await other.shutdown()
    }

    @Test("an app that was killed in the middle is followed by another, under the same keys")
    func killed() async throws {
        let device = try TestDevice()
        let stuck = Gate()
        let silent = ScriptedTransport(
            .answers(.created),
            others: .init { _ in
                await stuck.pass()
                throw NetworkFailure.connectionLost
            }
        )
        let killed = try device.app(silent)
        for name in ["one", "two", "three"] { try await killed.offline.add(name) }
        let run = Task { try await killed.offline.drain() }
        await stuck.arrived()
        let transport = ScriptedTransport { _ in .created }
        let purser = try device.app(transport)
        let early = try await purser.offline.drain()
        #expect(early.isElsewhere)
        #expect(early.left >= 2)
        #expect(transport.requests.isEmpty)
        device.time.advance(by: .seconds(30))
        let report = try await purser.offline.drain()
        #expect(report.isEmpty)
        #expect(transport.requests.map(\.name).suffix(2) == ["two", "three"])
        #expect(
            transport.requests.first { $0.name == "two" }?.headers["Idempotency-Key"]
                == silent.requests[1].headers["Idempotency-Key"]
        )
        // The former one comes back to life, finds that it is not its turn, and does no harm.
        await stuck.open()
        _ = try await run.value
        #expect(silent.requests.count == 2)
        #expect(try await purser.offline.count == OfflineQueue.Counts(waiting: 0, dead: 0))
        await killed.shutdown()
        await purser.shutdown()
    }

    @Test("runs that are asked for at once are one")
    func together() async throws {
        let device = try TestDevice()
        let transport = ScriptedTransport { _ in .created }
        let purser = try device.app(transport)
        for number in 0..<50 { try await purser.offline.add("\(number)", about: "\(number % 5)") }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { _ = try? await purser.offline.drain() } }
        }
        #expect(transport.requests.count == 50)
        #expect(Set(transport.requests.map(\.name)).count == 50)
        await purser.shutdown()
    }

    @Test("calls that are added while a run goes on are done by it")
    func meanwhile() async throws {
        let device = try TestDevice()
        let added = Atomic<Int>(0)
        let box = Mutex<Purser?>(nil)
        let transport = ScriptedTransport { _ in
            let number = added.add(1, ordering: .relaxed).newValue
            if number < 40, let purser = box.withLock(\.self) {
                try await purser.offline.add("more", about: "\(number % 3)")
            }
            return .created
        }
        let purser = try device.app(transport)
        box.withLock { $0 = purser }
        try await purser.offline.add("first")
        #expect(try await purser.offline.drain().isEmpty)
        #expect(transport.requests.count == 40)
        box.withLock { $0 = nil }
        await purser.shutdown()
    }

    @Test("no session but the member's own ever sends a call, and signing out removes it")
    func members() async throws {
        let device = try TestDevice()
        let alices = try device.app(ScriptedTransport())
        try await alices.offline.add("alice's")
        let transport = ScriptedTransport { _ in .created }
        let bobs = try device.app(transport, member: "bob")
        #expect(try await bobs.offline.drain().isEmpty)
        #expect(try await bobs.offline.waiting.isEmpty)
        #expect(transport.requests.isEmpty)
        try await alices.session.signOut()
        await expect(.unauthorized) { try await alices.offline.drain() }
        let again = try device.app(transport)
        #expect(try await again.offline.drain().isEmpty)
        #expect(transport.requests.isEmpty)
        for purser in [alices, bobs, again] { await purser.shutdown() }
    }

    @Test("a member who signs out in the middle of a run takes the rest with him")
    func signOut() async throws {
        let device = try TestDevice()
        let reached = Gate()
        let transport = ScriptedTransport { request in
            guard request.target == "/rules/geofence" else { return .json(200, "{}") }
            await reached.open()
            try await Task.sleep(for: .seconds(3_600))
            return .created
        }
        let purser = try device.app(transport)
        for number in 0..<5 { try await purser.offline.add("\(number)") }
        let run = Task { try await purser.offline.drain() }
        await reached.pass()
        try await purser.session.signOut()
        await #expect(throws: CancellationError.self) { _ = try await run.value }
        let fences = transport.requests.filter { $0.target == "/rules/geofence" }
        #expect(fences.count == 1)
        #expect(try await purser.client.store.rows(of: "waiting_calls") == 0)
        await purser.shutdown()
    }

    @Test("10,000 calls are done in their order, each once")
    func many() async throws {
        let device = try TestDevice()
        let transport = ScriptedTransport { _ in .created }
        let purser = try device.app(transport)
        let count = 10_000
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<20 {
                group.addTask {
                    for number in 0..<(count / 20) {
                        try await purser.offline.add("\(number)", about: "\(lane)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let places = try await purser.offline.waiting.reduce(into: [String: [WaitingCall.ID]]()) {
            $0[$1.about, default: []].append($1.id)
        }
        #expect(places.values.allSatisfy { $0.count == count / 20 })
        let report = try await purser.offline.drain()
        #expect(report.done == count)
        #expect(report.isEmpty)
        #expect(transport.requests.count == count)
        #expect(Set(transport.requests.map { $0.headers["Idempotency-Key"] }).count == count)
        // Of one lane each number comes after all the smaller ones.
        var seen: [Int: Int] = [:]
        for number in transport.requests.compactMap({ Int($0.name) }) {
            if number > 0 { #expect(seen[number, default: 0] < seen[number - 1, default: 0]) }
            seen[number, default: 0] += 1
        }
        await purser.shutdown()
    }

    @Test("a client that lost its lease does not take back what another may have sent since")
    func lostLease() async throws {
        let device = try TestDevice()
        let purser = try device.app(ScriptedTransport())
        try await purser.offline.add("one")
        let store = device.store()
        let (first, second) = (
            QueueWorker(owner: "alice", holder: "first"),
            QueueWorker(owner: "alice", holder: "second")
        )
        let start = device.time.now
        let later = start.adding(seconds: 60)
        func claimed(_ worker: QueueWorker, _ now: Timestamp) async throws -> QueuedCall {
            let calls = try await store.write { tables in
                _ = try tables.takeLease(worker, at: now)
                let lanes = try tables.lanes(of: "alice", after: 0)
                return try tables.claim(lanes[0], worker, at: now)
            }
            return try #require(calls?.first)
        }
        func firstSending() async throws -> Timestamp? {
            let calls = try await store.read { tables in
                try tables.doubtfulCalls(of: "alice", at: start, sentBefore: later)
            }
            return calls.first?.firstSentAt
        }
        let unsent = Settlement(call: try await claimed(first, start), outcome: .unsent)
        #expect(try await claimed(second, later).firstSentAt == start)
        try await store.write { try $0.settle([unsent], first) }
        #expect(try await firstSending() == start)
        try await store.write { try $0.settle([unsent], second) }
        #expect(try await firstSending() == nil)
        await store.close()
        await purser.shutdown()
    }
}
