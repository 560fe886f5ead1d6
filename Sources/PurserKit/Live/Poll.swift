/// Something that is asked for again and again, at an interval.
///
/// It asks at once, and then an interval after each answer; never twice at a time. After a failure
/// it waits twice as long, but no longer than ``LiveService/longestErrorPause`` nor shorter than
/// the interval, and as long as the server asks for; a success ends that. While the app is behind
/// (``LiveService/pause()``) nothing is asked for, and what is under way is given up.
///
/// It ends when its task is cancelled, when the session is over (the failure is told first) or
/// became another member's, and when the client is shut down.
public struct Poll<Value: Sendable>: AsyncSequence, Sendable {
    /// An answer, or why there was none.
    public typealias Element = Result<Value, any Error>
    /// It never ends with an error.
    public typealias Failure = Never

    let purser: Purser
    let interval: Duration
    let work: @Sendable (Purser) async throws -> Value

    /// Begins to ask.
    public func makeAsyncIterator() -> Iterator { Iterator(poll: self) }

    /// The answers, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let poll: Poll
        /// When to ask next; `nil` for at once.
        private var due: Duration?
        private var owner: String?
        private var isOver = false

        fileprivate init(poll: Poll) { self.poll = poll }

        /// The next answer, when it is time.
        public mutating func next() async -> Element? { await next(isolation: nil) }

        /// The next answer, when it is time.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async -> Element? {
            guard !isOver else { return nil }
            do {
                guard let result = try await ask(isolation: actor) else {
                    isOver = true
                    return nil
                }
                settle(result)
                return result
            } catch {
                isOver = true
                return nil
            }
        }

        /// What is answered; `nil` when it is no more this member's to know.
        private mutating func ask(
            isolation actor: isolated (any Actor)?
        ) async throws -> Element? {
            let client = poll.purser.client
            while true {
                try await client.appLifecycle.untilActive()
                if let due, case let rest = due - client.time.uptime(), rest > .zero {
                    let waited: Void? = try await client.appLifecycle.whileActive {
                        try await client.time.pause(rest)
                    }
                    guard waited != nil else { continue }
                }
                let owner = try? await client.keeper.owner()
                guard self.owner == nil || self.owner == owner else { return nil }
                self.owner = owner
                let result = try await client.appLifecycle.whileActive { [poll] in
                    try await poll.result()
                }
                if let result { return result }
            }
        }

        private mutating func settle(_ result: Element) {
            var pause = poll.interval
            if case .failure(let error) = result {
                pause = LiveService.pause(after: error, every: pause)
                if (error as? PurserError)?.kind == .unauthorized { isOver = true }
            }
            due = poll.purser.client.time.uptime() + pause
        }
    }

    private func result() async throws -> Element {
        do {
            return .success(try await work(purser))
        } catch let error as CancellationError {
            throw error
        } catch {
            return .failure(error)
        }
    }
}
