import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("The support of tests")
struct TestSupportTests {
    @Test("time stands still, and a pause moves it")
    func time() async throws {
        let time = TestTimekeeper(start: TestClock.noon)
        try await time.keeper.pause(.milliseconds(1_500))
        #expect(time.pauses == [.milliseconds(1_500)])
        #expect(time.uptime == .milliseconds(1_500))
        #expect(time.now == TestClock.noon.adding(milliseconds: 1_500))
        time.share = 0.5
        #expect(time.keeper.chance() == 0.5)
        #expect([time.keeper.newName(), time.keeper.newName()] == ["name-1", "name-2"])
    }

    @Test("a held pause ends when time reaches its end, or its task is cancelled")
    func held() async throws {
        let time = TestTimekeeper()
        time.holds = true
        let first = Task { try await time.keeper.pause(.seconds(1)) }
        let second = Task { try await time.keeper.pause(.seconds(3)) }
        await time.untilWaiting(2)
        time.advance(by: .seconds(2))
        try await first.value
        #expect(time.waiting == 1)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(time.waiting == 0)
    }

    @Test("a client in process reaches the server", arguments: Engine.all)
    func inProcess(engine: Engine) async throws {
        try await withPurser(engine) { _, purser in
            let health = try await purser.call(API.Guardian.health)
            #expect(health.status == "ok")
        }
    }

    @Test("a script answers in order and remembers")
    func script() async throws {
        let transport = ScriptedTransport(.fails(.connectionLost), .json(404, "{}"))
        await #expect(throws: NetworkFailure.connectionLost) {
            _ = try await transport.send(TransportRequest(.get, "/a"))
        }
        let answer = try await transport.send(TransportRequest(.get, "/b"))
        #expect(answer.status == 404)
        #expect(transport.requests.map(\.target) == ["/a", "/b"])
        await #expect(throws: NetworkFailure.unreachable) {
            _ = try await transport.send(TransportRequest(.get, "/c"))
        }
    }
}
