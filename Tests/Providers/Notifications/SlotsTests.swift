import Programs
import Synchronization
import Testbed
import Testing

@testable import Providers

@Suite("Slots")
struct SlotsTests {
    @Test("let as many through at once as there are, in the order in which they came")
    func order() async throws {
        let slots = Slots(2, waitingMost: 10)
        #expect(await slots.take())
        #expect(await slots.take())
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 1...5 {
                group.addTask {
                    #expect(await slots.take())
                    order.indices.withLock { $0.append(index) }
                }
                try await until("it waits") { slots.waitingCount == index }
            }
            for count in 1...5 {
                #expect(order.indices.withLock(\.count) == count - 1)
                slots.giveBack()
                try await until("one came through") { order.indices.withLock(\.count) == count }
            }
            try await group.waitForAll()
        }
        #expect(order.indices.withLock { $0 } == [1, 2, 3, 4, 5])
    }

    private final class Order: Sendable {
        let indices = Mutex<[Int]>([])
    }

    @Test("refuse at once whom they have no room to wait for, and are whole again afterwards")
    func full() async throws {
        let slots = Slots(1, waitingMost: 1)
        #expect(await slots.take())
        async let waiting = slots.take()
        try await until("one waits") { slots.waitingCount == 1 }
        #expect(await !slots.take())
        slots.giveBack()
        #expect(await waiting)
        slots.giveBack()
        #expect(await slots.take())
        #expect(slots.waitingCount == 0)
    }
}
