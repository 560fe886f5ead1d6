import Contract
import Synchronization

/// The way of every call: what is kept, the pace, the circuit, the token, the tries.
final class Client: Sendable {
    let configuration: Configuration
    let transport: any Transport
    let time: Timekeeper
    let keeper: SessionKeeper
    let store: any DeviceStore
    let cache: ResponseCache
    let reachability: Reachability
    let queue: QueueRunner
    let throttle: RequestThrottle
    let circuit: CircuitBreaker
    let background = BackgroundTasks()
    /// What ends sessions on the server, and is not given up when the next one ends.
    let signOutTasks = BackgroundTasks()
    let appLifecycle = AppLifecycle()

    private let calls = Atomic<UInt64>(0)

    init(
        _ configuration: Configuration,
        _ transport: (any Transport)?,
        _ tokens: (any TokenStore)?,
        _ time: Timekeeper
    ) throws {
        let baseURL = try configuration.checkedBaseURL()
        self.configuration = configuration
        self.time = time
        self.transport = try transport ?? StandardTransport.make(configuration, baseURL: baseURL)
        throttle = RequestThrottle(configuration.pace, time)
        circuit = CircuitBreaker(configuration.circuit, time)
        // A transport of the app's own is one for tests and previews.
        let ownTokens: any TokenStore =
            transport == nil ? StandardTokenStore.make(of: baseURL) : MemoryTokenStore()
        keeper = SessionKeeper(tokens ?? ownTokens, time)
        store = configuration.storage.open(AppFolder.name(of: baseURL), time)
        cache = ResponseCache(store, time)
        reachability = Reachability()
        queue = QueueRunner(time)
    }

    func call<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        file: [UInt8]? = nil,
        _ options: CallOptions
    ) async throws -> Output {
        try options.check()
        let needsKey = endpoint.repeats == .withKey
        let key = needsKey ? options.idempotencyKey ?? time.newName() : nil
        let call = try PreparedCall(endpoint, input, file: file, idempotencyKey: key)
        let reader = AnswerReader(endpoint)
        if call.mayBeKept, let lifetime = configuration.lifetimes[endpoint.name] ?? endpoint.keeps {
            try await takeKept(call, options, lifetime, reader)
        } else {
            try await ask(call, options, owner: nil, reader)
        }
        return reader.answer
    }

    /// Asks the server; what the call makes stale is kept no longer.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    func ask(
        _ call: PreparedCall,
        _ options: CallOptions,
        owner: String?,
        _ reader: any AnswerReading
    ) async throws {
        do {
            try await perform(call, options, owner: owner, read: reader.read)
            await cache.forget(after: call)
        } catch {
            // What was not refused for certain may have been done.
            if (error as? PurserError)?.changedNothing != true { await cache.forget(after: call) }
            throw error
        }
    }

    /// Opens a stream of what the server tells.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    func open(_ target: String, headers: Headers) async throws -> StreamedResponse {
        var request = TransportRequest(
            .get,
            target,
            headers: headers,
            timeout: configuration.requestTimeout
        )
        request.headers["Accept"] = "text/event-stream"
        return try await open(request)
    }

    /// Opens the file that an endpoint answers, or what it tells piece by piece.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    func open(
        _ call: PreparedCall,
        _ options: CallOptions,
        accept: String? = nil
    ) async throws -> StreamedResponse {
        try options.check()
        try await throttle.pass(before: time.uptime() + configuration.callDeadline)
        var request = call.request(
            token: nil,
            trace: options.trace,
            timeout: configuration.requestTimeout
        )
        request.headers["Accept"] = accept
        return try await open(request, of: call)
    }

    private func open(
        _ request: TransportRequest,
        of call: PreparedCall? = nil
    ) async throws -> StreamedResponse {
        let deadline = time.uptime() + configuration.callDeadline
        let number = call == nil ? 0 : nextNumber()
        var count = 0
        var token = try await keeper.token(through: self, before: deadline)
        var hasChangedToken = false
        while true {
            guard let carried = token else { throw PurserError.signedOut }
            var request = request
            request.headers["Authorization"] = "Bearer \(carried.access)"
            count += 1
            let attempt = call.map { CallAttempt($0, number, count) }
            let response = try await opened(request, attempt)
            guard response.status != 200 else { return response }
            let refusal = try await refusal(of: response)
            guard refusal.kind == .unauthorized, !hasChangedToken else { throw refusal }
            token = try await keeper.token(insteadOf: carried, through: self, before: deadline)
            hasChangedToken = true
            guard token != nil else { throw refusal }
        }
    }

    /// The number of a new call, for those who are told of its tries.
    func nextNumber() -> UInt64 { calls.add(1, ordering: .relaxed).newValue }

    /// Forgets everything that is kept of whoever was signed in, but for one member.
    ///
    /// - Throws: ``PurserError`` `storage`.
    func forget(exceptOf owner: String? = nil) async throws {
        await queue.halt()
        await background.cancel()
        // Before, so that an answer that is under way is not kept after; and after, because one may
        // have been kept in between.
        cache.reset(isEmpty: owner == nil)
        defer { cache.reset(isEmpty: owner == nil) }
        try await store.forget(exceptOf: owner)
        queue.noteChange()
    }

    func shutdown() async {
        appLifecycle.end()
        await queue.end()
        await background.close()
        await signOutTasks.close()
        await transport.shutdown()
        await store.close()
    }

    private func refusal(of response: StreamedResponse) async throws -> PurserError {
        do {
            let whole = try await ResponseTimeout().wait(configuration.requestTimeout) {
                try await response.whole(upTo: 65_536)
            }
            return PurserError(whole)
        } catch {
            return PurserError(try Self.failure(error))
        }
    }

    private func opened(
        _ request: TransportRequest,
        _ attempt: CallAttempt?
    ) async throws -> StreamedResponse {
        let observers = configuration.observers
        let started = time.uptime()
        if let attempt { for observer in observers { observer.began(attempt) } }
        var response: StreamedResponse?
        var failure: NetworkFailure?
        defer {
            if let attempt {
                let outcome = CallOutcome(
                    status: response?.status,
                    failure: failure,
                    trace: response?.headers["X-Request-Trace"],
                    duration: time.uptime() - started
                )
                for observer in observers { observer.ended(attempt, outcome) }
            }
        }
        do {
            let opened = try await transport.open(request)
            response = opened
            reachability.note(true)
            return opened
        } catch {
            let failed = try Self.failure(error)
            failure = failed
            reachability.note(false)
            throw PurserError(failed)
        }
    }
}
