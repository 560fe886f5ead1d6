import Synchronization
import Testing

@testable import PurserKit

@Suite("Reachability")
struct ReachabilityTests {
    /// Networks as a test has them.
    final class TestPaths: PathSource {
        private let told = Mutex<(@Sendable (Reachability.Status) -> Void)?>(nil)
        private let stops = Atomic<Int>(0)

        var isStopped: Bool { stops.load(ordering: .relaxed) > 0 }

        func start(_ tell: @escaping @Sendable (Reachability.Status) -> Void) {
            told.withLock { $0 = tell }
        }

        func stop() { stops.add(1, ordering: .relaxed) }

        func tell(_ status: Reachability.Status) { told.withLock { $0 }?(status) }
    }

    @Test("goes by calls where nothing else tells")
    func calls() {
        let reachability = Reachability(paths: nil)
        #expect(reachability.status == .unknown)
        #expect(reachability.isConnected)
        reachability.note(false)
        #expect(reachability.status == .offline)
        #expect(!reachability.isConnected)
        reachability.note(true)
        #expect(reachability.status == .online(.unknown))
    }

    @Test("goes by the system where it tells, but believes a call that was answered")
    func paths() {
        let paths = TestPaths()
        let reachability = Reachability(paths: paths)
        paths.tell(.online(.wifi))
        reachability.note(false)
        #expect(reachability.status == .online(.wifi))
        reachability.note(true)
        #expect(reachability.status == .online(.wifi))
        paths.tell(.offline)
        reachability.note(false)
        #expect(reachability.status == .offline)
        reachability.note(true)
        #expect(reachability.status == .online(.unknown))
        paths.tell(.online(.cellular))
        #expect(reachability.status == .online(.cellular))
    }

    @Test("stops the system's telling when nobody holds it")
    func ending() {
        let paths = TestPaths()
        var reachability: Reachability? = Reachability(paths: paths)
        #expect(reachability != nil && !paths.isStopped)
        reachability = nil
        #expect(paths.isStopped)
    }

    @Test("is followed: what is known now, then each change, and no repeats")
    func following() async {
        let reachability = Reachability(paths: nil)
        var updates = reachability.updates.makeAsyncIterator()
        #expect(await updates.next() == .unknown)
        reachability.note(true)
        #expect(await updates.next() == .online(.unknown))
        reachability.note(true)
        reachability.note(false)
        #expect(await updates.next() == .offline)
    }

    @Test("names its kinds as people do")
    func names() {
        #expect(
            Reachability.Kind.allCases.map(\.displayName)
                == ["Wi-Fi", "Cellular", "Ethernet", "Unknown"]
        )
    }
}
