import Synchronization
import Testbed
import Testing

@testable import PurserKit

@MainActor
@Suite("What a member does with a model")
struct ModelActionTests {
    private let purser: Purser
    private let action: ModelAction

    init() throws {
        purser = try .test(ScriptedTransport())
        action = ModelAction(purser)
    }

    /// The key under which something is done.
    private func key(
        _ intent: String,
        setting subject: String? = nil,
        failing error: PurserError? = nil
    ) async -> String? {
        let used = Mutex<String?>(nil)
        _ = await action.run(intent, setting: subject) { purser in
            used.withLock { $0 = purser.options.idempotencyKey }
            if let error { throw error }
        }
        return used.withLock { $0 }
    }

    @Test("keeps its name until it is answered for good")
    func keys() async {
        let lost = PurserError(.connectionLost)
        let refused = PurserError(.conflict, "no")
        let first = await key("a", failing: lost)
        #expect(first != nil && action.error == lost)
        #expect(await key("b", failing: lost) != first)
        #expect(await key("a", failing: lost) == first)
        #expect(await key("a") == first)
        #expect(action.error == nil)
        let second = await key("a", failing: refused)
        #expect(second != first && action.error == refused)
        #expect(await key("a") != second)
    }

    @Test("is done once at a time")
    func once() async {
        let (gate, counter) = (Gate(), Counter())
        let action = action
        let first = Task {
            await action.run("a") { _ in
                counter.up()
                await gate.pass()
                return 1
            }
        }
        await gate.arrived()
        #expect(action.isRunning)
        #expect(await action.run("a") { _ in counter.up() } == nil)
        #expect(await action.run("b") { _ in counter.up() } == nil)
        await gate.open()
        #expect(await first.value == 1)
        #expect(!action.isRunning && counter.value == 1)
    }

    @Test("says nothing more after a reset")
    func reset() async {
        let gate = Gate()
        let action = action
        let first = Task {
            await action.run("a") { _ in
                await gate.pass()
                throw PurserError(.server, "late")
            }
        }
        await gate.arrived()
        action.reset()
        #expect(!action.isRunning)
        await gate.open()
        await first.value
        #expect(action.error == nil)
    }

    @Test("keeps its name while nobody knows what came of it", arguments: [0, 1, 2])
    func open(which: Int) async {
        let body = #"{"error":{"code":"CONFLICT","message":"Still running"}}"#
        let errors = [
            PurserError(.json(409, body, ["Retry-After": "1"])),
            PurserError(unreadable: .json(200, #"{"id":"none"}"#), because: nil),
            PurserError(.unauthorized, "Nobody is signed in"),
        ]
        let first = await key("a", failing: errors[which])
        #expect(first != nil && action.error == errors[which])
        #expect(await key("a") == first)
    }

    @Test("is another one when something else was set in between")
    func setAgain() async {
        let lost = PurserError(.connectionLost)
        let first = await key("10", setting: "a", failing: lost)
        #expect(await key("10", setting: "a", failing: lost) == first)
        _ = await key("10", setting: "b")
        _ = await key("20", setting: "a")
        #expect(await key("10", setting: "a") != first)
    }
}
