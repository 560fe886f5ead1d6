/// Works off the queue whenever it may go well.
struct AutomaticDrain: Sendable {
    let client: Client
    let alarms: Multicast<Void>

    private static let pauses = RetryPolicy(
        tries: .max,
        base: .seconds(2),
        cap: .seconds(300)
    )

    /// Works until it is cancelled.
    func run() async {
        let wakes = alarms.listen(keeping: 1)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await followSession() }
            group.addTask { await followReachability() }
            group.addTask { await work(wakes) }
        }
    }

    private func work(_ wakes: AsyncStream<Void>) async {
        var failures = 0
        var alarm: Task<Void, Never>?
        defer { alarm?.cancel() }
        alarms.tell(())
        for await _ in wakes {
            alarm?.cancel()
            alarm = nil
            // Without a member there is nothing to do before one signs in.
            guard !Task.isCancelled, let pause = await drain(&failures) else { continue }
            alarm = Task { [alarms, time = client.time] in
                guard (try? await time.pause(pause)) != nil else { return }
                alarms.tell(())
            }
        }
    }

    /// Works off what there is.
    ///
    /// - Returns: When to come back by itself; `nil` when something else will tell.
    private func drain(_ failures: inout Int) async -> Duration? {
        do {
            let report = try await client.queue.drain(client)
            guard report.left > 0 else {
                failures = 0
                return nil
            }
            failures = report.done > 0 ? 1 : failures + 1
            return max(report.pause, pause(after: failures))
        } catch let error as PurserError where error.kind != .unauthorized {
            failures += 1
            return pause(after: failures)
        } catch {
            return nil
        }
    }

    /// Doubles with the failures, half of it by chance.
    private func pause(after failures: Int) -> Duration {
        Self.pauses.pause(after: failures, share: 0.5 + 0.5 * client.time.chance())
    }

    private func followSession() async {
        for await state in client.keeper.state.values {
            guard case .signedIn = state else { continue }
            alarms.tell(())
        }
    }

    private func followReachability() async {
        for await status in client.reachability.updates {
            guard case .online = status else { continue }
            alarms.tell(())
        }
    }
}
