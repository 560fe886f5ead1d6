import Contract
import Kernel
import PurserKitStore
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@Suite("The queue of writes that wait")
struct OfflineQueueTests {
    @Test("refuses what may not wait, and keeps nothing of it")
    func refusals() async throws {
        let device = try TestDevice()
        let purser = try device.app(ScriptedTransport())
        let nobody = try device.app(ScriptedTransport(), member: nil)
        let queue = purser.offline
        await expect(.invalid) { try await queue.add(API.Guardian.listRules, .init()) }
        await expect(.invalid) {
            try await queue.add(API.Banking.loginUser, API.Banking.loginUser.example)
        }
        await expect(.invalid) {
            try await queue.add(
                API.Identity.changePassword,
                API.Identity.changePassword.example
            )
        }
        await expect(.invalid) { try await queue.add("never", expires: .zero) }
        let error = await expect(.invalid) {
            try await queue.add(
                API.Guardian.createGeofence,
                .init(name: "Bad", latitude: 91, longitude: 0, radiusM: 100)
            )
        }
        #expect(error?.details.keys.sorted() == ["latitude"])
        await expect(.unauthorized) { try await nobody.offline.add("nobody's") }
        #expect(try await queue.count == OfflineQueue.Counts(waiting: 0, dead: 0))
        #expect(device.files.isEmpty)
        await purser.shutdown()
        await nobody.shutdown()
    }

    @Test("a call waits for as long as its endpoint declares, and one for the moment not at all")
    func worth() async throws {
        let device = try TestDevice()
        let purser = try device.app(ScriptedTransport())
        let (override, rule) = (API.Guardian.createOverride, API.Guardian.setRule)
        try await purser.offline.add(override, override.example)
        try await purser.offline.add(rule, rule.example)
        let now = device.time.now
        let ends = try await purser.offline.waiting.map(\.expiresAt)
        #expect(ends == [now.adding(seconds: 300), now.adding(seconds: 7 * 86_400)])
        let decision = API.Guardian.authorizePurchase
        await expect(.invalid) { try await purser.offline.add(decision, decision.example) }
        await expect(.invalid) {
            try await purser.offline.add(decision, decision.example, expires: .seconds(60))
        }
        await purser.shutdown()
    }

    @Test("is on the disk when a call was added, and is done by a later start of the app")
    func durable() async throws {
        let device = try TestDevice()
        let killed = try device.app(ScriptedTransport())
        let first = try await killed.offline.add("one", expires: .seconds(60))
        let second = try await killed.with { $0.idempotencyKey = "mine" }.offline.add("two")
        let transport = ScriptedTransport { _ in .created }
        let purser = try device.app(transport)
        let waiting = try await purser.offline.waiting
        #expect(waiting.map(\.id) == [first, second])
        #expect(waiting[0].endpoint == "createGeofence")
        #expect(waiting[0].expiresAt == device.time.now.adding(seconds: 60))
        #expect(waiting[0].firstSentAt == nil)
        let report = try await purser.offline.drain()
        #expect(report.done == 2)
        #expect(report.isEmpty)
        #expect(report.trouble == nil)
        let requests = transport.requests
        #expect(requests.map(\.name) == ["one", "two"])
        #expect(requests[1].headers["Idempotency-Key"] == "mine")
        #expect(requests[0].headers["Idempotency-Key"]?.isEmpty == false)
        #expect(requests[0].headers["Authorization"] == "Bearer alice-token")
        #expect(try await purser.offline.waiting.isEmpty)
        #expect(try await purser.offline.drain() == DrainReport())
        #expect(transport.requests.count == 2)
        await killed.shutdown()
        await purser.shutdown()
    }

    @Test("sends calls about one thing in their order, and others side by side")
    func order() async throws {
        let device = try TestDevice()
        let busy = Mutex((now: Set<String>(), most: 0, order: [String: [String]]()))
        let transport = ScriptedTransport { request in
            let about = String(request.name.prefix(1))
            busy.withLock { busy in
                #expect(busy.now.insert(about).inserted, "two calls about \(about) at once")
                busy.most = max(busy.most, busy.now.count)
                busy.order[about, default: []].append(request.name)
            }
            // The first of all stays under way until one about something else is too.
            await eventually("two are sent at once") { busy.withLock { $0.most > 1 } }
            busy.withLock { _ = $0.now.remove(about) }
            return .created
        }
        let purser = try device.app(transport)
        let names = ["a", "b", "c"].map { about in (0..<70).map { "\(about)\($0)" } }
        for number in 0..<70 {
            for about in names {
                try await purser.offline.add(about[number], about: String(about[number].prefix(1)))
            }
        }
        let report = try await purser.offline.drain()
        #expect(report.done == 210)
        let (most, order) = busy.withLock { ($0.most, $0.order) }
        #expect(most > 1)
        #expect(order == ["a": names[0], "b": names[1], "c": names[2]])
        await purser.shutdown()
    }

    @Test("calls of paths that begin alike are about the same")
    func entities() async throws {
        let device = try TestDevice()
        let purser = try device.app(ScriptedTransport())
        try await purser.offline.add("x")
        try await purser.offline.add(API.Guardian.deleteGeofence, .init(id: 7))
        try await purser.offline.add(
            API.Guardian.setRule,
            .init(category: "fun", monthlyLimitCents: 1)
        )
        let abouts = try await purser.offline.waiting.map(\.about)
        #expect(abouts[0] == abouts[1])
        #expect(abouts[0] != abouts[2])
        await purser.shutdown()
    }

    /// What an answer makes of the call, of the next about the same, and of one about another.
    struct Fate: Sendable, CustomTestStringConvertible {
        let name: String
        let end: Result<TransportResponse, NetworkFailure>
        var isDead = false
        var stopsOthers = false
        var mayBeHeard = true

        var testDescription: String { name }
        var step: ScriptedTransport.Step { .init { _ in try end.get() } }
    }

    static let fates = [
        Fate(name: "400", end: .success(.json(400, #"{"error":"bad"}"#)), isDead: true),
        Fate(name: "402", end: .success(.json(402, #"{"error":"declined"}"#)), isDead: true),
        Fate(name: "403", end: .success(.json(403, #"{"error":"forbidden"}"#)), isDead: true),
        Fate(name: "404", end: .success(.json(404, #"{"error":"not found"}"#)), isDead: true),
        Fate(name: "409", end: .success(.json(409, #"{"error":"conflict"}"#)), isDead: true),
        Fate(
            name: "409, still running",
            end: .success(.json(409, #"{"error":"conflict"}"#, ["Retry-After": "1"]))
        ),
        Fate(name: "500", end: .success(.json(500, #"{"error":"internal error"}"#))),
        Fate(name: "503 of a proxy", end: .success(.init(status: 503))),
        Fate(name: "302", end: .success(.init(status: 302))),
        Fate(name: "404 of something else", end: .success(.init(status: 404))),
        Fate(
            name: "a sign-in page",
            end: .success(.init(status: 200, headers: ["Content-Type": "text/html"]))
        ),
        Fate(name: "no answer", end: .failure(.timedOut)),
        Fate(name: "half an answer", end: .failure(.connectionLost)),
        Fate(
            name: "429",
            end: .success(.json(429, #"{"error":"rate limited"}"#, ["Retry-After": "7"])),
            stopsOthers: true,
            mayBeHeard: false
        ),
        Fate(
            name: "nobody there",
            end: .failure(.unreachable),
            stopsOthers: true,
            mayBeHeard: false
        ),
        Fate(name: "no network", end: .failure(.offline), stopsOthers: true, mayBeHeard: false),
    ]

    @Test("does with each answer what it asks for", arguments: fates)
    func fate(_ fate: Fate) async throws {
        let device = try TestDevice()
        let transport = ScriptedTransport(fate.step, others: .answers(.created))
        let purser = try device.app(transport)
        let id = try await purser.offline.add("first")
        try await purser.offline.add("second")
        let report = try await purser.offline.drain()
        let requests = transport.requests.map(\.name)
        let waiting = try await purser.offline.waiting
        let dead = try await purser.offline.deadLetters
        if fate.isDead {
            #expect(requests == ["first", "second"])
            #expect(waiting.isEmpty)
            #expect(dead.map(\.id) == [id])
            #expect(dead[0].reason == .rejected)
            #expect(dead[0].refusal?.status != nil)
            #expect(dead[0].endedAt == device.time.now)
            #expect((report.done, report.dead, report.left) == (1, 1, 0))
        } else {
            #expect(requests == ["first"])
            #expect(waiting.map(\.id).first == id)
            #expect(waiting.count == 2)
            #expect((waiting[0].firstSentAt != nil) == fate.mayBeHeard)
            #expect(waiting[1].firstSentAt == nil)
            #expect(dead.isEmpty)
            #expect(report.trouble != nil)
            #expect((report.done, report.dead, report.left) == (0, 0, 2))
            let again = try await purser.offline.drain()
            #expect(again.done == 2)
            let keys = transport.requests.filter { $0.name == "first" }.map {
                $0.headers["Idempotency-Key"]
            }
            #expect(Set(keys).count == 1)
        }
        await purser.shutdown()
    }

    @Test("one thing's trouble is not another's, unless it is everybody's", arguments: fates)
    func others(_ fate: Fate) async throws {
        let device = try TestDevice()
        let transport = ScriptedTransport { request in
            request.name == "bad" ? try fate.end.get() : .created
        }
        let purser = try device.app(transport)
        try await purser.offline.add("bad", about: "first")
        // More than are worked off side by side, so that some come after it in any case.
        for number in 0..<100 { try await purser.offline.add("good", about: "\(number)") }
        let report = try await purser.offline.drain()
        #expect((report.done == 100) == !fate.stopsOthers)
        #expect(report.left == (fate.isDead ? 0 : 101 - report.done))
        await purser.shutdown()
    }

    @Test("tries again within a run what may pass soon, under the same key")
    func retries() async throws {
        let device = try TestDevice()
        let transport = ScriptedTransport(
            .fails(.connectionLost),
            .json(503, #"{"error":"busy"}"#, ["Retry-After": "3"]),
            .json(409, #"{"error":"conflict"}"#, ["Retry-After": "1"]),
            others: .answers(.created)
        )
        let purser = try device.app(transport, retry: RetryPolicy(tries: 4, base: .seconds(1)))
        try await purser.offline.add("one")
        #expect(try await purser.offline.drain().done == 1)
        #expect(transport.requests.count == 4)
        #expect(Set(transport.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
        #expect(device.time.pauses == [.seconds(1), .seconds(3), .seconds(4)])
        await purser.shutdown()
    }

    @Test("a pause longer than a lease is left to a later run")
    func longPause() async throws {
        let device = try TestDevice()
        let step = ScriptedTransport.Step.json(429, #"{"error":"x"}"#, ["Retry-After": "60"])
        let purser = try device.app(ScriptedTransport(others: step), retry: RetryPolicy())
        try await purser.offline.add("one")
        let report = try await purser.offline.drain()
        #expect(report.trouble?.retryAfterSeconds == 60)
        #expect(report.pause == .seconds(60))
        #expect(device.time.pauses.isEmpty)
        await purser.shutdown()
    }

    @Test("retries and discards dead letters, and counts")
    func deadLetters() async throws {
        let device = try TestDevice()
        let refusal = ScriptedTransport.Step.json(
            403,
            #"{"error":"forbidden","message":"Parents only","traceId":"t-1"}"#
        )
        let transport = ScriptedTransport(refusal, refusal, refusal, others: .answers(.created))
        let purser = try device.app(transport)
        let queue = purser.offline
        var ids: [WaitingCall.ID] = []
        for name in ["a", "b", "c"] { ids.append(try await queue.add(name)) }
        let kept = try await queue.add("d", about: "d")
        _ = try await queue.discard(kept)
        #expect(try await queue.drain().dead == 3)
        let refused = try #require(try await queue.deadLetters.first { $0.id == ids[0] })
        #expect(refused.refusal?.kind == "forbidden")
        #expect(refused.refusal?.message == "Parents only")
        #expect(refused.refusal?.traceID == "t-1")
        #expect(try await queue.count == OfflineQueue.Counts(waiting: 0, dead: 3))
        try await queue.retry(ids[0])
        #expect(try await queue.count == OfflineQueue.Counts(waiting: 1, dead: 2))
        await expect(.notFound) { try await queue.retry(ids[0]) }
        #expect(try await queue.discard(ids[1]))
        #expect(try await !queue.discard(ids[1]))
        #expect(try await queue.drain().done == 1)
        let keys = transport.requests.filter { $0.name == "a" }.map {
            $0.headers["Idempotency-Key"]
        }
        #expect(keys.count == 2)
        #expect(keys[0] != keys[1])
        try await queue.add("e")
        try await queue.discardAll()
        #expect(try await queue.count == OfflineQueue.Counts(waiting: 0, dead: 0))
        await purser.shutdown()
    }

    @Test("tells what became of each call, with its answer")
    func results() async throws {
        let device = try TestDevice()
        let transport = ScriptedTransport(
            .json(201, #"{"id":5,"status":"created"}"#),
            .json(404, #"{"error":"not found"}"#)
        )
        let purser = try device.app(transport)
        var results = purser.offline.results.makeAsyncIterator()
        let first = try await purser.offline.add("one")
        let second = try await purser.offline.add("two")
        try await purser.offline.drain()
        let done = try #require(await results.next())
        #expect(done.id == first)
        #expect(try done.answer(of: API.Guardian.createGeofence)?.id == 5)
        #expect(try done.answer(of: API.Guardian.setRule) == nil)
        let dead = try #require(await results.next())
        #expect(dead.id == second)
        #expect(dead.outcome == .failed(try await purser.offline.deadLetters[0]))
        await purser.shutdown()
        #expect(await results.next() == nil)
    }

    @Test("counts are told after every change")
    func counts() async throws {
        let device = try TestDevice()
        let purser = try device.app(ScriptedTransport { _ in .created })
        var counts = purser.offline.counts.makeAsyncIterator()
        #expect(await counts.next()?.waiting == 0)
        try await purser.offline.add("one")
        while await counts.next()?.waiting != 1 {}
        try await purser.offline.drain()
        while await counts.next()?.waiting != 0 {}
        await purser.shutdown()
    }

    @Test("a write that was done forgets what is kept of its room")
    func cache() async throws {
        let device = try TestDevice()
        let purser = try device.app(ScriptedTransport { _ in .created })
        let cache = purser.client.cache
        let key = CacheKey(owner: "alice", surface: .guardian, target: "/rules")
        await cache.keep([1], for: key, asOf: cache.epoch(of: .guardian))
        try await purser.offline.add("one")
        #expect(await cache.answer(for: key) != nil)
        try await purser.offline.drain()
        #expect(await cache.answer(for: key) == nil)
        await purser.shutdown()
    }

    @Test("a queue that cannot be written says so")
    func storage() async throws {
        var configuration = Configuration.test
        configuration.storage = .directory("/dev/null/none")
        let tokens = MemoryTokenStore(
            StoredSession(
                id: "alice",
                accessToken: "t",
                refreshToken: nil,
                issuedAt: TestClock.noon,
                expiresAt: TestClock.noon.adding(seconds: 60)
            )
        )
        let purser = try Purser.test(
            ScriptedTransport(),
            configuration: configuration,
            tokens: tokens
        )
        await expect(.storage) { try await purser.offline.add("one") }
        await purser.shutdown()
    }
}

/// Expects a refusal of a kind.
@discardableResult
func expect<R>(
    _ kind: PurserError.Kind,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ work: () async throws -> R
) async -> PurserError? {
    do {
        _ = try await work()
        Issue.record("it was not refused", sourceLocation: sourceLocation)
    } catch let error as PurserError {
        #expect(error.kind == kind, sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
    return nil
}
