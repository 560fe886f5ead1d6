import Observation

/// What a member does with a model, one thing at a time.
///
/// The idempotency key of an action is kept until the server has answered it for good: who taps
/// again after the network failed repeats the same action, and it is done once.
@MainActor
@Observable
final class ModelAction {
    /// Whether it is under way.
    private(set) var isRunning = false
    /// Why the last one failed; `nil` when it did not.
    private(set) var error: PurserError?

    @ObservationIgnored private let purser: Purser
    @ObservationIgnored private var keys: [String: String] = [:]
    /// What was meant last, by what it is about.
    @ObservationIgnored private var intents: [String: String] = [:]
    @ObservationIgnored private var number = 0

    init(_ purser: Purser) {
        self.purser = purser
    }

    /// Does something, unless something else is under way.
    ///
    /// - Parameters:
    ///   - intent: What is meant, word for word: the same words are the same action.
    ///   - subject: What is set by it, when a later intent takes the place of a former one: to set
    ///     the former value again is an action of its own.
    ///   - work: What does it.
    /// - Returns: What comes of it; `nil` when it failed, was given up or not begun.
    func run<Value: Sendable>(
        _ intent: String,
        setting subject: String? = nil,
        _ work: @escaping @Sendable (Purser) async throws -> Value
    ) async -> Value? {
        guard !isRunning else { return nil }
        number += 1
        let action = number
        if let subject {
            if let former = intents.updateValue(intent, forKey: subject), former != intent {
                keys[former] = nil
            }
        }
        let key = keys[intent] ?? purser.client.time.newName()
        keys[intent] = key
        isRunning = true
        error = nil
        let result: Result<Value, any Error>
        do {
            let named = purser.with {
                $0.idempotencyKey = key
                // A model shows what came of it, and is asked again under the same key.
                $0.mayWait = false
            }
            result = .success(try await work(named))
        } catch {
            result = .failure(error)
        }
        guard action == number else { return nil }
        isRunning = false
        switch result {
        case .success(let value):
            keys[intent] = nil
            return value
        case .failure(let thrown):
            error = PurserError(thrown: thrown)
            // What is refused for good is another action when it is tried again.
            if let error, error.isFinal { keys[intent] = nil }
            return nil
        }
    }

    /// Forgets everything, and what is still under way.
    func reset() {
        number += 1
        keys = [:]
        intents = [:]
        isRunning = false
        error = nil
    }

    /// Forgets why the last one failed, once the member has read it.
    func dismissError() { error = nil }
}
