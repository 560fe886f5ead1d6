import Kernel
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@Suite("A queue that is sent by itself")
struct AutomaticDrainTests {
    @Test("goes on when calls are added, when the network is back and when it was long enough")
    func alarms() async throws {
        let device = try TestDevice()
        device.time.holds = true
        let isDown = Atomic<Bool>(false)
        let transport = ScriptedTransport { _ in
            guard !isDown.load(ordering: .relaxed) else { throw NetworkFailure.offline }
            return .created
        }
        let purser = try device.app(transport)
        let queue = purser.offline
        await queue.start()
        await queue.start()
        var results = queue.results.makeAsyncIterator()
        try await queue.add("added")
        #expect(await results.next() != nil)
        let alarms: [@Sendable () -> Void] = [
            { device.time.advance(by: .seconds(300)) },
            { purser.client.reachability.note(true) },
            { queue.reachabilityChanged() },
        ]
        for alarm in alarms {
            isDown.store(true, ordering: .relaxed)
            let id = try await queue.add("waits")
            await device.time.untilWaiting(1)
            isDown.store(false, ordering: .relaxed)
            alarm()
            #expect(await results.next()?.id == id)
        }
        await queue.stop()
        // A run that is under way goes on, and would take it.
        await purser.client.queue.halt()
        try await queue.add("stopped")
        await purser.client.queue.halt()
        #expect(transport.requests.map(\.name).last == "waits")
        #expect(try await queue.count.waiting == 1)
        await purser.shutdown()
    }

    @Test("begins when a member signs in, and ends with the client")
    func signIn() async throws {
        let device = try TestDevice()
        device.time.holds = true
        let former = try device.app(ScriptedTransport())
        try await former.offline.add("waits")
        let transport = ScriptedTransport { _ in .created }
        let purser = try device.app(transport, member: nil)
        var results = purser.offline.results.makeAsyncIterator()
        await purser.offline.start()
        let token = Self.token(of: "alice")
        _ = try await purser.client.keeper.begin(
            TokenAnswer(
                accessToken: token,
                refreshToken: "r",
                receivedAt: device.time.now,
                expiresAt: device.time.now.adding(seconds: 3_600)
            )
        )
        #expect(await results.next() != nil)
        #expect(transport.requests.map(\.name) == ["waits"])
        await purser.shutdown()
        await expect(.storage) { try await purser.offline.drain() }
        await purser.offline.start()
        await former.shutdown()
    }

    /// A token that names its member, unsigned.
    private static func token(of member: String) -> String {
        let claims = Array(#"{"sub":"\#(member)"}"#.utf8)
        return "e30.\(Base64URL.text(claims)).x"
    }
}
