import Testbed
import Testing

@testable import PurserKit

@MainActor
@Suite("What a model shows")
struct ContentTests {
    private let time = TestTimekeeper()
    private let purser: Purser
    private let content: Content<Int>

    init() throws {
        purser = try .test(
            ScriptedTransport(),
            tokens: MemoryTokenStore.signedIn(),
            time: time
        )
        content = Content(purser)
    }

    /// A load whose answer waits for the test.
    private func load(_ gate: Gate, _ answer: Result<Int, PurserError>) -> Task<Void, Never> {
        let content = content
        return Task {
            await content.load(reload: true) { _ in
                await gate.pass()
                return try answer.get()
            }
        }
    }

    @Test("goes from nothing to a value, and keeps it while a newer one is asked for")
    func phases() async {
        #expect(content.phase == .idle)
        let (first, second, third) = (Gate(), Gate(), Gate())
        let loading = load(first, .success(1))
        await first.arrived()
        #expect(content.phase == .loading)
        #expect(content.phase.isBusy && content.phase.value == nil)
        await first.open()
        await loading.value
        let noon = time.now
        #expect(content.phase == .loaded(1, asOf: noon))
        time.advance(by: .seconds(60))
        let refreshing = load(second, .success(2))
        await second.arrived()
        #expect(content.phase == .refreshing(1, asOf: noon))
        await second.open()
        await refreshing.value
        #expect(content.phase == .loaded(2, asOf: time.now))
        let failing = load(third, .failure(PurserError(.server, "down")))
        await third.open()
        await failing.value
        #expect(content.phase == .failed(PurserError(.server, "down"), last: 2))
        #expect(content.phase.value == 2)
        #expect(content.phase.error?.kind == .server)
    }

    @Test(
        "is never what an older load answers late",
        arguments: [.success(1), .failure(PurserError(.server, "late"))]
            as [Result<Int, PurserError>]
    )
    func order(late: Result<Int, PurserError>) async {
        let (old, new) = (Gate(), Gate())
        let first = load(old, late)
        await old.arrived()
        let second = load(new, .success(2))
        await new.arrived()
        await new.open()
        await second.value
        let shown = content.phase
        #expect(shown.value == 2 && !shown.isBusy)
        await old.open()
        await first.value
        #expect(content.phase == shown)
    }

    @Test("stays busy when an older load answers before the newer one")
    func early() async {
        let (old, new) = (Gate(), Gate())
        let first = load(old, .success(1))
        await old.arrived()
        let second = load(new, .success(2))
        await new.arrived()
        await old.open()
        await first.value
        #expect(content.phase == .refreshing(1, asOf: time.now))
        await new.open()
        await second.value
        #expect(content.phase.value == 2)
    }

    @Test("is what an older load brings when the newer one is cancelled", arguments: [true, false])
    func cancelledNewer(isFirst: Bool) async {
        let (old, new) = (Gate(), Gate())
        let first = load(old, .success(1))
        await old.arrived()
        let content = content
        let second = Task {
            await content.load(reload: true) { _ in
                await new.pass()
                throw CancellationError()
            }
        }
        await new.arrived()
        if isFirst {
            await new.open()
            #expect(await second.value == nil)
            #expect(content.phase == .loading)
        }
        await old.open()
        await first.value
        if !isFirst {
            await new.open()
            #expect(await second.value == nil)
        }
        #expect(content.phase == .loaded(1, asOf: time.now))
    }

    @Test("is what it was when a load is cancelled", arguments: [false, true])
    func cancellation(hasValue: Bool) async {
        if hasValue { await content.load(reload: true) { _ in 1 } }
        let before = content.phase
        time.holds = true
        let content = content
        let task = Task {
            await content.load(reload: true) { [time] _ in
                try await time.keeper.pause(.seconds(60))
                return 2
            }
        }
        await time.untilWaiting(1)
        #expect(content.phase.isBusy)
        task.cancel()
        #expect(await task.value == nil)
        #expect(content.phase == before)
    }

    @Test("is nothing of a member who is gone, though the answer comes afterwards")
    func otherMember() async throws {
        let gate = Gate()
        let loading = load(gate, .success(1))
        await gate.arrived()
        _ = try await purser.client.keeper.end(.byMember)
        await gate.open()
        await loading.value
        #expect(content.phase == .idle)
    }

    @Test("is nothing after a reset, though an answer comes afterwards")
    func reset() async {
        let gate = Gate()
        let loading = load(gate, .success(1))
        await gate.arrived()
        content.reset()
        #expect(content.phase == .idle)
        await gate.open()
        await loading.value
        #expect(content.phase == .idle)
    }

    @Test("keeps a change that was made while a load was under way")
    func changes() async {
        content.change { $0 = 9 }
        #expect(content.phase == .idle)
        await content.load(reload: true) { _ in 1 }
        content.change { $0 = 5 }
        #expect(content.phase.value == 5)
        let gate = Gate()
        let loading = load(gate, .success(2))
        await gate.arrived()
        content.change { $0 = max($0, 7) }
        #expect(content.phase == .refreshing(7, asOf: time.now))
        await gate.open()
        await loading.value
        #expect(content.phase == .loaded(7, asOf: time.now))
        // Once it has an answer, the change is in it or was undone by the server.
        await content.load(reload: true) { _ in 2 }
        #expect(content.phase.value == 2)
    }
}
