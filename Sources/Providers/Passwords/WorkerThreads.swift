import DequeModule
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A few threads of its own for work that would block the threads all tasks share.
///
/// A thread is started when there is work and room, and ends when nothing waits any more: starting
/// one costs microseconds, the work milliseconds.
final class WorkerThreads: Sendable {
    /// How busy the threads are.
    struct Load: Hashable {
        /// Pieces of work being done.
        var running = 0
        /// Pieces of work waiting for a thread.
        var waiting = 0
        /// The most that were ever done at once.
        var mostRunning = 0
    }

    private struct Job {
        let ticket: UInt64
        let perform: @Sendable () -> Void
        let refuse: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: Deque<Job> = []
        var load = Load()
        var nextTicket: UInt64 = 0
        var isShutDown = false
    }

    private enum Verdict {
        case start
        case wait
        case refuse(any Error)
    }

    private let threads: Int
    private let queue: Int
    private let state = Mutex(State())

    /// Sets the bounds.
    ///
    /// - Parameters:
    ///   - threads: The most pieces of work done at once, one or more.
    ///   - queue: The most pieces of work that wait.
    init(threads: Int, queue: Int) {
        precondition(threads > 0 && queue >= 0, "there is a thread to work")
        self.threads = threads
        self.queue = queue
    }

    /// How busy the threads are now.
    var load: Load {
        state.withLock { state in
            var load = state.load
            load.waiting = state.waiting.count
            return load
        }
    }

    /// Does a piece of work on one of the threads.
    ///
    /// Cancelling the caller takes the work out of the queue; work already begun is finished.
    ///
    /// - Throws: ``PasswordHasherError`` `queueFull` or `shutDown`, `CancellationError`, or what
    ///   the work throws.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                accept(
                    Job(
                        ticket: ticket,
                        perform: { continuation.resume(with: Swift.Result(catching: work)) },
                        refuse: { continuation.resume(throwing: $0) }
                    )
                )
            }
        } onCancel: {
            leave(ticket)
        }
    }

    /// Refuses new work from now on; what was accepted is finished, then the threads end.
    func shutdown() {
        state.withLock { $0.isShutDown = true }
    }

    private func accept(_ job: Job) {
        let verdict = state.withLock { state -> Verdict in
            // Asked under the lock: a cancellation after this finds the job in the queue.
            if Task.isCancelled { return .refuse(CancellationError()) }
            if state.isShutDown { return .refuse(PasswordHasherError.shutDown) }
            if state.load.running < threads {
                state.load.running += 1
                state.load.mostRunning = max(state.load.mostRunning, state.load.running)
                return .start
            }
            guard state.waiting.count < queue else {
                return .refuse(PasswordHasherError.queueFull)
            }
            state.waiting.append(job)
            return .wait
        }
        switch verdict {
        case .start: start(with: job)
        case .wait: break
        case .refuse(let error): job.refuse(error)
        }
    }

    private func start(with first: Job) {
        Thread.detachNewThread { [self] in
            Self.yieldToOthers()
            var job: Job? = first
            while let current = job {
                current.perform()
                job = next()
            }
        }
    }

    /// Names the thread for who looks at the process, and lets all others go first.
    private static func yieldToOthers() {
        Thread.current.name = "passwords"
        #if canImport(Glibc)
        // Linux gives each thread a priority of its own, in spite of the call's name.
        _ = setpriority(numericCast(PRIO_PROCESS.rawValue), 0, 19)
        #endif
    }

    private func next() -> Job? {
        state.withLock { state in
            guard let job = state.waiting.popFirst() else {
                state.load.running -= 1
                return nil
            }
            return job
        }
    }

    private func leave(_ ticket: UInt64) {
        let job = state.withLock { state in
            state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0) }
        }
        job?.refuse(CancellationError())
    }
}
