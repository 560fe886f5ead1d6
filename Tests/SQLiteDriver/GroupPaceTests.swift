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
        #expect(pace.deadline(holding: 1, at: .after(10)) == .after(10))
        pace.close(at: .after(20))
        pace.answered(1, waiting: 0, at: .after(900))
        pace.open(at: .after(1_000))
        #expect(pace.deadline(holding: 1, at: .after(1_010)) == .after(1_010))
    }

    @Test(
        "it waits until as many came as are around, but no longer than a commit takes",
        arguments: [
            // held, commit, when it waits until
            (held: 1, commit: 400, deadline: 10_400), (held: 63, commit: 400, deadline: 10_400),
            (held: 64, commit: 400, deadline: 10_010), (held: 90, commit: 400, deadline: 10_010),
            (held: 1, commit: 9_000, deadline: 15_000),
        ]
    )
    func returning(held: Int, commit: UInt64, deadline: UInt64) {
        var pace = GroupPace(longestMilliseconds: 5)
        pace.open(at: .after(0))
        pace.close(at: .after(100))
        pace.answered(40, waiting: 24, at: .after(100 + commit))
        pace.open(at: .after(10_000))
        #expect(pace.deadline(holding: held, at: .after(10_010)) == .after(deadline))
    }

    @Test("it ends when it is full, and when it has been open for long enough")
    func bounds() {
        var pace = GroupPace(longestMilliseconds: 5)
        pace.open(at: .after(0))
        let longest = UInt64(5_000)
        #expect(pace.deadline(holding: Limits.groupCommitWrites, at: .after(1)) == nil)
        #expect(pace.deadline(holding: 1, at: .after(longest - 1)) != nil)
        #expect(pace.deadline(holding: 1, at: .after(longest)) == nil)
    }
}

extension DispatchTime {
    /// An instant that many microseconds after one that does not matter.
    fileprivate static func after(_ microseconds: UInt64) -> DispatchTime {
        DispatchTime(uptimeNanoseconds: 1_000_000_000 + microseconds * 1_000)
    }
}
