import Contract

extension Client {
    /// Sends one request, and tells circuit, reachability and observers how it went.
    ///
    /// - Throws: ``PurserError`` `network`; `CancellationError`.
    func transmit(
        _ request: TransportRequest,
        _ attempt: CallAttempt?
    ) async throws -> TransportResponse {
        let passage: CircuitBreaker.Passage
        do throws(NetworkFailure) {
            passage = try circuit.pass()
        } catch {
            throw PurserError(error)
        }
        let observers = configuration.observers
        let started = attempt == nil ? .zero : time.uptime()
        if let attempt { for observer in observers { observer.began(attempt) } }
        var response: TransportResponse?
        var failure: NetworkFailure?
        defer {
            circuit.note(passage, answered: isAlive(response, failure, request.timeout))
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
        reachability.note(failure == nil)
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
        // What stands between answers so in the place of a server that does not.
        case nil: response.map { ![502, 503, 504].contains($0.status) }
        case .tooLarge?: true
        // It is the device that is not there.
        case .offline?: nil
        // A caller in a hurry is not a server that is dead.
        case .timedOut? where timeout.map { $0 < configuration.requestTimeout } ?? false: nil
        case .unreachable?, .connectionLost?, .timedOut?, .untrusted?, .intercepted?, .damaged?,
            .suspended?:
            false
        }
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
    /// Takes a failure of the network.
    init(_ failure: NetworkFailure) {
        self.init(.network(failure), "No answer: \(failure)")
    }
}
