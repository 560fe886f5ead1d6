import Contract
import Kernel
import Testbed
import Testing

@testable import Operations

@Suite("Failed sign-ins that are counted")
struct FailedSignInLimiterTests {
    private func call(_ address: String, _ milliseconds: Int64 = 0) -> Call {
        Call(
            caller: .anonymous(address: address),
            now: TestClock.noon.adding(milliseconds: milliseconds),
            ids: SequentialIDs(),
            trace: "test"
        )
    }

    private func isSpent(
        _ budget: FailedSignInLimiter,
        _ address: String,
        _ milliseconds: Int64
    ) -> Bool {
        do {
            try budget.check(call(address, milliseconds))
            return false
        } catch {
            return true
        }
    }

    @Test("are of a bounded number of addresses, of which the oldest is forgotten first")
    func capacity() {
        let budget = FailedSignInLimiter(1, capacity: 3)
        for (index, address) in ["oldest", "old", "new"].enumerated() {
            budget.count(call(address, Int64(index)))
        }
        // Who is known already needs no room.
        budget.count(call("new", 3))
        #expect(isSpent(budget, "oldest", 4))
        budget.count(call("newest", 5))
        #expect(!isSpent(budget, "oldest", 6))
        for address in ["old", "new", "newest"] { #expect(isSpent(budget, address, 6)) }
    }

    @Test("go before those that still count when they count no more")
    func lapsed() {
        let budget = FailedSignInLimiter(1, capacity: 3)
        for address in ["a", "b"] { budget.count(call(address)) }
        budget.count(call("c", 600_000))
        budget.count(call("d", 900_000))
        #expect(isSpent(budget, "c", 900_001))
        #expect(isSpent(budget, "d", 900_001))
    }
}
