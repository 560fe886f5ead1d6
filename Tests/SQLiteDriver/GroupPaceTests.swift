import Dispatch
import Kernel
import Testing

@testable import SQLiteDriver

@Suite("How long a group of writes stays open")
struct GroupPaceTests {
    @Test("one caller alone waits for nobody")
    func alone() {
        var pace = GroupPace(longestMilliseconds: 5)
        pace.open(at: .after(0))
        #expect(pace.deadline(holding: 1, at: .after(10)) == nil)
        pace.close(at: .after(20))
        pace.answered(1, waiting: 0, at: .after(900))
        pace.open(at: .after(1_000))
        #expect(pace.deadline(holding: 1, at: .after(1_010)) == nil)
    }

    @Test(
        "it waits until half of those around have come, but no longer than a commit takes",
        arguments: [
            (held: 1, commit: 400, deadline: 10_400), (held: 31, commit: 400, deadline: 10_400),
            (held: 32, commit: 400, deadline: nil), (held: 64, commit: 400, deadline: nil),
            (held: 1, commit: 9_000, deadline: 15_000),
        ] as [(held: Int, commit: UInt64, deadline: UInt64?)]
    )
    func returning(held: Int, commit: UInt64, deadline: UInt64?) {
        var pace = GroupPace(longestMilliseconds: 5)
        pace.open(at: .after(0))
        pace.close(at: .after(100))
        pace.answered(40, waiting: 24, at: .after(100 + commit))
        pace.open(at: .after(10_000))
        let expected = deadline.map { DispatchTime.after($0) }
        #expect(pace.deadline(holding: held, at: .after(10_010)) == expected)
    }

    @Test("it ends when it is full, and when it has been open for long enough")
    func bounds() {
        var pace = GroupPace(longestMilliseconds: 5)
        pace.open(at: .after(0))
        pace.close(at: .after(100))
        pace.answered(Limits.groupCommitWrites, waiting: Limits.waitingWrites, at: .after(200))
        pace.open(at: .after(10_000))
        let now = DispatchTime.after(10_001)
        #expect(pace.deadline(holding: Limits.groupCommitWrites - 1, at: now) != nil)
        #expect(pace.deadline(holding: Limits.groupCommitWrites, at: now) == nil)
        #expect(pace.deadline(holding: 1, at: .after(14_999)) != nil)
        #expect(pace.deadline(holding: 1, at: .after(15_000)) == nil)
    }
}

extension DispatchTime {
    /// An instant that many microseconds after one that does not matter.
    fileprivate static func after(_ microseconds: UInt64) -> DispatchTime {
        DispatchTime(uptimeNanoseconds: 1_000_000_000 + microseconds * 1_000)
    }
}
