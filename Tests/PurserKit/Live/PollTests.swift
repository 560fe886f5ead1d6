import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("A poll")
struct PollTests {
    private let time = TestTimekeeper()
    private let asked = Counter()

    private func client(_ tokens: any TokenStore = MemoryTokenStore()) throws -> Purser {
        try .test(ScriptedTransport(), tokens: tokens, time: time)
    }

    /// When it is asked for, and how the pauses are, for so many answers.
    private func uptimes(
        every interval: Duration,
        of count: Int,
        _ answer: @escaping @Sendable (Int) throws -> Void
    ) async throws -> [Duration] {
        let poll = try client().live.poll(every: interval) { [asked, time] _ in
            try answer(asked.up())
            return time.uptime
        }
        var results: [Duration] = []
        for await result in poll {
            results.append((try? result.get()) ?? time.uptime)
            if results.count == count { break }
        }
        return results
    }

    @Test("asks at once, and then an interval after each answer")
    func intervals() async throws {
        let uptimes = try await uptimes(every: .seconds(180), of: 4) { _ in }
        #expect(uptimes == [.zero, .seconds(180), .seconds(360), .seconds(540)])
        #expect(LiveService.syncStatusInterval == .seconds(180))
        #expect(LiveService.transactionsInterval == .seconds(120))
    }

    @Test(
        "waits longer after a failure, as the Money App document says, until a success",
        arguments: [(180, 300), (120, 240), (10, 20), (290, 300), (400, 400)]
    )
    func failures(interval: Int, pause: Int) async throws {
        _ = try await uptimes(every: .seconds(interval), of: 5) { number in
            if number == 2 || number == 3 { throw PurserError(.server, "down") }
        }
        #expect(time.pauses == [interval, pause, pause, interval].map { .seconds($0) })
    }

    @Test("waits as long as the server asks for")
    func retryAfter() async throws {
        let refusal = PurserError(.json(429, #"{"error":"slow down"}"#, ["Retry-After": "500"]))
        _ = try await uptimes(every: .seconds(60), of: 2) { _ in throw refusal }
        #expect(time.pauses == [.seconds(500)])
    }

    @Test("takes an interval below a second for a second")
    func shortest() async throws {
        _ = try await uptimes(every: .zero, of: 2) { _ in }
        #expect(time.pauses == [.seconds(1)])
    }

    @Test("is never answered by what is kept")
    func freshness() async throws {
        for await result in try client().live.poll({ $0.options.freshness }) {
            #expect(try result.get() == .reload)
            break
        }
    }

    @Test("asks not at all while nobody takes its answers")
    func demand() async throws {
        let poll = try client().live.poll(every: .seconds(60)) { [asked] _ in asked.up() }
        var answers = poll.makeAsyncIterator()
        #expect(asked.value == 0)
        #expect(try await answers.next()?.get() == 1)
        time.advance(by: .seconds(600))
        #expect(asked.value == 1)
        // Its time has come long ago, so the next answer is asked for at once, and once.
        #expect(try await answers.next()?.get() == 2)
        #expect(asked.value == 2)
        #expect(time.pauses.isEmpty)
    }

    @Test("ends when its task is cancelled, whether it waits or asks", arguments: [true, false])
    func cancellation(waits: Bool) async throws {
        time.holds = true
        let poll = try client().live.poll(every: .seconds(60)) { [asked, time] _ in
            asked.up()
            if !waits { try await time.keeper.pause(.seconds(5)) }
        }
        let task = Task {
            var count = 0
            for await _ in poll { count += 1 }
            return count
        }
        await time.untilWaiting(1)
        task.cancel()
        #expect(await task.value == (waits ? 1 : 0))
        #expect(asked.value == 1)
    }

    @Test("stops at once in the background, and waits for the rest of its interval afterwards")
    func background() async throws {
        time.holds = true
        let purser = try client()
        let poll = purser.live.poll(every: .seconds(60)) { [asked] _ in asked.up() }
        let task = Task {
            for await result in poll where (try? result.get()) == 2 { break }
        }
        await time.untilWaiting(1)
        time.advance(by: .seconds(20))
        purser.live.pause()
        #expect(purser.live.isPaused)
        await until { time.waiting == 0 }
        time.advance(by: .seconds(30))
        purser.live.resume()
        await time.untilWaiting(1)
        #expect(time.pauses == [.seconds(60), .seconds(10)])
        #expect(asked.value == 1)
        time.advance(by: .seconds(10))
        await task.value
        #expect(asked.value == 2)
    }

    @Test("asks at once when its time has come in the background")
    func foreground() async throws {
        time.holds = true
        let purser = try client()
        let poll = purser.live.poll(every: .seconds(60)) { [asked] _ in asked.up() }
        let task = Task {
            for await result in poll where (try? result.get()) == 2 { break }
        }
        await time.untilWaiting(1)
        purser.live.pause()
        await until { time.waiting == 0 }
        time.advance(by: .seconds(3_600))
        #expect(asked.value == 1)
        purser.live.resume()
        await task.value
        #expect(asked.value == 2)
        #expect(time.pauses == [.seconds(60)])
    }

    @Test("gives up what it asks for in the background, and asks again afterwards")
    func givingUp() async throws {
        time.holds = true
        let purser = try client()
        let given = Counter()
        let poll = purser.live.poll(every: .seconds(60)) { [asked, time] _ in
            guard asked.up() == 1 else { return "answer" }
            do { try await time.keeper.pause(.seconds(30)) } catch { given.up(); throw error }
            return "too late"
        }
        let task = Task {
            for await result in poll { return try? result.get() }
            return nil
        }
        await time.untilWaiting(1)
        purser.live.pause()
        await until { given.value == 1 }
        purser.live.resume()
        #expect(await task.value == "answer")
        #expect(asked.value == 2)
    }

    @Test("tells that the session is over, and ends")
    func unauthorized() async throws {
        let poll = try client().live.poll { [asked] _ in
            asked.up()
            throw PurserError(.unauthorized, "over")
        }
        var kinds: [PurserError.Kind?] = []
        for await result in poll {
            if case .failure(let error) = result { kinds.append((error as? PurserError)?.kind) }
        }
        #expect(kinds == [.unauthorized])
        #expect(asked.value == 1)
    }

    @Test("ends when another member is signed in")
    func otherMember() async throws {
        let purser = try client(MemoryTokenStore.signedIn(session: "one"))
        var answers = purser.live.poll { [asked] _ in asked.up() }.makeAsyncIterator()
        #expect(try await answers.next()?.get() == 1)
        let other = TokenAnswer(
            accessToken: "another-token",
            refreshToken: nil,
            receivedAt: time.now,
            expiresAt: time.now.adding(seconds: 3_600)
        )
        try await purser.client.keeper.begin(other)
        #expect(await answers.next() == nil)
        #expect(asked.value == 1)
    }

    @Test("ends with the client")
    func shutdown() async throws {
        time.holds = true
        let purser = try client()
        let poll = purser.live.poll { _ in }
        let task = Task { for await _ in poll {} }
        await time.untilWaiting(1)
        await purser.shutdown()
        await task.value
    }
}
