public import Contract
import Kernel

/// Writes that wait for the network: kept on the device until the server has answered them, and
/// done once.
///
/// The services' own writes are kept here by themselves where the network does not let them through
/// (``Written``). What is added here waits in any case until the queue is worked off.
///
/// ```swift
/// let id = try await purser.offline.add(
///     API.Guardian.createGeofence,
///     .init(name: "School", latitude: 40.7, longitude: -74, radiusM: 150)
/// )
/// try await purser.offline.drain()
/// ```
///
/// Where `Configuration.storage` is on the device, a call is on the disk before
/// ``add(_:_:about:expires:)`` returns, with a key by which the server knows it again. So it is
/// neither lost nor done twice when the app ends at any moment, when an answer gets lost, or when
/// two processes of the app send at once. In temporary storage it is gone
/// with the client; without storage nothing can be added.
///
/// Calls about one thing are done one after the other, in their order; those about different things
/// side by side. What the server refuses becomes a ``DeadLetter``, and the calls behind it go on:
/// they were made without knowing of it, the server judges each by its own rules, and a queue that
/// stands still until somebody looks at it would lose more than it protects. A change that names
/// the version it was made of is refused when there is a later one, and
/// ``DeadLetter/Refusal/current`` is what stands there then.
///
/// The queue is the signed-in member's. Nobody else's session ever sends its calls, and signing out
/// removes them.
public struct OfflineQueue: Sendable {
    let client: Client
    let options: CallOptions

    /// How many calls there are.
    public struct Counts: Sendable, Hashable {
        /// Calls that wait.
        public let waiting: Int
        /// Calls that are not tried any more.
        public let dead: Int

        /// Makes a count, as an app does for its own tests.
        public init(waiting: Int, dead: Int) {
            self.waiting = waiting
            self.dead = dead
        }
    }

    /// Keeps a call until it can be done.
    ///
    /// - Parameters:
    ///   - endpoint: What to call; one that may be repeated with a key, and takes no password.
    ///   - input: What it takes; what the server would refuse for its form is refused here.
    ///   - about: What the call is about. Where it is `nil`, calls whose paths begin alike, up to
    ///     the first place that is filled, are about the same.
    ///   - expires: How long the call is wanted; what its endpoint declares where it is `nil`:
    ///     mostly a week, for an override the five minutes that it would be good for.
    /// - Returns: The name of the call, once it is on the disk.
    /// - Throws: ``PurserError`` `invalid`, `unauthorized` when nobody is signed in, or `storage`;
    ///   `CancellationError`.
    @discardableResult
    public func add<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        about: String? = nil,
        expires: Duration? = nil
    ) async throws -> WaitingCall.ID {
        try options.check()
        // Before the member is looked up: whoever signs out in between takes the call with him.
        let generation = client.store.generation
        let call = try Self.queued(
            endpoint,
            input,
            key: options.idempotencyKey ?? client.time.newName(),
            about: about,
            expires: expires,
            client.time
        )
        try await client.keep(call, of: try await client.keeper.member(), asOf: generation)
        return call.id
    }

    /// Sends what waits, as far as the network lets it.
    ///
    /// What cannot be done now stays. Several who ask at once share one run; one that goes on in
    /// another process is left alone.
    ///
    /// - Returns: What was done, and what is left.
    /// - Throws: ``PurserError`` `unauthorized` when nobody is signed in, or `storage`;
    ///   `CancellationError`, and the run goes on.
    @discardableResult
    public func drain() async throws -> DrainReport { try await client.queue.drain(client) }

    /// The calls that wait, in their order.
    ///
    /// - Throws: ``PurserError`` `storage`; `CancellationError`.
    public var waiting: [WaitingCall] {
        get async throws { try await read([]) { try $0.waitingCalls(of: $1) } }
    }

    /// The calls that are not tried any more, the newest first.
    ///
    /// - Throws: ``PurserError`` `storage`; `CancellationError`.
    public var deadLetters: [DeadLetter] {
        get async throws { try await read([]) { try $0.deadLetters(of: $1) } }
    }

    /// How many calls there are now.
    ///
    /// - Throws: ``PurserError`` `storage`; `CancellationError`.
    public var count: Counts {
        get async throws {
            try await read(Counts(waiting: 0, dead: 0)) { try $0.countCalls(of: $1) }
        }
    }

    /// Makes a dead letter a waiting call again, under a new key; it goes before those that wait.
    ///
    /// One whose outcome is not known may have been done: then it is done once more.
    ///
    /// - Throws: ``PurserError`` `notFound` when there is no such dead letter, or `storage`;
    ///   `CancellationError`.
    public func retry(_ id: WaitingCall.ID) async throws {
        let now = client.time.now()
        let key = client.time.newName()
        let isThere = try await change { try $0.retry(id, key: key, at: now, of: $1) } ?? false
        guard isThere else { throw PurserError(.notFound, "There is no such dead letter") }
        client.queue.noteNewCalls()
    }

    /// Removes a call, whether it waits or is not tried any more.
    ///
    /// One that is under way just now may be done nevertheless.
    ///
    /// - Returns: Whether it was there.
    /// - Throws: ``PurserError`` `storage`; `CancellationError`.
    @discardableResult
    public func discard(_ id: WaitingCall.ID) async throws -> Bool {
        let isThere = try await change { try $0.discard(id, of: $1) } ?? false
        client.queue.noteChange()
        return isThere
    }

    /// Removes every call of the member.
    ///
    /// - Throws: ``PurserError`` `storage`; `CancellationError`.
    public func discardAll() async throws {
        _ = try await change { try $0.discardCalls(of: $1) }
        client.queue.noteChange()
    }

    /// Reads what there is of the member; `none` when nobody is signed in or nothing was ever kept.
    private func read<R: Sendable>(
        _ none: R,
        _ work: @escaping @Sendable (any DeviceTables, String) throws -> R
    ) async throws -> R {
        guard let owner = try await client.keeper.owner(), client.store.mayHoldSomething else {
            return none
        }
        return try await client.store.read { try work($0, owner) }
    }

    /// Changes what there is of the member; `nil` when nobody is signed in or nothing is kept.
    private func change<R: Sendable>(
        _ work: @escaping @Sendable (any DeviceTables, String) throws -> R
    ) async throws -> R? {
        guard let owner = try await client.keeper.owner(), client.store.mayHoldSomething else {
            return nil
        }
        return try await client.store.write { try work($0, owner) }
    }

    /// A call for the queue, if it may wait.
    ///
    /// - Throws: ``PurserError`` `invalid`.
    static func queued<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        key: String,
        about: String? = nil,
        expires: Duration? = nil,
        firstSentAt: Timestamp? = nil,
        _ time: Timekeeper
    ) throws -> QueuedCall {
        let prepared = try checked(endpoint, input, key)
        let expires = expires ?? endpoint.waits
        guard expires > .zero else {
            throw PurserError(.invalid, "\(endpoint.name) must be worth sending for more than 0 s")
        }
        let now = time.now()
        return QueuedCall(
            id: WaitingCall.ID(rawValue: time.newName()),
            about: about ?? entity(prepared.path),
            call: prepared,
            addedAt: now,
            expiresAt: now.adding(milliseconds: expires.wholeMilliseconds),
            firstSentAt: firstSentAt
        )
    }

    /// The call, if it may wait.
    private static func checked<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        _ key: String
    ) throws -> PreparedCall {
        guard endpoint.repeats == .withKey, endpoint.access != .anyone else {
            throw PurserError(.invalid, "\(endpoint.name) cannot wait: no key makes it harmless")
        }
        guard endpoint.waits > .zero else {
            throw PurserError(.invalid, "\(endpoint.name) cannot wait: it is for the moment alone")
        }
        guard !endpoint.inputSchema.properties.contains(where: \.schema.isSecret) else {
            throw PurserError(.invalid, "\(endpoint.name) cannot wait: it carries a password")
        }
        guard endpoint.headers.allSatisfy({ !$0.isSent || $0.name == PreparedCall.ifMatch }) else {
            throw PurserError(.invalid, "\(endpoint.name) cannot wait: it carries a header")
        }
        _ = try endpoint.accepted(input)
        let call = try PreparedCall(endpoint, input, idempotencyKey: key)
        guard call.wire.body?.count ?? 0 <= Limits.bodyBytes else {
            throw PurserError(.invalid, "The input is longer than the server takes")
        }
        return call
    }

    /// What calls of a path are about: its beginning, up to the first place.
    static func entity(_ path: String) -> String {
        String(path[..<(path.firstRange(of: "/{")?.lowerBound ?? path.endIndex)])
    }
}

extension Schema {
    fileprivate var isSecret: Bool { format == "password" }
}

extension Duration {
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (milliseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
        // Far enough to be for ever, and near enough to add to.
        let longest: Int64 = 1 << 60
        guard !isTooLong, abs(milliseconds) < longest else {
            return seconds < 0 ? -longest : longest
        }
        return milliseconds + attoseconds / 1_000_000_000_000_000
    }
}
