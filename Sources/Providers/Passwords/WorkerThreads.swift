import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A few threads of its own for work that would block the threads all tasks share.
///
/// Those whose work waits take turns, so that one who has much of it keeps nobody else from theirs.
/// A thread is started when there is work and room, and ends when nothing waits any more: starting
/// one costs microseconds, the work milliseconds. These threads let all others go first. So none of
/// them resumes a caller: Swift's pool may start a thread from the one that does, the new thread
/// would inherit the priority, and serve requests with it. One thread more resumes them all.
final class WorkerThreads: Sendable {
    /// How busy the threads are.
    struct Load: Hashable {
        /// Pieces of work being done.
        var running = 0
        /// Pieces of work waiting for a thread.
        var waiting = 0
        /// Places in the queue that are held by who only has to wait.
        var resting = 0
        /// The most that were ever done at once.
        var mostRunning = 0
    }

    private typealias Answer = @Sendable () -> Void

    private struct Job {
        let clientKey: String
        /// Whether its client keeps its place when its turn has come.
        let keepsPlace: Bool
        let ticket: UInt64
        let perform: @Sendable () -> Answer
        let refuse: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: FairQueue<Job>
        var load = Load()
        var answers: [Answer] = []
        var completionThread = CompletionThread.absent
        var nextTicket: UInt64 = 0
        var isShutDown = false
    }

    /// What the thread does that resumes callers.
    private enum CompletionThread {
        case absent
        case sleeping
        case busy
    }

    private enum Verdict {
        case start(needsMessenger: Bool)
        case wait
        case waitInstead(of: Job)
        case refuse(any Error)
    }

    private let threads: Int
    private let state: Mutex<State>
    private let bell = DispatchSemaphore(value: 0)

    /// Sets the bounds.
    ///
    /// - Parameters:
    ///   - threads: The most pieces of work done at once, one or more.
    ///   - queue: The most pieces of work that wait.
    ///   - share: The most of them that are of one client.
    init(threads: Int, queue: Int, share: Int) {
        precondition(threads > 0 && queue >= 0, "there is a thread to work")
        self.threads = threads
        state = Mutex(State(waiting: FairQueue(capacity: queue, share: share)))
    }

    /// How busy the threads are now.
    var load: Load {
        state.withLock { state in
            var load = state.load
            load.waiting = state.waiting.count
            load.resting = state.waiting.keptCount
            return load
        }
    }

    /// Does a piece of work on one of the threads, when its client's turn has come.
    ///
    /// Cancelling the caller takes the work out of the queue; work already begun is finished.
    ///
    /// - Throws: ``PasswordHasherError`` `queueFull` or `shutDown`, `CancellationError`, or what
    ///   the work throws.
    func run<Result: Sendable>(
        for clientKey: String,
        keepingPlace keepsPlace: Bool = false,
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
                        clientKey: clientKey,
                        keepsPlace: keepsPlace,
                        ticket: ticket,
                        perform: {
                            let result = Swift.Result(catching: work)
                            return { continuation.resume(with: result) }
                        },
                        refuse: { continuation.resume(throwing: $0) }
                    )
                )
            }
        } onCancel: {
            leave(ticket)
        }
    }

    /// Waits for the client's turn, and then for so long, as if there were work to do.
    ///
    /// No thread is held meanwhile, but a place in the queue.
    ///
    /// - Throws: As ``run(for:_:)``.
    func rest(for clientKey: String, _ duration: Duration) async throws {
        try await run(for: clientKey, keepingPlace: true) {}
        defer { state.withLock { $0.waiting.release(of: clientKey) } }
        try await Task.sleep(for: duration)
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
            if job.keepsPlace, !state.waiting.mayKeep(of: job.clientKey) {
                return .refuse(PasswordHasherError.queueFull)
            }
            if state.load.running < threads {
                if job.keepsPlace { state.waiting.keep(of: job.clientKey) }
                state.load.running += 1
                state.load.mostRunning = max(state.load.mostRunning, state.load.running)
                defer { if state.completionThread == .absent { state.completionThread = .busy } }
                return .start(needsMessenger: state.completionThread == .absent)
            }
            switch state.waiting.append(job, of: job.clientKey) {
            case .waits: return .wait
            case .waitsInstead(let other): return .waitInstead(of: other)
            case .full: return .refuse(PasswordHasherError.queueFull)
            }
        }
        switch verdict {
        case .start(let needsMessenger):
            if needsMessenger { startCompletionThread() }
            startWorker(with: job)
        case .wait: break
        case .waitInstead(let other): other.refuse(PasswordHasherError.queueFull)
        case .refuse(let error): job.refuse(error)
        }
    }

    private func startWorker(with first: Job) {
        Thread.detachNewThread { [self] in
            Self.yieldToOthers()
            var job: Job? = first
            while let current = job { job = next(after: current.perform()) }
        }
    }

    private func startCompletionThread() {
        Thread.detachNewThread { [self] in
            Thread.current.name = "answers"
            while let answers = nextAnswers() {
                for answer in answers { answer() }
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

    /// Leaves an answer to the messenger and takes the work whose turn it is.
    private func next(after answer: @escaping Answer) -> Job? {
        let (job, wakes) = state.withLock { state in
            state.answers.append(answer)
            let wakes = state.completionThread == .sleeping
            if wakes { state.completionThread = .busy }
            let job = state.waiting.popFirst()
            if let job, job.keepsPlace { state.waiting.keep(of: job.clientKey) }
            if job == nil { state.load.running -= 1 }
            return (job, wakes)
        }
        if wakes { bell.signal() }
        return job
    }

    /// The answers that are ready; sleeps while there are none.
    ///
    /// - Returns: `nil` when nobody works any more.
    private func nextAnswers() -> [Answer]? {
        while true {
            let answers = state.withLock { state -> [Answer]? in
                guard state.answers.isEmpty else {
                    defer { state.answers.removeAll() }
                    return state.answers
                }
                state.completionThread = state.load.running > 0 ? .sleeping : .absent
                return state.completionThread == .absent ? nil : []
            }
            guard let answers, answers.isEmpty else { return answers }
            bell.wait()
        }
    }

    private func leave(_ ticket: UInt64) {
        let job = state.withLock { state in
            state.waiting.remove { $0.ticket == ticket }
        }
        job?.refuse(CancellationError())
    }
}
