import Kernel

/// A call that takes a while: its now goes on.
struct RunningCall: Sendable {
    private let call: Call
    private let started = ContinuousClock.now

    init(_ call: Call) {
        self.call = call
    }

    /// The call as it is by now.
    var current: Call {
        let elapsed = ContinuousClock.now - started
        return Call(
            caller: call.caller,
            now: call.now.adding(milliseconds: Int64(elapsed / .milliseconds(1))),
            ids: call.ids,
            trace: call.trace,
            address: call.address
        )
    }

    /// Whether it has taken as long as this.
    func hasTaken(_ time: Duration) -> Bool { ContinuousClock.now - started >= time }
}
