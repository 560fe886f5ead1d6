import Contract
import Kernel
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@Suite("Local copies")
struct CopiesTests {
    /// A device over the fake server.
    struct Device {
        let server: FakeGuardian
        let link: InterposedTransport
        let time: TestTimekeeper
        let purser: Purser
        var fences: Copies<CopiedGeofence> { purser.copies.geofences }
        var rules: Copies<CopiedRule> { purser.copies.rules }

        init(
            _ server: FakeGuardian = FakeGuardian(),
            storage: Configuration.Storage = .temporary,
            names: String = "a",
            time: TestTimekeeper = TestTimekeeper()
        ) throws {
            var configuration = Configuration.test
            configuration.retry = .never
            configuration.storage = storage
            self.server = server
            self.time = time
            link = InterposedTransport(server)
            let names = Names(prefix: names)
            let clock = time.keeper
            purser = try Purser(
                configuration,
                link,
                MemoryTokenStore(.test(now: time.now)),
                Timekeeper(
                    now: clock.now,
                    uptime: clock.uptime,
                    pause: clock.pause,
                    chance: clock.chance,
                    newName: { names.next() }
                )
            )
        }
    }

    static let school = CopiedGeofence(
        name: "School",
        centre: .init(latitude: 40.5, longitude: -74.25),
        radiusM: 300
    )

    @Test("A record is there before the network is, and at the server after a sync")
    func offline() async throws {
        let device = try Device()
        device.link.set { _, _ in throw NetworkFailure.offline }
        let added = try await device.rules.add(.init(category: "Fast Food", monthlyLimitCents: 5))
        #expect(added.category == "fast_food")
        #expect(added.remoteID == nil && added.isEdited)
        await #expect(throws: PurserError.self) { try await device.rules.sync() }
        #expect(try await device.rules.all() == [added])

        device.link.set(nil)
        let report = try await device.rules.sync()
        #expect(report.pushed == [added.id] && report.isComplete && report.pulled.isEmpty)
        let rule = try #require(try await device.rules.find(added.id))
        #expect(rule.remoteID == "1" && !rule.isEdited)
        #expect(device.server.rules == [.init(id: 1, category: "fast_food", monthlyLimitCents: 5)])
        #expect(try await device.rules.sync().didSomething == false)
        await device.purser.shutdown()
    }

    @Test("A geofence whose answer got lost is drawn once, also when the app was started anew")
    func lostAnswer() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let storage = Configuration.Storage.directory(directory.file("kit"))
        let server = FakeGuardian()
        var device = try Device(server, storage: storage)
        let fence = try await device.fences.add(Self.school)
        device.link.loseAnswer { $0.method == .post }
        await #expect(throws: PurserError.self) { try await device.fences.sync() }
        #expect(server.fences.count == 1)
        await device.purser.shutdown()

        device = try Device(server, storage: storage, names: "b")
        // What is edited meanwhile is not what was sent.
        try await device.fences.edit(fence.id) { $0.radiusM = 400 }
        let report = try await device.fences.sync()
        #expect(report.pushed == [fence.id] && report.conflicts.isEmpty)
        #expect(server.fences.map(\.radiusM) == [400])
        #expect(try await device.fences.all().map(\.id) == [fence.id])
        await device.purser.shutdown()
    }

    @Test("What the server made under a key that it forgot is found again")
    func forgottenKey() async throws {
        let device = try Device()
        let fence = try await device.fences.add(Self.school)
        device.link.loseAnswer { $0.method == .post }
        await #expect(throws: PurserError.self) { try await device.fences.sync() }
        device.time.advance(by: .seconds(25 * 3_600))
        let report = try await device.fences.sync()
        #expect(report.isComplete && report.conflicts.isEmpty)
        #expect(device.server.fences.count == 1)
        #expect(try await device.fences.all().map(\.id) == [fence.id])
        await device.purser.shutdown()
    }

    @Test("An edited geofence is drawn anew before the old one goes, and is the same copy")
    func replacement() async throws {
        let device = try Device()
        let fence = try await device.fences.add(Self.school)
        try await device.fences.sync()
        try await device.fences.edit(fence.id) { $0.name = "Old school" }
        let before = device.link.requests.count
        let report = try await device.fences.sync()
        #expect(report.pushed == [fence.id])
        #expect(
            Array(device.link.calls[before...]) == [
                "GET /rules/geofence", "POST /rules/geofence", "DELETE /rules/geofence/1",
            ]
        )
        let copies = try await device.fences.all()
        #expect(copies.map(\.id) == [fence.id] && copies.map(\.remoteID) == ["2"])
        #expect(device.server.fences.map(\.name) == ["Old school"])
        await device.purser.shutdown()
    }

    @Test("A geofence that two devices replaced at the same time is one again")
    func bothReplaced() async throws {
        let first = try Device()
        let fence = try await first.fences.add(Self.school)
        try await first.fences.sync()
        let second = try Device(first.server, names: "b", time: first.time)
        try await second.fences.sync()
        let other = try #require(try await second.fences.all().first)
        try await first.fences.edit(fence.id) { $0.radiusM = 500 }
        try await second.fences.edit(other.id) { $0.name = "Gym" }
        // The first has looked at the server when the second replaces.
        let hasRun = Mutex(false)
        first.link.set { request, send in
            if request.method == .post, hasRun.withLock({ !$0 }) {
                hasRun.withLock { $0 = true }
                _ = try await second.fences.sync()
            }
            return try await send(request)
        }
        let report = try await first.fences.sync()
        #expect(report.isComplete && report.conflicts.isEmpty)
        try await second.fences.sync()
        for device in [first, second] {
            let copies = try await device.fences.all()
            #expect(copies.map(\.name) == ["Gym"] && copies.map(\.radiusM) == [500])
            #expect(copies.map(\.isEdited) == [false])
        }
        #expect(first.server.fences.count == 1)
        await first.purser.shutdown()
        await second.purser.shutdown()
    }

    @Test(
        "Who deleted a geofence is told that another device replaced it, once or again",
        arguments: [false, true]
    )
    func deletedAndReplaced(again isReplacedAgain: Bool) async throws {
        let first = try Device()
        let fence = try await first.fences.add(Self.school)
        try await first.fences.sync()
        let second = try Device(first.server, names: "b", time: first.time)
        try await second.fences.sync()
        let other = try #require(try await second.fences.all().first)
        try await first.fences.delete(fence.id)
        try await second.fences.edit(other.id) { $0.radiusM = 500 }
        // Neither comes to delete the old one; the new one beside it is held back on the first.
        for device in [second, first] {
            device.link.set { request, send in
                if request.method == .delete { throw NetworkFailure.connectionLost }
                return try await send(request)
            }
            await #expect(throws: PurserError.self) { try await device.fences.sync() }
            device.link.set(nil)
        }
        #expect(try await first.fences.all().isEmpty)
        if isReplacedAgain { try await second.fences.edit(other.id) { $0.radiusM = 600 } }
        #expect(try await second.fences.sync().conflicts.isEmpty)

        let radius: Int64 = isReplacedAgain ? 600 : 500
        let report = try await first.fences.sync()
        let conflict = try #require(report.conflicts.first)
        #expect(report.conflicts.count == 1 && report.pulled == [fence.id])
        #expect(conflict.field == nil && conflict.mine == nil)
        #expect(conflict.kept?["radius_m"] == .number("\(radius)"))
        for device in [first, second] {
            #expect(try await device.fences.all().map(\.radiusM) == [radius])
            #expect(try await device.fences.sync().didSomething == false)
        }
        #expect(first.server.fences.map(\.radiusM) == [radius])
        await first.purser.shutdown()
        await second.purser.shutdown()
    }

    @Test("What is edited while a sync runs stays, and is pushed by it")
    func editDuringSync() async throws {
        let device = try Device()
        let rule = try await device.rules.add(.init(category: "fun", monthlyLimitCents: 100))
        let edits = Mutex<[Int64]>([200, 300])
        device.link.set { request, send in
            let response = try await send(request)
            if let limit = edits.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                try await device.rules.edit(rule.id) { $0.monthlyLimitCents = limit }
            }
            return response
        }
        let report = try await device.rules.sync()
        #expect(report.isComplete && report.conflicts.isEmpty)
        #expect(device.server.rules.map(\.monthlyLimitCents) == [300])
        #expect(try await device.rules.find(rule.id)?.monthlyLimitCents == 300)
        await device.purser.shutdown()
    }

    @Test("Both set a limit: the smaller one stays, and the conflict until somebody dismisses it")
    func conflict() async throws {
        let first = try Device()
        try await first.rules.add(.init(category: "fun", monthlyLimitCents: 100))
        try await first.rules.sync()
        let second = try Device(first.server, names: "b", time: first.time)
        try await second.rules.sync()
        for (device, limit) in [(first, Int64(50)), (second, 70)] {
            let id = try #require(try await device.rules.all().first?.id)
            try await device.rules.edit(id) { $0.monthlyLimitCents = limit }
        }
        try await first.rules.sync()
        let report = try await second.rules.sync()
        let conflict = try #require(report.conflicts.first)
        #expect(report.conflicts.count == 1 && conflict.cause == .merged)
        #expect(conflict.field == "monthly_limit_cents")
        #expect(conflict.base == .number("100") && conflict.mine == .number("70"))
        #expect(conflict.theirs == .number("50") && conflict.kept == .number("50"))
        #expect(try await second.rules.conflicts() == [conflict])
        try await second.rules.dismiss(conflict)
        #expect(try await second.rules.conflicts().isEmpty)
        #expect(first.server.rules.map(\.monthlyLimitCents) == [50])
        await first.purser.shutdown()
        await second.purser.shutdown()
    }

    @Test("Who wrote is told when somebody writes over it who had looked before")
    func overtaken() async throws {
        let first = try Device()
        let rule = try await first.rules.add(.init(category: "fun", monthlyLimitCents: 100))
        try await first.rules.sync()
        try await first.rules.edit(rule.id) { $0.monthlyLimitCents = 50 }
        try await first.rules.sync()
        _ = try await first.server.send(
            TransportRequest(
                .post,
                "/rules",
                body: Array(#"{"category":"fun","monthly_limit_cents":900}"#.utf8)
            )
        )
        let report = try await first.rules.sync()
        #expect(report.conflicts.map(\.cause) == [.overtaken])
        #expect(report.conflicts.first?.mine == .number("50"))
        #expect(report.conflicts.first?.kept == .number("900"))
        #expect(try await first.rules.sync().conflicts.isEmpty)
        await first.purser.shutdown()
    }

    @Test("What was written over long after is no conflict")
    func notOvertaken() async throws {
        let device = try Device()
        try await device.rules.add(.init(category: "fun", monthlyLimitCents: 100))
        try await device.rules.sync()
        device.time.advance(by: .seconds(CopyPlan.watchSeconds + 1))
        try await device.rules.sync()
        _ = try await device.server.send(
            TransportRequest(
                .post,
                "/rules",
                body: Array(#"{"category":"fun","monthly_limit_cents":900}"#.utf8)
            )
        )
        #expect(try await device.rules.sync().conflicts.isEmpty)
        await device.purser.shutdown()
    }

    @Test("Who follows sees the records, and each change")
    func changes() async throws {
        let device = try Device()
        var changes = device.rules.changes.makeAsyncIterator()
        #expect(await changes.next() == [])
        let rule = try await device.rules.add(.init(category: "fun", monthlyLimitCents: 100))
        #expect(await changes.next() == [rule])
        try await device.rules.sync()
        var seen = await changes.next()
        // Steps of a sync that come faster than they are looked at are one.
        while seen?.first?.isEdited == true { seen = await changes.next() }
        #expect(seen?.map(\.remoteID) == ["1"])
        try await device.rules.delete(rule.id)
        #expect(await changes.next() == [])
        await device.purser.shutdown()
    }

    @Test("Syncs of a kind run one after the other")
    func turns() async throws {
        let device = try Device()
        try await device.rules.add(.init(category: "fun", monthlyLimitCents: 100))
        let running = Mutex((now: 0, most: 0))
        let begun = Counter()
        device.link.set { request, send in
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            defer { running.withLock { $0.now -= 1 } }
            await eventually("all have begun") { begun.value == 8 }
            return try await send(request)
        }
        try await withThrowingTaskGroup(of: SyncReport.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    begun.up()
                    return try await device.rules.sync()
                }
            }
            var pushed = 0
            for try await report in group { pushed += report.pushed.count }
            #expect(pushed == 1)
        }
        #expect(running.withLock(\.most) == 1)
        await device.purser.shutdown()
    }

    @Test("What the server would refuse is refused here, and what cannot be changed is not")
    func refusedHere() async throws {
        let device = try Device()
        let rule = try await device.rules.add(.init(category: "fun", monthlyLimitCents: 100))
        let before = try await device.rules.all()
        await Self.expect(.invalid) {
            _ = try await device.rules.add(.init(category: "games", monthlyLimitCents: -1))
        }
        await Self.expect(.conflict) {
            _ = try await device.rules.add(.init(category: "Fun", monthlyLimitCents: 1))
        }
        await Self.expect(.invalid) {
            try await device.rules.edit(rule.id) {
                $0 = CopiedRule(category: "games", monthlyLimitCents: 1)
            }
        }
        await Self.expect(.notFound) { try await device.rules.edit("nobody") { _ in } }
        await Self.expect(.notFound) { try await device.rules.delete("nobody") }
        #expect(try await device.rules.all() == before)
        try await device.rules.revert(rule.id)
        #expect(try await device.rules.all().isEmpty)
        await device.purser.shutdown()
    }

    static func expect(
        _ kind: PurserError.Kind,
        _ work: () async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        do {
            try await work()
            Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        } catch {
            #expect((error as? PurserError)?.kind == kind, sourceLocation: sourceLocation)
        }
    }
}
