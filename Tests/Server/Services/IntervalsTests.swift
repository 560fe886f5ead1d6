import Server
import Testing

@testable import ServerTestbed

@Suite("A server that nobody configures")
struct IntervalsTests {
    @Test("looks after things as often as the documentation says")
    func usual() {
        let intervals = Intervals()
        #expect(intervals.payouts == .seconds(900))
        #expect(intervals.policyChanges == .seconds(60))
        #expect(intervals.reconciliation == .seconds(30))
        #expect(intervals.housekeeping == .seconds(3_600))
        #expect(intervals.bankSyncs == .seconds(60))
        #expect(intervals.notifications == .seconds(30))
        #expect(intervals.imports == .seconds(30))
        #expect(intervals.heldFiles == .seconds(60))
        #expect(intervals.summaries == .seconds(900))
        #expect(intervals.keyFile == .seconds(10))
        #expect(intervals.eventPoll == .seconds(1))
        #expect(ServerSettings().intervals.payouts == intervals.payouts)
    }
}
