import Contract
import Kernel

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
/// thing already, and waits for its answer there as long as ``CallOptions/deadline`` says. After a
/// start of the app ``OfflineQueue/start()`` sends what is left.
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
        try options.check()
        let key = options.idempotencyKey ?? time.newName()
        let call = try PreparedCall(endpoint, input, idempotencyKey: key)
        let reader = AnswerReader(endpoint)
        guard options.mayWait, !(store is NoStore) else {
            try await ask(call, options, owner: nil, reader)
            return .done(reader.answer)
        }
        // The same key in the queue, so that it is not done twice.
        let waiting = try await write(call, options, reader) { firstSentAt in
            try OfflineQueue.queued(endpoint, input, key: key, firstSentAt: firstSentAt, time)
        }
        return waiting.map(Written.waiting) ?? .done(reader.answer)
    }

    /// Makes a write now and reads its answer, or keeps what it is `later`.
    ///
    /// - Returns: The name under which it waits; `nil` when it is done.
    /// - Throws: ``PurserError``; `CancellationError`.
    private func write(
        _ call: PreparedCall,
        _ options: CallOptions,
        _ reader: any AnswerReading,
        later: (_ firstSentAt: Timestamp?) throws -> QueuedCall
    ) async throws -> WaitingCall.ID? {
        // Before the member is looked up: whoever signs out in between takes the call with him.
        let generation = store.generation
        let owner = try await keeper.member()
        if await hasWaitingCall(about: OfflineQueue.entity(call.path), of: owner) {
            let queued = try later(nil)
            let limit = options.deadline ?? configuration.callDeadline
            let settlement = try await queue.outcome(of: queued.id, self, within: limit) {
                try await keep(queued, of: owner, asOf: generation)
            }
            if try await read(settlement, reader) { return nil }
            await queue.start(self)
            return queued.id
        }
        let startedAt = time.now()
        do {
            try await ask(call, options, owner: owner, reader)
            return nil
        } catch let error as PurserError where error.letsWait {
            let queued = try later(error.changedNothing ? nil : startedAt)
            try await keep(queued, of: owner, asOf: generation)
            await queue.start(self)
            return queued.id
        }
    }

    /// Reads what became of a call that went behind others, if it is done.
    ///
    /// - Throws: ``PurserError``, also what the server refuses: who asked is told now, and nobody
    ///   needs to find it later.
    private func read(_ settlement: Settlement?, _ reader: any AnswerReading) async throws -> Bool {
        guard let settlement else { return false }
        let call = settlement.call
        switch settlement.outcome {
        case .done(let body):
            try reader.read(TransportResponse(status: call.call.status, body: body))
            return true
        case .dead(_, let error?, _):
            _ = try? await OfflineQueue(client: self, options: CallOptions()).discard(call.id)
            throw error
        case .dead, .unsent:
            return false
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
}

extension PurserError {
    /// Whether a write that ended so is kept for later.
    fileprivate var letsWait: Bool { isTemporary && kind != .network(.tooLarge) }
}
