import Dispatch
import Kernel

/// How many writes a group takes, and how long it stays open for those about to arrive.
///
/// Callers who were answered together come back together. A group takes half of those around: while
/// the disk has one half, the other half's requests are read and its answers written, and neither
/// the processor nor the disk waits for the other. A caller who is alone waits for nobody.
struct GroupPace {
    /// How many callers were around when the last group ended: those answered and those waiting.
    private var callers = 1
    private var commitNanoseconds: UInt64 = 0
    private var opened: UInt64 = 0
    private var closed: UInt64 = 0
    private let longestNanoseconds: UInt64

    /// Makes a pace at which no group stays open for longer than that.
    init(longestMilliseconds: Int) {
        longestNanoseconds = UInt64(longestMilliseconds) * 1_000_000
    }

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
    /// - Returns: An instant; `nil` when the group is full or has been open for long enough.
    func deadline(holding writes: Int, at now: DispatchTime = .now()) -> DispatchTime? {
        let latest = opened + longestNanoseconds
        let half = min(Limits.groupCommitWrites, (callers + 1) / 2)
        guard writes < half, now.uptimeNanoseconds < latest else { return nil }
        return DispatchTime(uptimeNanoseconds: min(latest, opened + commitNanoseconds))
    }
}
