import DequeModule
import Foundation
import SQL
import Synchronization

/// The queue of calls, and the threads that take them from it, first come, first served.
///
/// A thread is started when a call finds all others busy, up to the number of connections. The one
/// that was busy last is woken first, so that a quiet program works on few, warm connections.
final class Pool: Sendable {
    private struct State {
        var waiting: Deque<any Job> = []
        var slow: Deque<any Job> = []
        var isSlowLaneTaken = false
        var threads: [DispatchSemaphore] = []
        var idle: Deque<DispatchSemaphore> = []
        var connected = 0
        var outage: Outage?
        var isShut = false
        var running = 0
        var closers: [CheckedContinuation<Void, Never>] = []

        mutating func takeCall() -> (any Job, Lane)? {
            if !isSlowLaneTaken, let job = slow.popFirst() {
                isSlowLaneTaken = true
                return (job, .slow)
            }
            return waiting.popFirst().map { ($0, .fast) }
        }
    }

    private let state = Mutex(State())
    private let gate = Gate()
    private let server: Server
    private let configuration: PostgresConfiguration

    init(_ server: Server, _ configuration: PostgresConfiguration) {
        self.server = server
        self.configuration = configuration
    }

    /// Puts a call in the queue, or refuses it.
    func submit(_ job: any Job) {
        switch state.withLock({ accept(job, &$0) }) {
        case .refused(let error): job.refuse(error)
        // Not inside the lock: the one that is woken would find it taken, and spin.
        case .wakes(let thread): thread.signal()
        case .starts(let thread, let number): start(thread, number)
        case .waits: break
        }
    }

    private enum Acceptance {
        case refused(DatabaseError)
        case wakes(DispatchSemaphore)
        case starts(DispatchSemaphore, number: Int)
        case waits
    }

    private func accept(_ job: any Job, _ state: inout State) -> Acceptance {
        guard !state.isShut else {
            return .refused(DatabaseError(.unavailable, "the database is closed"))
        }
        guard state.waiting.count + state.slow.count < configuration.waitingCalls else {
            return .refused(
                DatabaseError(.overloaded, "too many calls wait for a connection already")
            )
        }
        state.waiting.append(job)
        if let thread = state.idle.popLast() { return .wakes(thread) }
        guard state.threads.count < configuration.connections else { return .waits }
        let thread = DispatchSemaphore(value: 0)
        state.running += 1
        state.threads.append(thread)
        return .starts(thread, number: state.threads.count)
    }

    /// Takes no more calls; when those accepted are done and all connections closed, tells so.
    func shut(then continuation: CheckedContinuation<Void, Never>? = nil) {
        let isDone = state.withLock { state in
            state.isShut = true
            state.threads.forEach { $0.signal() }
            guard state.running > 0 else { return true }
            if let continuation { state.closers.append(continuation) }
            return false
        }
        if isDone { continuation?.resume() }
    }
}

// MARK: - The threads

extension Pool {
    private func start(_ wake: DispatchSemaphore, _ number: Int) {
        let thread = Thread { self.serve(wake) }
        thread.name = "postgres-\(number)"
        thread.start()
    }

    private func serve(_ wake: DispatchSemaphore) {
        let line = Line(server, gate, attempts: configuration.attempts, self)
        var isConnected = false
        while let (job, lane) = next(wake, isConnected) {
            var isUndecided = false
            do {
                _ = try line.connection()
                isConnected = true
                isUndecided = !job.run(on: line, lane)
            } catch {
                isConnected = false
                if let pause = requeue(job, error) { _ = wake.wait(timeout: .now() + pause) }
            }
            guard lane == .slow || isUndecided else { continue }
            state.withLock { state in
                if lane == .slow { state.isSlowLaneTaken = false }
                if isUndecided { state.slow.append(job) }
            }
        }
        line.close()
        end()
    }

    /// The next call; waits for one, and is `nil` when there will be none.
    ///
    /// One that has waited for too long is refused: nothing of it was done, and nobody waits for it
    /// any more.
    private func next(_ wake: DispatchSemaphore, _ isConnected: Bool) -> (any Job, Lane)? {
        while true {
            let (call, isOver) = state.withLock { state -> ((any Job, Lane)?, Bool) in
                if let call = state.takeCall() { return (call, false) }
                if state.isShut { return (nil, true) }
                if isConnected { state.idle.append(wake) } else { state.idle.prepend(wake) }
                return (nil, false)
            }
            if let call {
                // What is in the slow lane has had its turn before.
                if call.1 == .slow || isInTime(call.0) { return call }
                call.0.refuse(DatabaseError(.overloaded, "its turn did not come in time"))
                continue
            }
            if isOver { return nil }
            wake.wait()
        }
    }

    private func isInTime(_ job: any Job) -> Bool {
        let deadline = job.deadline(afterMilliseconds: configuration.waitMilliseconds)
        return deadline.map { .now() < $0 } ?? true
    }

    /// Gives a call back that cannot be run here: to another connection, or else to its caller.
    ///
    /// - Returns: How long to keep away from the queue, in seconds, where others serve it.
    private func requeue(_ job: any Job, _ error: DatabaseError) -> Double? {
        let (refused, pause) = state.withLock { state -> (Deque<any Job>, Double?) in
            state.waiting.prepend(job)
            guard state.connected > 0 else {
                defer { (state.waiting, state.slow) = ([], []) }
                return (state.waiting + state.slow, nil)
            }
            state.idle.popLast()?.signal()
            return ([], state.outage?.pauseSeconds)
        }
        refused.forEach { $0.refuse(error) }
        return pause
    }

    private func end() {
        let closers = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.running -= 1
            guard state.running == 0 else { return [] }
            defer { state.closers = [] }
            return state.closers
        }
        closers.forEach { $0.resume() }
    }
}

// MARK: - The server's health

extension Pool {
    /// Lets one thread at a time try a server that was not to be reached, and not too often.
    func mayConnect() throws(DatabaseError) {
        let refusal = state.withLock { state in state.outage?.refusal() }
        if let refusal { throw refusal }
    }

    /// Notes that a connection was opened.
    func didConnect() {
        state.withLock { state in
            state.outage = nil
            state.connected += 1
        }
    }

    /// Notes that a connection could not be opened.
    func didNotConnect(_ error: DatabaseError) {
        state.withLock { state in
            state.outage = Outage(error, after: state.outage)
        }
    }

    /// Notes that a connection was lost or closed.
    func didDisconnect() {
        state.withLock { $0.connected -= 1 }
    }
}
