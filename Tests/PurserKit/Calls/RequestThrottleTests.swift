import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("The request throttle")
struct RequestThrottleTests {
    private let time = TestTimekeeper()
    private static let never = Duration.seconds(1_000_000)

    @Test("lets a burst through at once, and then keeps the pace")
    func pace() async throws {
        let throttle = RequestThrottle(Pace(perSecond: 10, burst: 5), time.keeper)
        for _ in 0..<5 { try await throttle.pass(before: Self.never) }
        #expect(time.pauses.isEmpty)
        for _ in 0..<20 { try await throttle.pass(before: Self.never) }
        #expect(abs((time.uptime - .seconds(2)) / .milliseconds(1)) < 1)
        time.advance(by: .seconds(60))
        let pauses = time.pauses.count
        for _ in 0..<5 { try await throttle.pass(before: Self.never) }
        #expect(time.pauses.count == pauses)
        try await throttle.pass(before: Self.never)
        #expect(time.pauses.count == pauses + 1)
    }

    @Test("lets those who wait go in the order in which they came")
    func order() async throws {
        time.holds = true
        let throttle = RequestThrottle(Pace(perSecond: 1, burst: 1), time.keeper)
        try await throttle.pass(before: Self.never)
        var calls: [Task<Void, any Error>] = []
        for number in 1...5 {
            calls.append(Task { try await throttle.pass(before: Self.never) })
            await time.untilWaiting(number)
        }
        #expect(time.pauses == (1...5).map { .seconds($0) })
        time.advance(by: .seconds(2))
        try await calls[0].value
        try await calls[1].value
        #expect(time.waiting == 3)
        time.advance(by: .seconds(3))
        for call in calls { try await call.value }
    }

    @Test("refuses at once who could not go before its deadline, and takes no place for it")
    func deadline() async throws {
        let throttle = RequestThrottle(Pace(perSecond: 1, burst: 1), time.keeper)
        try await throttle.pass(before: .seconds(1))
        for _ in 0..<3 {
            let error = await #expect(throws: PurserError.self) {
                try await throttle.pass(before: .milliseconds(500))
            }
            #expect(error?.kind == .rateLimited)
        }
        try await throttle.pass(before: .seconds(1))
        #expect(time.pauses == [.seconds(1)])
    }

    @Test("is open when there is no pace")
    func none() async throws {
        let throttle = RequestThrottle(.unlimited, time.keeper)
        for _ in 0..<10_000 { try await throttle.pass(before: .zero) }
        #expect(time.pauses.isEmpty)
    }

    @Test("tells a call at once that it has no place, without a try more")
    func call() async throws {
        let success = try CallScene.success(.freely)
        let scene = try CallScene(ScriptedTransport(others: .answers(success))) {
            $0.pace = Pace(perSecond: 0.001, burst: 1)
        }
        try await scene.call(.freely)
        #expect(await scene.outcome()?.kind == .rateLimited)
        #expect(scene.transport.requests.count == 1)
        #expect(scene.time.pauses.isEmpty)
    }
}
