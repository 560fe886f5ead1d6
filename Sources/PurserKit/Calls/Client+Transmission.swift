import Contract

extension Client {
    /// Sends one request, and tells circuit, reachability and observers how it went.
    ///
    /// One that is urgent is sent whether or not the circuit is open.
    ///
    /// - Throws: ``PurserError`` `network`; `CancellationError`.
    func transmit(
        _ request: TransportRequest,
        _ attempt: CallAttempt?,
        isUrgent: Bool = false
    ) async throws -> TransportResponse {
        let permit: CircuitBreaker.Permit
        do throws(NetworkFailure) {
            permit = isUrgent ? .usual : try circuit.pass()
        } catch {
            throw PurserError(error)
        }
        let observers = configuration.observers
        let started = attempt == nil ? .zero : time.uptime()
        if let attempt { for observer in observers { observer.began(attempt) } }
        var response: TransportResponse?
        var failure: NetworkFailure?
        defer {
            circuit.note(permit, answered: isAlive(response, failure, request.timeout))
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
            let answer = try await transport.send(request)
            response = answer
            failure = NetworkFailure(of: answer, because: nil)
        } catch {
            failure = try Self.failure(error)
        }
        if let isReached = isReached(failure, request.timeout) { reachability.note(isReached) }
        guard failure == nil, let response else {
            throw PurserError(failure ?? .connectionLost)
        }
        return response
    }

    /// Whether the server itself gave an answer; `nil` when nobody can tell.
    private func isAlive(
        _ response: TransportResponse?,
        _ failure: NetworkFailure?,
        _ timeout: Duration?
    ) -> Bool? {
        switch failure {
        case nil: response.map { !$0.standsForDeadServer }
        case .tooLarge?: true
        // It is the device that is not there.
        case .offline?: nil
        // A caller in a hurry is not a server that is dead.
        case .timedOut? where isHurried(timeout): nil
        case .unreachable?, .connectionLost?, .timedOut?, .untrusted?, .intercepted?, .damaged?,
            .suspended?:
            false
        }
    }

    /// Whether there is a way to the server; `nil` when nobody can tell.
    private func isReached(_ failure: NetworkFailure?, _ timeout: Duration?) -> Bool? {
        switch failure {
        case nil, .tooLarge?: true
        case .timedOut? where isHurried(timeout): nil
        case .offline?, .unreachable?, .connectionLost?, .timedOut?, .untrusted?, .intercepted?,
            .damaged?, .suspended?:
            false
        }
    }

    private func isHurried(_ timeout: Duration?) -> Bool {
        timeout.map { $0 < configuration.requestTimeout } ?? false
    }

    /// Why no answer arrived.
    ///
    /// - Throws: `CancellationError` when nobody waits for one any more.
    static func failure(_ error: any Error) throws -> NetworkFailure {
        if error is CancellationError || Task.isCancelled { throw CancellationError() }
        return error as? NetworkFailure ?? .connectionLost
    }
}

extension CallAttempt {
    init(_ call: PreparedCall, _ number: UInt64, _ count: Int) {
        self.init(
            endpoint: call.name,
            method: call.wire.method.rawValue,
            path: call.path,
            number: count,
            call: number
        )
    }
}

extension PurserError {
    init(_ failure: NetworkFailure) {
        self.init(.network(failure), "No answer: \(failure)")
    }
}

extension TransportResponse {
    /// Whether something between may have answered so in the place of a server that does not.
    ///
    /// A server of ours names the trace, and answers 502 of what it asked itself.
    fileprivate var standsForDeadServer: Bool {
        switch status {
        case 502: headers["X-Request-Trace"] == nil
        case 503, 504: true
        default: false
        }
    }
}
