import Kernel
import Synchronization
import Testbed
import Testing

@testable import Providers

@Suite("Notifications where no push service is configured")
struct LogSenderTests {
    private final class Notes: Sendable {
        let entries = Mutex<[LogSender.Entry]>([])
    }

    @Test("are noted by their kind and trace alone, and kept for a while")
    func noted() async {
        let notes = Notes()
        let sender = LogSender { entry in notes.entries.withLock { $0.append(entry) } }
        #expect(sender.needsDevice)
        for index in 1...150 {
            let delivery = await sender.send(
                PushFixture.message("event-\(index)"),
                to: PushFixture.device,
                now: TestClock.noon
            )
            #expect(delivery == .delivered)
        }
        let entries = notes.entries.withLock { $0 }
        #expect(entries.count == 150)
        #expect(Set(entries.map { "\($0.kind) \($0.trace ?? "")" }) == ["low_balance trace-1"])
        let kept = sender.messages
        #expect(kept.count == 100)
        #expect(kept.first == PushFixture.message("event-51"))
        #expect(kept.last == PushFixture.message("event-150"))
    }

    @Test("are refused as a push service would, and not noted then")
    func refused() async {
        let sender = LogSender { _ in Issue.record("it was noted") }
        let message = PushFixture.message()
        let nobody = await sender.send(message, to: nil, now: TestClock.noon)
        #expect(nobody == .refused(reason: "no device"))
        let late = TestClock.noon.adding(seconds: 7_200)
        let expired = await sender.send(message, to: PushFixture.device, now: late)
        #expect(expired == .refused(reason: "expired"))
        #expect(sender.messages == [])
    }
}
