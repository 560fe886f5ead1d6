import Kernel

/// The keys of a provider's webhooks, asked for when they are needed and kept for a while.
///
/// Whoever invents names must not have us call the provider for each of them: so many questions are
/// asked in a minute and no more. One that is asked answers everybody who waits for that name.
actor PlaidWebhookKeys {
    typealias Fetch =
        @Sendable (_ id: String, _ now: Timestamp) async throws(BankProviderError) -> WebhookKey

    private struct Known {
        let key: WebhookKey
        let fetchedAt: Timestamp
    }

    private let fetch: Fetch
    private var known: [String: Known] = [:]
    private var asked: Set<String> = []
    private var questions: [Timestamp] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Makes a cache that knows no keys yet.
    init(_ fetch: @escaping Fetch) {
        self.fetch = fetch
    }

    /// How many keys are remembered.
    var count: Int { known.count }

    /// The provider's key of that name, whether it still counts or not.
    ///
    /// - Throws: ``PlaidWebhookError`` `unknownKey`; `keysUnreachable` when it is not known and
    ///   cannot be asked for.
    func key(_ id: String, now: Timestamp) async throws(PlaidWebhookError) -> WebhookKey {
        while true {
            if let entry = known[id], isFresh(entry, at: now) { return entry.key }
            if asked.contains(id) {
                await withCheckedContinuation { waiting.append($0) }
                continue
            }
            guard mayAsk(at: now) else {
                // What was good an hour ago is better than nothing.
                guard let entry = known[id] else { throw .keysUnreachable }
                return entry.key
            }
            return try await ask(id, at: now)
        }
    }

    private func ask(
        _ id: String,
        at now: Timestamp
    ) async throws(PlaidWebhookError) -> WebhookKey {
        questions.append(now)
        asked.insert(id)
        defer { wake(id) }
        do throws(BankProviderError) {
            let key = try await fetch(id, now)
            guard key.id == id else { throw .unreadable }
            known.forgetOldest(of: Limits.webhookKeys) { $0.fetchedAt.milliseconds }
            known[id] = Known(key: key, fetchedAt: now)
            return key
        } catch {
            if let entry = known[id], error.isRetryable { return entry.key }
            throw error.isRetryable ? .keysUnreachable : .unknownKey
        }
    }

    private func wake(_ id: String) {
        asked.remove(id)
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }

    private func isFresh(_ entry: Known, at now: Timestamp) -> Bool {
        Self.distance(now, entry.fetchedAt) < Limits.webhookKeyMilliseconds
    }

    private func mayAsk(at now: Timestamp) -> Bool {
        questions.removeAll {
            Self.distance(now, $0) >= Limits.webhookKeyWindowMilliseconds
        }
        return questions.count < Limits.webhookKeyQuestions
    }

    /// Calls do not come in the order of their instants, and clocks are set back.
    private static func distance(_ left: Timestamp, _ right: Timestamp) -> Int64 {
        abs(left.milliseconds - right.milliseconds)
    }
}
