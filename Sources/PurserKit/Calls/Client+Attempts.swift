import Contract

extension Client {
    /// Sends a call as often as it takes, and reads its answer.
    ///
    /// Without an `owner` the call is the member's who is signed in when it begins.
    ///
    /// - Throws: ``PurserError``, `unauthorized` when the call is another member's than who is
    ///   signed in by the time it is sent; `CancellationError`.
    func perform(
        _ call: PreparedCall,
        _ options: CallOptions,
        owner: String? = nil,
        read: (TransportResponse) throws -> Void
    ) async throws {
        let deadline = time.uptime() + (options.deadline ?? configuration.callDeadline)
        var attempts = Attempts(call: nextNumber(), deadline: deadline, owner: owner)
        while true {
            try await throttle.pass(before: deadline)
            attempts.wasSent = false
            do {
                if call.carriesToken { try await takeToken(for: call, &attempts) }
                attempts.count += 1
                attempts.wasSent = true
                return try read(try await send(call, options, attempts))
            } catch let error as PurserError {
                try await prepare(call, after: error, &attempts)
            }
        }
    }

    /// Waits for the time of another try, after one that failed.
    ///
    /// - Throws: The error, or one that tells more, when none is to follow; `CancellationError`.
    private func prepare(
        _ call: PreparedCall,
        after error: PurserError,
        _ attempts: inout Attempts
    ) async throws {
        try Task.checkCancellation()
        let refusesToken = error.kind == .unauthorized && !error.refusesSignIn
        if attempts.wasSent, refusesToken, attempts.token != nil, attempts.refusal == nil {
            // The token was refused and not the call: this is no failed try.
            attempts.refusal = error
            attempts.refused = attempts.token
            return
        }
        attempts.failures += 1
        if attempts.doubt == nil, !error.changedNothing { attempts.doubt = error }
        let mayFollow = attempts.wasSent ? call.maySend(againAfter: error) : error.isTemporary
        try await pause(after: error, mayFollow, attempts)
    }

    /// What one call has behind it.
    private struct Attempts {
        let call: UInt64
        let deadline: Duration
        /// Whose call it is; `nil` when it is nobody's, or nobody's yet.
        var owner: String?
        var token: SessionToken?
        /// The token that was refused, until there is another.
        var refused: SessionToken?
        /// The answer that refused it; a call gets another token once.
        var refusal: PurserError?
        /// The first failure that leaves open whether the server has done it.
        var doubt: PurserError?
        var count = 0
        var failures = 0
        /// Whether the latest try was sent; where not, its token could not be had.
        var wasSent = false

        /// What is told when no try follows: not that nothing was done, if an earlier one may have.
        func verdict(_ error: PurserError) -> PurserError {
            error.isTemporary && error.changedNothing ? doubt ?? error : error
        }
    }

    /// Finds what the next try carries.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    private func takeToken(for call: PreparedCall, _ attempts: inout Attempts) async throws {
        // A call that began as nobody's stays so, whoever signs in meanwhile.
        if attempts.count > 0, attempts.owner == nil { return }
        let token: SessionToken?
        if let refused = attempts.refused {
            token = try await keeper.token(
                insteadOf: refused,
                through: self,
                before: attempts.deadline
            )
            if token == nil, let refusal = attempts.refusal { throw refusal }
        } else {
            token = try await keeper.token(through: self, before: attempts.deadline)
        }
        if let owner = attempts.owner, token?.owner != owner {
            throw PurserError(.unauthorized, "The member of this call is not signed in any more")
        }
        if token == nil, call.needsMember { throw PurserError.signedOut }
        attempts.token = token
        attempts.refused = nil
        attempts.owner = token?.owner
    }

    /// Waits before the next try.
    ///
    /// - Throws: The error itself when there is none; `CancellationError`.
    private func pause(
        after error: PurserError,
        _ mayFollow: Bool,
        _ attempts: Attempts
    ) async throws {
        let policy = configuration.retry
        guard mayFollow, attempts.failures < policy.tries, error.kind != .network(.suspended) else {
            throw attempts.verdict(error)
        }
        let drawn = policy.pause(after: attempts.failures, share: time.chance())
        let pause = max(drawn, .seconds(error.retryAfterSeconds ?? 0))
        guard time.uptime() + pause < attempts.deadline else {
            throw attempts.verdict(error)
        }
        try await time.pause(pause)
    }

    private func send(
        _ call: PreparedCall,
        _ options: CallOptions,
        _ attempts: Attempts
    ) async throws -> TransportResponse {
        let rest = attempts.deadline - time.uptime()
        guard rest > .zero else { throw PurserError(.timedOut) }
        let request = call.request(
            token: attempts.token?.access,
            trace: options.trace,
            timeout: min(configuration.requestTimeout, rest)
        )
        guard !configuration.observers.isEmpty else { return try await transmit(request, nil) }
        return try await transmit(request, CallAttempt(call, attempts.call, attempts.count))
    }
}

extension PreparedCall {
    /// Whether a call that ended so may be sent once more.
    func maySend(againAfter error: PurserError) -> Bool {
        switch error.kind {
        case .network(.suspended), .network(.untrusted), .network(.tooLarge): false
        case .network(let failure): failure.nothingWasSent || mayBeRepeated
        case .server: mayBeRepeated
        case .rateLimited: repeats != .never
        // The first try of this very call is still under way.
        case .conflict: mayBeRepeated && error.retryAfterSeconds != nil
        case .unauthorized, .forbidden, .notFound, .invalid, .insufficientFunds, .paymentRequired,
            .decoding, .storage:
            false
        }
    }
}
