import Contract

/// What became of a write of a service.
///
/// ```swift
/// switch try await purser.guardian.setRule(category: "fun", monthlyLimitCents: 20_000) {
/// case .done: show("Saved")
/// case .waiting: show("Will be sent when you are online")
/// }
/// ```
///
/// A write waits when the server cannot be reached, or does not answer, and its endpoint declares
/// that it is worth sending later (`waits`): it is in ``OfflineQueue`` then, on the disk, and is
/// sent by itself for as long as the client is there. It goes behind what waits about the same
/// thing already. After a start of the app ``OfflineQueue/start()`` sends what is left.
///
/// What the server refuses is thrown, and does not wait. Without storage, and with
/// ``CallOptions/mayWait`` off, a write fails as every other call does.
public enum Written<Answer: Sendable>: Sendable {
    /// The server has done it, with this answer.
    case done(Answer)
    /// It waits under this name.
    case waiting(WaitingCall.ID)

    /// The answer; `nil` while the write waits.
    public var answer: Answer? {
        guard case .done(let answer) = self else { return nil }
        return answer
    }

    /// The answer, for who cannot go on without it.
    ///
    /// - Throws: ``PurserError``, `network`, while the write waits.
    public func get() throws(PurserError) -> Answer {
        guard let answer else {
            throw PurserError(.network(.offline), "The write waits for the network")
        }
        return answer
    }
}

extension Written: Equatable where Answer: Equatable {}

extension Client {
    /// Makes a write now, or keeps it for later.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    func write<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        _ options: CallOptions
    ) async throws -> Written<Output> {
        guard options.mayWait, !(store is NoStore) else {
            return .done(try await call(endpoint, input, options))
        }
        try options.check()
        // Before the member is looked up: whoever signs out in between takes the call with him.
        let generation = store.generation
        let owner = try await keeper.member()
        let key = options.idempotencyKey ?? time.newName()
        if await hasWaitingCall(about: OfflineQueue.entity(endpoint.path), of: owner) {
            let call = try OfflineQueue.queued(endpoint, input, key: key, time)
            let outcome = try await queue.outcome(of: call.id, self) {
                try await keep(call, of: owner, asOf: generation)
            }
            return try await written(endpoint, call.id, outcome)
        }
        var named = options
        // The same in the queue, so that it is not done twice.
        named.idempotencyKey = key
        let startedAt = time.now()
        do {
            return .done(try await call(endpoint, input, named, owner: owner))
        } catch let error as PurserError where error.letsWait {
            let call = try OfflineQueue.queued(
                endpoint,
                input,
                key: key,
                firstSentAt: error.changedNothing ? nil : startedAt,
                time
            )
            try await keep(call, of: owner, asOf: generation)
            await queue.start(self)
            return .waiting(call.id)
        }
    }

    /// Writes a call into the queue, unless the member has signed out since.
    ///
    /// - Throws: ``PurserError`` `unauthorized`, `storage`.
    func keep(_ call: QueuedCall, of owner: String, asOf generation: Int) async throws {
        try await store.write { [store] tables in
            guard store.generation == generation else {
                throw PurserError(.unauthorized, "The member has signed out")
            }
            try tables.add(call, of: owner)
        }
        queue.noteNewCalls()
    }

    /// Whether a call about something waits; what a store that cannot be read holds is unknown.
    private func hasWaitingCall(about: String, of owner: String) async -> Bool {
        guard store.mayHoldSomething else { return false }
        return (try? await store.read { try $0.hasWaitingCall(about: about, of: owner) }) ?? false
    }

    /// What became of a call that went behind others.
    ///
    /// - Throws: ``PurserError``.
    private func written<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ id: WaitingCall.ID,
        _ settlement: Settlement?
    ) async throws -> Written<Output> {
        if case .dead(_, let error?, _) = settlement?.outcome {
            // Who asked is told now: nobody needs to find it later.
            _ = try? await OfflineQueue(client: self, options: CallOptions()).discard(id)
            throw error
        }
        if let answer = try settlement?.result?.answer(of: endpoint) { return .done(answer) }
        await queue.start(self)
        return .waiting(id)
    }
}

extension PurserError {
    /// Whether a write that ended so is kept for later.
    fileprivate var letsWait: Bool { isTemporary && kind != .network(.tooLarge) }
}
