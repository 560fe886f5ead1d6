extension OfflineQueue {
    /// Sends what waits by itself from now on: when calls are added, when the server can be reached
    /// again, when a member signs in, and from time to time while something is left.
    ///
    /// The client stays until ``stop()`` or ``Purser/shutdown()``.
    public func start() async { await client.queue.start(client) }

    /// Sends nothing by itself any more; a run that is under way goes on.
    public func stop() async { await client.queue.stop() }

    /// Takes note that the server may be reached again, for apps that know better than the client.
    public func reachabilityChanged() { client.queue.noteReachable() }

    /// What becomes of calls from now on, whoever in this client sends them.
    ///
    /// Each is told after it is on the disk. Somebody who does not take them misses the oldest.
    public var results: AsyncStream<QueueResult> { client.queue.results.listen(keeping: 10_000) }

    /// How many calls there are, now and after every change.
    ///
    /// It ends when the calls cannot be counted any more, because the client was shut down.
    public var counts: AsyncStream<Counts> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for await _ in client.queue.changes.values { await tell(continuation) }
                    }
                    group.addTask {
                        for await _ in client.keeper.state.values { await tell(continuation) }
                    }
                    await group.next()
                    group.cancelAll()
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func tell(_ continuation: AsyncStream<Counts>.Continuation) async {
        guard let counts = try? await count else { return }
        continuation.yield(counts)
    }
}
