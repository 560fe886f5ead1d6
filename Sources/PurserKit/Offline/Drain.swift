import Kernel
import Synchronization

/// One run through the queue of a member.
///
/// Calls about one thing form a lane. A lane is worked off in its order, by batches, and many lanes
/// side by side.
final class Drain: Sendable {
    /// What became of a batch of a lane.
    enum Progress: Sendable {
        /// There may be more.
        case more(QueueWorker.Lane)
        /// There was no more.
        case finished(about: String)
        /// Its first call cannot be done now, and the rest must wait for it.
        case stuck
    }

    private struct State {
        var report = DrainReport()
        var isStopping = false
        var leaseEnd = Timestamp(milliseconds: 0)
    }

    let client: Client
    let store: any DeviceStore
    let worker: QueueWorker
    let settlements: Settlements
    private let state = Mutex(State())

    static let lanesSideBySide = 16
    /// How long one call may take, so that it is over before the lease is.
    static let callDeadline = Duration.seconds(20)

    init(_ client: Client, _ worker: QueueWorker) {
        self.client = client
        store = client.store
        self.worker = worker
        settlements = Settlements(store, worker) { batch in
            for settlement in batch {
                client.queue.tell(settlement)
            }
            client.queue.noteChange()
        }
    }

    /// Whether no further call is to be sent.
    var isStopping: Bool { Task.isCancelled || state.withLock(\.isStopping) }

    /// Sends what there is.
    ///
    /// - Throws: ``PurserError`` `storage`; `CancellationError`.
    func run() async throws -> DrainReport {
        switch try await takeLease() {
        case .elsewhere(let end):
            var report = DrainReport()
            report.isElsewhere = true
            report.pause = .milliseconds(end.milliseconds - client.time.now().milliseconds)
            report.left = try await left()
            return report
        case .taken(let clockWentBack):
            do {
                try await moveToDeadLetters(clockWentBack: clockWentBack)
                try await drainLanes()
            } catch {
                try? await settlements.flush()
                throw error
            }
        }
        try await settlements.flush()
        let now = client.time.now()
        try await store.write { [worker] in try $0.endLease(worker, at: now) }
        try Task.checkCancellation()
        let left = try await left()
        return state.withLock { state in
            state.report.left = left
            return state.report
        }
    }

    /// Takes note of a call that was done or is not tried any more.
    func settle(_ call: QueuedCall, _ outcome: Settlement.Outcome) async throws {
        state.withLock { state in
            switch outcome {
            case .done: state.report.done += 1
            case .dead: state.report.dead += 1
            case .unsent: break
            }
        }
        try await settlements.add(Settlement(call: call, outcome: outcome))
    }

    /// Takes note of why a call must wait; it `stops` the run when every other would meet the same.
    func note(_ error: PurserError?, stops: Bool) {
        state.withLock { state in
            if stops { state.isStopping = true }
            guard let error else { return }
            if state.report.trouble == nil { state.report.trouble = error }
            let asked = Duration.seconds(error.retryAfterSeconds ?? 0)
            state.report.pause = max(state.report.pause, asked)
        }
    }

    /// Sees to it that the lease is good for as long as one call takes.
    ///
    /// - Returns: `false` when another client works by now.
    func holdLease() async throws -> Bool {
        let now = client.time.now()
        let end = state.withLock(\.leaseEnd)
        let isGood = now.adding(milliseconds: Self.callDeadline.wholeMilliseconds) <= end
        // An end further off than a lease is long is from before the clock was put back.
        if isGood, end <= now.adding(milliseconds: QueueWorker.leaseMilliseconds) { return true }
        let isHeld = try await store.write { [worker] in try $0.renewLease(worker, at: now) }
        if isHeld { noteLease(from: now) } else { note(nil, stops: true) }
        return isHeld
    }

    /// Takes note that the lease was renewed.
    func noteLease(from now: Timestamp) {
        let end = now.adding(milliseconds: QueueWorker.leaseMilliseconds)
        state.withLock { $0.leaseEnd = end }
    }

    private func takeLease() async throws -> QueueWorker.Lease {
        let now = client.time.now()
        let lease = try await store.write { [worker] in try $0.takeLease(worker, at: now) }
        if case .taken = lease { noteLease(from: now) }
        return lease
    }

    /// Buries the calls that must not be sent any more.
    private func moveToDeadLetters(clockWentBack: Bool) async throws {
        while true {
            let now = client.time.now()
            let unknown = now.adding(milliseconds: 1 - QueuedCall.knownMilliseconds)
            let sentBefore = clockWentBack ? Timestamp(milliseconds: .max) : unknown
            let calls = try await store.read { [worker] tables in
                try tables.doubtfulCalls(of: worker.owner, at: now, sentBefore: sentBefore)
            }
            guard !calls.isEmpty else { return }
            for call in calls {
                guard let reason = call.end(at: now, clockWentBack: clockWentBack) else { continue }
                try await settle(call, .dead(reason, nil, now))
            }
            try await settlements.flush()
        }
    }

    private func drainLanes() async throws {
        try await withThrowingTaskGroup(of: Progress.self) { group in
            var waiting: ArraySlice<QueueWorker.Lane> = []
            var known: Set<String> = []
            var place: Int64 = 0
            var running = 0
            while true {
                if waiting.isEmpty, running < Self.lanesSideBySide, !isStopping {
                    // While others run, only what was added since can be new.
                    let hasNewCalls = client.queue.takeNewCalls()
                    if hasNewCalls { place = 0 }
                    if hasNewCalls || running == 0 {
                        waiting = try await lanes(after: &place, known)[...]
                    }
                    known.formUnion(waiting.map(\.about))
                }
                while running < Self.lanesSideBySide, !isStopping, let lane = waiting.popFirst() {
                    group.addTask { try await self.batch(of: lane) }
                    running += 1
                }
                guard running > 0, let progress = try await group.next() else { return }
                running -= 1
                switch progress {
                case .more(let lane): waiting.append(lane)
                case .finished(let about): known.remove(about)
                case .stuck: break
                }
            }
        }
    }

    /// Lanes that are not known yet.
    private func lanes(
        after place: inout Int64,
        _ known: Set<String>
    ) async throws -> [QueueWorker.Lane] {
        while true {
            // Before it is looked up, so that a lane that was finished is not found once more.
            try await settlements.flush()
            let after = place
            let lanes = try await store.read { [worker] in
                try $0.lanes(of: worker.owner, after: after)
            }
            guard let last = lanes.last else { return [] }
            place = last.after + 1
            let new = lanes.filter { !known.contains($0.about) }
            if !new.isEmpty { return new }
        }
    }

    private func left() async throws -> Int {
        try await store.read { [worker] in try $0.countCalls(of: worker.owner).waiting }
    }
}

extension Settlement {
    /// What is told of it; `nil` when the call still waits.
    var result: QueueResult? {
        let outcome: QueueResult.Outcome
        switch self.outcome {
        case .done(let answer):
            outcome = .done(answer: answer)
        case .dead(let reason, let error, let now):
            let refusal = error.map { DeadLetter.Refusal($0) }
            outcome = .failed(
                DeadLetter(call: call.shown, reason: reason, endedAt: now, refusal: refusal)
            )
        case .unsent:
            return nil
        }
        return QueueResult(
            id: call.id,
            endpoint: call.call.name,
            about: call.about,
            outcome: outcome
        )
    }
}
