import Dispatch
import Kernel

/// How long a group of writes stays open for those about to arrive.
///
/// Callers who were answered together come back together. If the group were committed for the first
/// of them, the others would wait for one more trip to the disk; so it stays open until as many have
/// come as are around, though never longer than a commit takes. A caller who is alone waits for nobody.
struct GroupPace {
    /// How many callers were around when the last group ended: those answered and those waiting.
    private var callers = 1
    private var commitNanoseconds: UInt64 = 0
    private var opened: UInt64 = 0
    private var closed: UInt64 = 0

    /// Notes that a group was opened.
    mutating func open(at now: DispatchTime = .now()) { opened = now.uptimeNanoseconds }

    /// Notes that a group takes no more writes.
    mutating func close(at now: DispatchTime = .now()) { closed = now.uptimeNanoseconds }

    /// Notes that a group was committed and answered.
    mutating func answered(_ writes: Int, waiting: Int, at now: DispatchTime = .now()) {
        commitNanoseconds = now.uptimeNanoseconds - closed
        callers = writes + waiting
    }

    /// Until when a group that holds so many writes waits for one more.
    ///
    /// - Returns: An instant that may have passed, then only a write that is there already joins;
    ///   `nil` when the group is full or has been open for long enough.
    func deadline(holding writes: Int, at now: DispatchTime = .now()) -> DispatchTime? {
        let latest = opened + UInt64(Limits.groupCommitMilliseconds) * 1_000_000
        guard writes < Limits.groupCommitWrites, now.uptimeNanoseconds < latest else { return nil }
        guard writes < callers else { return now }
        return DispatchTime(uptimeNanoseconds: min(latest, opened + commitNanoseconds))
    }
}
