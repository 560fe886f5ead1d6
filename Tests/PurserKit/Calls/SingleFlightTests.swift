import Kernel
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@Suite("Work that several wait for")
struct SingleFlightTests {
    @Test("is done once, and all have its result")
    func once() async throws {
        let gate = Gate()
        let count = Mutex(0)
        let flight = SingleFlight {
            await gate.pass()
            return count.withLock { count in
                count += 1
                return count
            }
        }
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 { group.addTask { try await flight.value() } }
            await gate.open()
            for try await value in group { #expect(value == 1) }
        }
        #expect(try await flight.value(within: .zero, TestTimekeeper().keeper) == 1)
    }

    @Test("fails for all, and for those who come later")
    func failure() async throws {
        let flight = SingleFlight<Int> { throw NetworkFailure.offline }
        for _ in 0..<3 {
            await #expect(throws: NetworkFailure.offline) { try await flight.value() }
        }
    }

    @Test("goes on when one stops waiting, before or after it began to")
    func cancelled() async throws {
        let gate = Gate()
        let flight = SingleFlight {
            await gate.pass()
            return 7
        }
        let tasks = (0..<20).map { _ in Task { try await flight.value() } }
        for task in tasks.dropFirst() { task.cancel() }
        for task in tasks.dropFirst() {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        await gate.open()
        #expect(try await tasks[0].value == 7)
    }

    @Test("is waited for until the alarm rings, also when that is at once")
    func alarm() async throws {
        let gate = Gate()
        let flight = SingleFlight {
            await gate.pass()
            return 7
        }
        var time = TestTimekeeper().keeper
        time.alarm = { _ in }
        let keeper = time
        for _ in 0..<50 {
            await #expect(throws: PurserError(.timedOut)) {
                try await flight.value(within: .seconds(1), keeper)
            }
        }
        await #expect(throws: PurserError(.timedOut)) {
            try await flight.value(within: .zero, keeper)
        }
        await gate.open()
        #expect(try await flight.value() == 7)
        #expect(try await flight.value(within: .seconds(1), keeper) == 7)
    }
}

@Suite("A value that is followed")
struct BroadcastTests {
    @Test("is told as it is, then as it becomes, and not twice the same")
    func follow() async {
        let broadcast = Broadcast(1)
        var first = broadcast.values.makeAsyncIterator()
        #expect(await first.next() == 1)
        broadcast.tell(1)
        broadcast.tell(2)
        #expect(await first.next() == 2)
        var second = broadcast.values.makeAsyncIterator()
        #expect(await second.next() == 2)
        for value in 3...9 { broadcast.tell(value) }
        #expect(await first.next() == 9)
        #expect(await second.next() == 9)
    }

    @Test("ends with what tells it")
    func end() async {
        var broadcast: Broadcast<Int>? = Broadcast(1)
        var values = broadcast?.values.makeAsyncIterator()
        #expect(await values?.next() == 1)
        broadcast = nil
        #expect(await values?.next() == nil)
    }
}

@Suite("What runs in the background")
struct BackgroundTasksTests {
    @Test("is cancelled and waited for, and nothing begins after the end")
    func cancel() async {
        let tasks = BackgroundTasks()
        let ended = Mutex(0)
        let gate = Gate()
        for _ in 0..<10 {
            tasks.run {
                await gate.pass()
                try? await Task.sleep(for: .seconds(3_600))
                ended.withLock { $0 += 1 }
            }
        }
        await gate.arrived(10)
        await gate.open()
        await tasks.cancel()
        #expect(ended.withLock { $0 } == 10)
        tasks.run { ended.withLock { $0 += 1 } }
        await tasks.settled()
        #expect(ended.withLock { $0 } == 11)
        await tasks.close()
        tasks.run { ended.withLock { $0 += 1 } }
        await tasks.settled()
        #expect(ended.withLock { $0 } == 11)
    }
}
