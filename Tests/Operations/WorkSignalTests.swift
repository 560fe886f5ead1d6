import Testing

@testable import Operations

@Suite("A signal that there is something to do")
struct WorkSignalTests {
    @Test("wakes who waits, and who waits next")
    func wakes() async {
        let signal = WorkSignal()
        signal.wake()
        signal.wake()
        await signal.wait()
        async let waiting: Void = signal.wait()
        signal.wake()
        await waiting
    }

    @Test("lets who is cancelled go")
    func cancelled() async {
        let signal = WorkSignal()
        let waiting = Task { await signal.wait() }
        waiting.cancel()
        await waiting.value
        signal.wake()
        await signal.wait()
    }
}
