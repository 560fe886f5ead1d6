import DequeModule
import Dispatch
import SQL
import Synchronization

/// Jobs that wait for a thread, first come, first served; bounded and closable.
final class JobQueue: Sendable {
    private struct State {
        var waiting: Deque<Job> = []
        var sleeping = 0
        var isClosed = false
    }

    private let most: Int
    private let patienceNanoseconds: UInt64
    private let state = Mutex(State())
    private let alarm = DispatchSemaphore(value: 0)

    /// Makes a queue in which so many jobs may wait, and so long.
    init(_ bounds: Bounds) {
        most = bounds.waitingJobs
        patienceNanoseconds = UInt64(bounds.waitMilliseconds) * 1_000_000
    }

    /// How many jobs wait.
    var count: Int { state.withLock { $0.waiting.count } }

    /// Whether a thread waits for the next job.
    var isAttended: Bool { state.withLock { $0.sleeping > 0 } }

    /// Runs work on one of the threads that take from this queue.
    ///
    /// `isAlone`: Whether no other work may share its transaction.
    /// Throws ``DatabaseError`` `overloaded` or `unavailable`, and what `work` throws.
    func perform<R: Sendable>(
        isAlone: Bool = false,
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        // SAFETY: each job is answered once, by its group or by the one refusal below.
        try await withUnsafeThrowingContinuation { caller in
            let job = Job(isAlone: isAlone, work, caller)
            if let refusal = add(job) { job.refuse(refusal) }
        }
    }

    /// Takes the next job, and sleeps until the deadline while there is none.
    ///
    /// A job that has waited for too long is refused instead: nothing of it was done, and nobody
    /// waits for it any more. One that runs alone is a migration, and has the time.
    ///
    /// `joins`: Whether the job joins others, which one that runs alone cannot.
    /// Returns `nil` when there is none: the deadline has passed, or the queue is closed.
    func next(joins: Bool = false, until deadline: DispatchTime = .distantFuture) -> Job? {
        var isLate = false
        while true {
            switch look(joins: joins, isLate: isLate) {
            case .job(let job):
                guard !job.isAlone, job.age > patienceNanoseconds else { return job }
                job.refuse(DatabaseError(.overloaded, "its turn did not come in time"))
            case .nothing: return nil
            case .sleep: isLate = alarm.wait(timeout: deadline) == .timedOut && wakeUp()
            }
        }
    }

    /// Accepts nothing any more; what waits is still taken.
    func close() {
        let sleeping = state.withLock { state in
            state.isClosed = true
            defer { state.sleeping = 0 }
            return state.sleeping
        }
        for _ in 0..<sleeping { alarm.signal() }
    }

    /// Accepts nothing any more and refuses what waits.
    func close(refusing error: DatabaseError) {
        close()
        while case .job(let job) = look(joins: false, isLate: true) { job.refuse(error) }
    }

    private enum Look {
        case job(Job)
        case nothing
        case sleep
    }

    private func look(joins: Bool, isLate: Bool) -> Look {
        state.withLock { state in
            if let first = state.waiting.first {
                guard !(joins && first.isAlone) else { return .nothing }
                state.waiting.removeFirst()
                return .job(first)
            }
            guard !state.isClosed, !isLate else { return .nothing }
            state.sleeping += 1
            return .sleep
        }
    }

    /// Ends a sleep that no job ended.
    ///
    /// - Returns: `false` when a job came at the last moment; its signal is used up here.
    private func wakeUp() -> Bool {
        let isOver = state.withLock { state in
            guard state.sleeping > 0 else { return false }
            state.sleeping -= 1
            return true
        }
        if !isOver { alarm.wait() }
        return isOver
    }

    /// Puts a job at the end.
    ///
    /// - Returns: Why it was not accepted.
    private func add(_ job: Job) -> DatabaseError? {
        var wakes = false
        let refusal: DatabaseError? = state.withLock { state in
            guard !state.isClosed else {
                return DatabaseError(.unavailable, "the database is closed")
            }
            guard state.waiting.count < most else {
                return DatabaseError(.overloaded, "\(most) jobs wait already")
            }
            state.waiting.append(job)
            wakes = state.sleeping > 0
            if wakes { state.sleeping -= 1 }
            return nil
        }
        if wakes { alarm.signal() }
        return refusal
    }
}
