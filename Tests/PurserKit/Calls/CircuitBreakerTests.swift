import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("A circuit")
struct CircuitBreakerTests {
    private let time = TestTimekeeper()

    private func circuit(_ failures: Int = 3) -> CircuitBreaker {
        CircuitBreaker(CircuitPolicy(failures: failures, pause: .seconds(10)), time.keeper)
    }

    private func fail(_ circuit: CircuitBreaker, _ times: Int = 1) throws {
        for _ in 0..<times { circuit.note(try circuit.pass(), answered: false) }
    }

    @Test("opens after so many failures in a row, and not before")
    func opens() throws {
        let circuit = circuit()
        try fail(circuit, 2)
        circuit.note(try circuit.pass(), answered: true)
        try fail(circuit, 2)
        circuit.note(try circuit.pass(), answered: nil)
        try fail(circuit)
        #expect(throws: NetworkFailure.suspended) { try circuit.pass() }
        time.advance(by: .milliseconds(9_999))
        #expect(throws: NetworkFailure.suspended) { try circuit.pass() }
    }

    @Test("lets one call find out, and closes when that is answered")
    func closes() throws {
        let circuit = circuit()
        try fail(circuit, 3)
        time.advance(by: .seconds(10))
        let probe = try circuit.pass()
        #expect(probe == .probe)
        for _ in 0..<5 { #expect(throws: NetworkFailure.suspended) { try circuit.pass() } }
        circuit.note(probe, answered: true)
        #expect(try circuit.pass() == .usual)
    }

    @Test("stays open when the one fails, and lets another find out when it was given up")
    func stays() throws {
        let circuit = circuit()
        try fail(circuit, 3)
        time.advance(by: .seconds(10))
        circuit.note(try circuit.pass(), answered: false)
        #expect(throws: NetworkFailure.suspended) { try circuit.pass() }
        time.advance(by: .seconds(10))
        circuit.note(try circuit.pass(), answered: nil)
        #expect(try circuit.pass() == .probe)
    }

    @Test("is told by calls from before it opened only that the server lives")
    func late() throws {
        let circuit = circuit()
        let late = [try circuit.pass(), try circuit.pass()]
        try fail(circuit, 3)
        time.advance(by: .seconds(10))
        let probe = try circuit.pass()
        circuit.note(late[0], answered: false)
        circuit.note(.usual, answered: nil)
        #expect(throws: NetworkFailure.suspended) { try circuit.pass() }
        circuit.note(late[1], answered: true)
        #expect(try circuit.pass() == .usual)
        circuit.note(probe, answered: false)
        #expect(try circuit.pass() == .usual)
    }

    @Test("does not exist when it opens after 0 failures")
    func none() throws {
        try fail(circuit(0), 100)
    }

    @Test("keeps calls from a dead server, and counts none that says nothing about it")
    func calls() async throws {
        let success = try CallScene.success(.freely)
        let scene = try CallScene(ScriptedTransport(others: .fails(.timedOut))) {
            $0.circuit = CircuitPolicy(failures: 3, pause: .seconds(10))
            $0.retry = .never
        }
        for _ in 0..<3 {
            scene.transport.add(.fails(.offline), .answers(CallScene.refusal(404)))
            #expect(await scene.outcome()?.kind == .network(.offline))
            #expect(await scene.outcome()?.kind == .notFound)
        }
        // One that gave up before a request usually does tells nothing.
        for _ in 0..<3 {
            await #expect(throws: PurserError.self) {
                try await scene.purser.with { $0.deadline = .seconds(1) }
                    .call(API.Banking.currentUser)
            }
        }
        for failure in [NetworkFailure.timedOut, .connectionLost] {
            scene.transport.add(.fails(failure))
            #expect(await scene.outcome()?.kind == .network(failure))
        }
        scene.transport.add(.answers(CallScene.refusal(503)))
        #expect(await scene.outcome()?.kind == .server)
        let count = scene.transport.requests.count
        #expect(await scene.outcome()?.kind == .network(.suspended))
        #expect(scene.transport.requests.count == count)
        scene.time.advance(by: .seconds(10))
        scene.transport.add(.answers(success), .answers(success))
        #expect(await scene.outcome() == nil)
        #expect(await scene.outcome() == nil)
    }

    @Test("stays closed when the server itself says that another did not answer it")
    func upstream() async throws {
        let scene = try CallScene(ScriptedTransport(others: .fails(.timedOut))) {
            $0.circuit = CircuitPolicy(failures: 2, pause: .seconds(10))
            $0.retry = .never
        }
        for _ in 0..<4 {
            scene.transport.add(.answers(CallScene.refusal(502, ["X-Request-Trace": "t"])))
            #expect(await scene.outcome()?.status == 502)
        }
        for _ in 0..<2 {
            scene.transport.add(.answers(CallScene.refusal(502)))
            #expect(await scene.outcome()?.status == 502)
        }
        #expect(await scene.outcome()?.kind == .network(.suspended))
    }

    @Test("and with it the way to the server: not by a caller in a hurry, not by a large answer")
    func reachability() async throws {
        let scene = try CallScene(ScriptedTransport(others: .fails(.timedOut))) {
            $0.retry = .never
        }
        scene.transport.add(.fails(.tooLarge))
        _ = await scene.outcome()
        await #expect(throws: PurserError.self) {
            try await scene.purser.with { $0.deadline = .seconds(1) }
                .call(API.Banking.currentUser)
        }
        #expect(scene.purser.reachability.isConnected)
        _ = await scene.outcome()
        #expect(!scene.purser.reachability.isConnected)
    }
}
