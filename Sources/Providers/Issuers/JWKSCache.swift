import Kernel

/// The keys of one issuer, fetched when they are needed and kept for a while.
///
/// However many ask at once, one of them fetches and the others wait for it. Keys that were fetched
/// once stay in use for as long as no newer ones can be had.
actor JWKSCache {
    private let url: String
    private let algorithm: ExternalIssuer.Algorithm
    private let client: VendorClient
    private var known: KeySet?
    private var fetchedAt: Timestamp?
    private var askedAt: Timestamp?
    private var isAsking = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Makes a cache that knows no keys yet.
    init(url: String, algorithm: ExternalIssuer.Algorithm, client: VendorClient) {
        self.url = url
        self.algorithm = algorithm
        self.client = client
    }

    /// The issuer's key of that name.
    ///
    /// A name that is not known fetches the keys again, unless that was tried just before: whoever
    /// invents names must not have us call the issuer for each of them.
    ///
    /// - Throws: ``ExternalTokenError`` `unknownKey`; `keysUnreachable` when no keys are known.
    func key(_ id: String, now: Timestamp) async throws(ExternalTokenError) -> IssuerKey {
        while true {
            if let key = known?.keys[id], isAsking || isFresh(at: now) { return key }
            if isAsking {
                await withCheckedContinuation { waiting.append($0) }
            } else if mayAsk(at: now) {
                await ask(at: now)
                // Who went away has no answer, and the next one asks in its place.
                if Task.isCancelled { throw .keysUnreachable }
            } else if let key = known?.keys[id] {
                return key
            } else {
                throw known == nil ? .keysUnreachable : .unknownKey
            }
        }
    }

    private func ask(at now: Timestamp) async {
        isAsking = true
        let fetched = await fetch()
        isAsking = false
        if let fetched {
            known = fetched
            fetchedAt = now
        }
        if fetched != nil || !Task.isCancelled { askedAt = now }
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }

    /// The keys as they are now; `nil` when they cannot be had, whatever the reason.
    private nonisolated func fetch() async -> KeySet? {
        let request = VendorClient.Request(
            method: .get,
            url: url,
            headers: [("Accept", "application/json, application/jwk-set+json")],
            body: []
        )
        guard let answer = try? await client.send(request), answer.status == 200 else { return nil }
        return KeySet(answer.body, for: algorithm)
    }

    private func isFresh(at now: Timestamp) -> Bool {
        fetchedAt.map { Self.distance(now, $0) < Limits.keySetMilliseconds } ?? false
    }

    private func mayAsk(at now: Timestamp) -> Bool {
        askedAt.map { Self.distance(now, $0) >= Limits.keySetPauseMilliseconds } ?? true
    }

    /// Calls do not come in the order of their instants, and clocks are set back.
    private static func distance(_ left: Timestamp, _ right: Timestamp) -> Int64 {
        abs(left.milliseconds - right.milliseconds)
    }
}
