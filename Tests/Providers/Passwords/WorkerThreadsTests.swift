import Dispatch
import Foundation
import Synchronization
import Testbed
import Testing

@testable import Providers

#if canImport(Glibc)
import Glibc
#endif

@Suite("The hasher's threads")
struct WorkerThreadsTests {
    @Test("block none of the threads all tasks share")
    func ownThreads() async throws {
        let count = ProcessInfo.processInfo.activeProcessorCount * 2
        let threads = WorkerThreads(threads: count, queue: 0, share: 0)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask { try await threads.run(for: "a") { gate.pass() } }
            }
            await threads.settle(running: count, waiting: 0)
            // More are blocked than there are shared threads; this task still gets here.
            gate.open()
            try await group.waitForAll()
        }
        #expect(threads.load.mostRunning == count)
    }

    @Test("pass on what the work throws")
    func throwing() async {
        let threads = WorkerThreads(threads: 1, queue: 1, share: 1)
        await #expect(throws: PasswordHasherError.outOfMemory) {
            try await threads.run(for: "a") { throw PasswordHasherError.outOfMemory }
        }
    }

    @Test("work on two pieces at once and never on more, however many there are")
    func bound() async throws {
        let threads = WorkerThreads(threads: 2, queue: 200, share: 200)
        let counter = Counter()
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await threads.run(for: "a") {
                        counter.enter()
                        gate.pass()
                        counter.leave()
                    }
                }
            }
            await threads.settle(running: 2, waiting: 198)
            await counter.settle(inside: 2)
            gate.open()
            try await group.waitForAll()
        }
        #expect(counter.most == 2)
        #expect(counter.total == 200)
        #expect(threads.load.mostRunning == 2)
        await threads.settle(running: 0, waiting: 0)
    }

    @Test("refuse what finds the queue full, and only that")
    func queueFull() async throws {
        let threads = WorkerThreads(threads: 2, queue: 3, share: 3)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<5 {
                group.addTask {
                    try await threads.run(for: "a") {
                        gate.pass()
                        return number
                    }
                }
            }
            await threads.settle(running: 2, waiting: 3)
            let refused = Counter()
            await #expect(throws: PasswordHasherError.queueFull) {
                try await threads.run(for: "a") { refused.enter() }
            }
            #expect(refused.total == 0)
            gate.open()
            let done = try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            #expect(done == [0, 1, 2, 3, 4])
        }
        #expect(try await threads.run(for: "a") { 7 } == 7, "there is room again")
    }

    @Test("drop a caller that gave up while waiting, and give its place away")
    func cancelledWhileWaiting() async throws {
        let threads = WorkerThreads(threads: 1, queue: 1, share: 1)
        let (gate, counter) = (Gate(), Counter())
        let first = Task { try await threads.run(for: "a") { gate.pass() } }
        await threads.settle(running: 1, waiting: 0)
        let second = Task { try await threads.run(for: "a") { counter.enter() } }
        await threads.settle(running: 1, waiting: 1)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(threads.load.waiting == 0)
        let third = Task { try await threads.run(for: "a") { counter.enter() } }
        await threads.settle(running: 1, waiting: 1)
        gate.open()
        try await first.value
        try await third.value
        #expect(counter.total == 1)
    }

    @Test("finish work whose caller gave up after it had begun")
    func cancelledWhileRunning() async throws {
        let threads = WorkerThreads(threads: 1, queue: 0, share: 0)
        let gate = Gate()
        let task = Task {
            try await threads.run(for: "a") {
                gate.pass()
                return 7
            }
        }
        await threads.settle(running: 1, waiting: 0)
        task.cancel()
        gate.open()
        #expect(try await task.value == 7)
    }

    @Test("do not begin for a caller that has given up already")
    func cancelledBefore() async {
        let threads = WorkerThreads(threads: 1, queue: 1, share: 1)
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                await #expect(throws: CancellationError.self) {
                    try await threads.run(for: "a") { counter.enter() }
                }
            }
        }
        #expect(counter.total == 0)
    }

    @Test("finish what was accepted before a shutdown, refuse the rest, and end")
    func shutdown() async throws {
        let threads = WorkerThreads(threads: 1, queue: 2, share: 2)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<3 {
                group.addTask {
                    try await threads.run(for: "a") {
                        gate.pass()
                        return number
                    }
                }
            }
            await threads.settle(running: 1, waiting: 2)
            threads.shutdown()
            await #expect(throws: PasswordHasherError.shutDown) {
                try await threads.run(for: "a") {}
            }
            gate.open()
            let done = try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            #expect(done == [0, 1, 2])
        }
        await threads.settle(running: 0, waiting: 0)
    }

    @Test("work for those who wait in turns, however much one of them has")
    func turns() async throws {
        let threads = WorkerThreads(threads: 1, queue: 8, share: 4)
        let gate = Gate()
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await threads.run(for: "a") { gate.pass() } }
            await threads.settle(running: 1, waiting: 0)
            for (number, clientKey) in ["a", "a", "a", "b", "c"].enumerated() {
                group.addTask {
                    try await threads.run(for: clientKey) { order.append(clientKey) }
                }
                await threads.settle(running: 1, waiting: number + 1)
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(order.names == ["a", "b", "c", "a", "a"])
    }

    @Test("give the last place of who has most to who has none, when all are taken")
    func displaced() async throws {
        let threads = WorkerThreads(threads: 1, queue: 3, share: 3)
        let gate = Gate()
        let first = Task { try await threads.run(for: "a") { gate.pass() } }
        await threads.settle(running: 1, waiting: 0)
        var waiting: [Task<Int, any Error>] = []
        for number in 0..<3 {
            waiting.append(Task { try await threads.run(for: "a") { number } })
            await threads.settle(running: 1, waiting: number + 1)
        }
        let other = Task { try await threads.run(for: "b") { 7 } }
        await #expect(throws: PasswordHasherError.queueFull) { try await waiting[2].value }
        #expect(threads.load.waiting == 3)
        gate.open()
        try await first.value
        #expect(try await waiting[0].value == 0)
        #expect(try await waiting[1].value == 1)
        #expect(try await other.value == 7)
    }

    @Test("are not held by who only has to wait, whose place in the queue is")
    func resting() async throws {
        let threads = WorkerThreads(threads: 1, queue: 2, share: 1)
        let rest = Task { try await threads.rest(for: "a", .seconds(600)) }
        await eventually("it rests") { threads.load.resting == 1 && threads.load.running == 0 }
        // Though a thread is free: nobody rests beyond the share.
        await #expect(throws: PasswordHasherError.queueFull) {
            try await threads.rest(for: "a", .zero)
        }
        #expect(threads.load.resting == 1)
        let gate = Gate()
        let busy = Task { try await threads.run(for: "b") { gate.pass() } }
        await threads.settle(running: 1, waiting: 0)
        await #expect(throws: PasswordHasherError.queueFull) { try await threads.run(for: "a") {} }
        let other = Task { try await threads.run(for: "c") {} }
        await threads.settle(running: 1, waiting: 1)
        let turn = Task { try await threads.rest(for: "d", .seconds(600)) }
        await threads.settle(running: 1, waiting: 2)
        #expect(threads.load.resting == 1, "who waits for a turn does not rest yet")
        rest.cancel()
        await #expect(throws: CancellationError.self) { try await rest.value }
        #expect(threads.load.resting == 0)
        gate.open()
        try await busy.value
        try await other.value
        await eventually("it has its turn") { threads.load.resting == 1 }
        turn.cancel()
        await #expect(throws: CancellationError.self) { try await turn.value }
        #expect(threads.load.resting == 0)
        #expect(try await threads.run(for: "a") { 7 } == 7)
    }

    #if canImport(Glibc)
    @Test("let all others go first, and resume nobody from there: Swift's pool would inherit it")
    func priorities() async throws {
        let threads = WorkerThreads(threads: 2, queue: 8, share: 8)
        let ordinary = getpriority(numericCast(PRIO_PROCESS.rawValue), numericCast(getpid()))
        let executor = WatchedExecutor()
        let gate = Gate()
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<8 {
                group.addTask(executorPreference: executor) {
                    try await threads.run(for: "a") {
                        gate.pass()
                        return Thread.niceValue
                    }
                }
            }
            await threads.settle(running: 2, waiting: 6)
            gate.open()
            for try await worked in group { #expect(worked == 19) }
        }
        await threads.settle(running: 0, waiting: 0)
        // Each task was handed over at its beginning, and once more where it was resumed after it
        // had gone to wait.
        #expect(executor.niceValues.count > 8)
        #expect(executor.niceValues.allSatisfy { $0 == ordinary })
    }
    #endif
}

/// Notes whose turn it was.
private final class Order: Sendable {
    private let noted = Mutex<[String]>([])

    var names: [String] { noted.withLock(\.self) }

    func append(_ name: String) { noted.withLock { $0.append(name) } }
}

#if canImport(Glibc)
extension Thread {
    /// The nice value of the calling thread; Linux keeps one for each.
    fileprivate static var niceValue: Int32 {
        getpriority(numericCast(PRIO_PROCESS.rawValue), 0)
    }
}

/// Runs tasks on the threads of Dispatch, and notes the priority of those who hand them over.
private final class WatchedExecutor: TaskExecutor {
    private let seen = Mutex<[Int32]>([])

    var niceValues: [Int32] { seen.withLock(\.self) }

    func enqueue(_ job: consuming ExecutorJob) {
        seen.withLock { $0.append(Thread.niceValue) }
        let job = UnownedJob(job)
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
#endif
