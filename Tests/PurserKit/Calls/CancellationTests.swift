import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("A call that is cancelled")
struct CancellationTests {
    @Test("between two tries sends none any more")
    func pause() async throws {
        let scene = try CallScene(ScriptedTransport(others: .fails(.unreachable)))
        scene.time.holds = true
        let call = Task { try await scene.call(.freely) }
        await scene.time.untilWaiting(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(scene.transport.requests.count == 1)
    }

    @Test("at the gate sends none, and gives its place back")
    func gate() async throws {
        let success = try CallScene.success(.freely)
        let scene = try CallScene(ScriptedTransport(others: .answers(success))) {
            $0.pace = Pace(perSecond: 1, burst: 1)
        }
        scene.time.holds = true
        try await scene.call(.freely)
        let call = Task { try await scene.call(.freely) }
        await scene.time.untilWaiting(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(scene.transport.requests.count == 1)
        scene.time.advance(by: .seconds(1))
        try await scene.call(.freely)
        #expect(scene.time.pauses == [.seconds(1)])
    }

    @Test("on its way is not made again, whatever the transport says")
    func transport() async throws {
        let gate = Gate()
        let transport = ScriptedTransport { _ in
            await gate.pass()
            throw NetworkFailure.connectionLost
        }
        let scene = try CallScene(transport)
        let call = Task { try await scene.call(.freely) }
        await gate.arrived(1)
        call.cancel()
        await gate.open()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(transport.requests.count == 1)
    }

    @Test("says nothing about the server")
    func circuit() async throws {
        let gate = Gate()
        let transport = ScriptedTransport { _ in
            await gate.pass()
            throw CancellationError()
        }
        let scene = try CallScene(transport) { $0.circuit = CircuitPolicy(failures: 1) }
        let call = Task { try await scene.call(.freely) }
        await gate.arrived(1)
        call.cancel()
        await gate.open()
        await #expect(throws: CancellationError.self) { try await call.value }
        _ = try scene.purser.client.circuit.pass()
    }
}
