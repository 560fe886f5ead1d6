import Synchronization

/// The one who works off the queue in this client: one run at a time, and runs by itself if wanted.
actor QueueRunner {
    /// Grows with every change of the queue.
    nonisolated let changes = Broadcast(0)
    /// Told what became of calls.
    nonisolated let results = Multicast<QueueResult>()
    /// Told what became of one call.
    private nonisolated let expected =
        Mutex<[WaitingCall.ID: AsyncStream<Settlement>.Continuation]>([:])
    private nonisolated let time: Timekeeper
    private nonisolated let revision = Atomic<Int>(0)
    private nonisolated let hasNewCalls = Atomic<Bool>(false)
    private nonisolated let alarms = Multicast<Void>()
    private var holder: String?
    private var running: (task: Task<DrainReport, any Error>, flight: SingleFlight<DrainReport>)?
    private var automatic: Task<Void, Never>?
    private var isEnded = false

    init(_ time: Timekeeper) {
        self.time = time
    }

    /// Takes note that calls were added or may be sent again.
    nonisolated func noteNewCalls() {
        hasNewCalls.store(true, ordering: .releasing)
        noteChange()
        alarms.tell(())
    }

    /// Takes note that the queue is another than before.
    nonisolated func noteChange() {
        changes.tell(revision.add(1, ordering: .relaxed).newValue)
    }

    /// Tells what became of a call, once it is on the disk.
    nonisolated func tell(_ settlement: Settlement) {
        guard let result = settlement.result else { return }
        results.tell(result)
        expected.withLock { $0[settlement.call.id] }?.yield(settlement)
    }

    /// Adds a call and works off the queue.
    ///
    /// - Returns: What became of the call; `nil` while it waits after this run or after `limit`, or
    ///   when another client has it.
    /// - Throws: What `add` throws.
    nonisolated func outcome(
        of id: WaitingCall.ID,
        _ client: Client,
        within limit: Duration,
        add: () async throws -> Void
    ) async throws -> Settlement? {
        let (outcomes, outcome) = AsyncStream.makeStream(of: Settlement.self)
        expected.withLock { $0[id] = outcome }
        defer { expected.withLock { _ = $0.removeValue(forKey: id) } }
        try await add()
        // Goes on for the others when this one is not waited for any more.
        Task {
            _ = try? await drain(client)
            outcome.finish()
        }
        let alarm = Task {
            try await time.alarm(limit)
            outcome.finish()
        }
        defer { alarm.cancel() }
        return await outcomes.first { _ in true }
    }

    /// Takes note that the server may be reached again.
    nonisolated func noteReachable() { alarms.tell(()) }

    /// Whether calls were added since this was asked last.
    nonisolated func takeNewCalls() -> Bool {
        hasNewCalls.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Joins the run that is under way, or begins one.
    func drain(_ client: Client) async throws -> DrainReport {
        guard !isEnded else { throw PurserError(.storage, "The client was shut down") }
        if let running {
            hasNewCalls.store(true, ordering: .releasing)
            return try await running.flight.value()
        }
        let task = Task { try await self.run(client) }
        let flight = SingleFlight { try await task.value }
        running = (task, flight)
        return try await flight.value()
    }

    /// Ends the run that is under way, and waits until it has.
    func halt() async {
        guard let running else { return }
        running.task.cancel()
        _ = await running.task.result
    }

    /// Begins nothing any more.
    func end() async {
        isEnded = true
        await stop()
        await halt()
        results.finish()
    }

    /// Begins to work by itself: when calls are added, when the server can be reached again, when a
    /// member signs in, and after a pause as long as something is left.
    func start(_ client: Client) {
        guard automatic == nil, !isEnded else { return }
        automatic = Task { await AutomaticDrain(client: client, alarms: alarms).run() }
    }

    /// Works by itself no more; a run that is under way goes on.
    func stop() async {
        guard let automatic else { return }
        self.automatic = nil
        automatic.cancel()
        await automatic.value
    }

    private func run(_ client: Client) async throws -> DrainReport {
        defer { running = nil }
        var report = DrainReport()
        repeat {
            _ = takeNewCalls()
            var next = try await pass(client)
            next.done += report.done
            next.dead += report.dead
            report = next
            // Between this look and the end of the run nothing else runs here.
        } while report.trouble == nil && !report.isElsewhere
            && hasNewCalls.load(ordering: .acquiring)
        return report
    }

    private func pass(_ client: Client) async throws -> DrainReport {
        try Task.checkCancellation()
        let owner = try await client.keeper.member()
        guard client.store.mayHoldSomething else { return DrainReport() }
        let holder = holder ?? time.newName()
        self.holder = holder
        return try await Drain(client, QueueWorker(owner: owner, holder: holder)).run()
    }
}
