#if canImport(Glibc)
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import SQLiteDriver

@Suite("The thread that comes first")
struct PriorityTests {
    @Test("has a lower nice value where the system lets it, and those it starts do not")
    func alone() {
        Self.onThread {
            let before = Self.niceValue()
            let mayLead = Self.mayLead()
            Crew.comeFirst()
            #expect(Self.niceValue() == (before == 0 && mayLead ? -Crew.lead : before))
            #expect(Self.onThread { Self.niceValue() } == before)
        }
    }

    @Test("is the one that writes, and none that reads")
    func writer() async throws {
        try await withDesk { desk in
            let writing = try await desk.database.write { _ in Self.niceValue() }
            let reading = try await desk.database.read { _ in Self.niceValue() }
            // A pool thread that one with passwords has started opens a database behind the others.
            #expect(writing == (Self.mayLead() ? -Crew.lead : 0) || writing > 0)
            #expect(reading >= 0)
        }
    }

    /// Whether the system would let a thread of this process come first.
    private static func mayLead() -> Bool {
        onThread { setpriority(whose, 0, -Crew.lead) == 0 }
    }

    /// That of the calling thread; lower comes first.
    private static func niceValue() -> Int32 { getpriority(whose, 0) }

    /// What `work` returns on a thread of its own.
    @discardableResult
    private static func onThread<R: Sendable>(_ work: @escaping @Sendable () -> R) -> R {
        let end = DispatchSemaphore(value: 0)
        let result = Mutex<R?>(nil)
        Thread {
            let value = work()
            result.withLock { $0 = value }
            end.signal()
        }
        .start()
        end.wait()
        guard let value = result.withLock({ $0 }) else { preconditionFailure("it has ended") }
        return value
    }

    private static var whose: __priority_which_t { numericCast(PRIO_PROCESS.rawValue) }
}
#endif
