import Kernel

extension Drain {
    /// What became of sending a call.
    private enum Sent {
        /// It was done, with this answer.
        case done([UInt8])
        /// The server refused it for good.
        case refused(PurserError)
        /// It must wait.
        case later(PurserError?, stops: Bool)
        /// It must not be sent any more.
        case over(DeadLetter.Reason)
    }

    /// Sends the next calls of a lane, one after the other.
    ///
    /// - Throws: ``PurserError`` `storage`; `CancellationError`.
    func batch(of lane: QueueWorker.Lane) async throws -> Progress {
        let now = client.time.now()
        let calls = try await store.write { [worker] in try $0.claim(lane, worker, at: now) }
        guard let calls else {
            note(nil, stops: true)
            return .stuck
        }
        noteLease(from: now)
        for (index, call) in calls.enumerated() {
            var mayBeHeard = false
            let sent = try await send(call, from: now, &mayBeHeard)
            var heard = call
            if mayBeHeard { heard.firstSentAt = call.firstSentAt ?? now }
            switch sent {
            case .done(let answer):
                await client.cache.forget(after: call.call)
                try await settle(heard, .done(answer))
            case .refused(let error):
                try await settle(heard, .dead(.rejected, error, client.time.now()))
            case .over(let reason):
                try await settle(heard, .dead(reason, nil, client.time.now()))
            case .later(let error, let stops):
                note(error, stops: stops)
                if mayBeHeard { await client.cache.forget(after: call.call) }
                // A later run need not wonder about calls that nobody has heard.
                let unheard = calls[(mayBeHeard ? index + 1 : index)...]
                for call in unheard where call.firstSentAt == nil {
                    try await settle(call, .unsent)
                }
                return .stuck
            }
        }
        guard let last = calls.last, calls.count == QueueWorker.batch else {
            return .finished(about: lane.about)
        }
        return .more(QueueWorker.Lane(about: lane.about, after: last.place))
    }

    /// Sends a call as often as it takes.
    ///
    /// It was noted as sent when it was `claimed`, unless it was sent before; `mayBeHeard` is set
    /// when the server may have heard it now.
    private func send(
        _ call: QueuedCall,
        from claimed: Timestamp,
        _ mayBeHeard: inout Bool
    ) async throws -> Sent {
        var options = CallOptions()
        options.deadline = min(Self.callDeadline, client.configuration.callDeadline)
        var failures = 0
        while true {
            guard !isStopping, try await holdLease() else { return .later(nil, stops: true) }
            // Asked before each sending: the device may have slept since the last one.
            if let reason = end(of: call, from: claimed, mayBeHeard) { return .over(reason) }
            do {
                return .done(try await answer(to: call, options))
            } catch let error as PurserError {
                if error.mayBeHeard { mayBeHeard = true }
                if error.isFinal { return .refused(error) }
                failures += 1
                guard let pause = pause(after: error, failures) else {
                    return .later(error, stops: error.stopsAll)
                }
                do { try await client.time.pause(pause) } catch { return .later(nil, stops: true) }
            } catch {
                // The run was ended in the middle of it.
                mayBeHeard = true
                return .later(nil, stops: true)
            }
        }
    }

    private func answer(to call: QueuedCall, _ options: CallOptions) async throws -> [UInt8] {
        var answer: [UInt8] = []
        try await client.perform(call.call, options, owner: worker.owner) { response in
            // A later server may have another word for success.
            guard (200..<300).contains(response.status) else { throw PurserError(response) }
            answer = response.body
        }
        return answer
    }

    /// Why a call must not be sent any more; `nil` when it may be.
    private func end(
        of call: QueuedCall,
        from claimed: Timestamp,
        _ mayBeHeard: Bool
    ) -> DeadLetter.Reason? {
        var call = call
        if mayBeHeard { call.firstSentAt = call.firstSentAt ?? claimed }
        return call.end(at: client.time.now())
    }

    /// How long to wait before a call is sent once more in this run; `nil` when it is not.
    private func pause(after error: PurserError, _ failures: Int) -> Duration? {
        let policy = client.configuration.retry
        guard error.mayPassSoon, failures < policy.tries else { return nil }
        let drawn = policy.pause(after: failures, share: client.time.chance())
        let pause = max(drawn, .seconds(error.retryAfterSeconds ?? 0))
        return pause <= Self.callDeadline ? pause : nil
    }
}

extension PurserError {
    /// Whether the server may have heard the call and done it.
    fileprivate var mayBeHeard: Bool {
        switch kind {
        case .network(let failure): !failure.nothingWasSent
        // Both are told before anything is done.
        case .unauthorized, .rateLimited: false
        case .storage: false
        default: true
        }
    }

    /// Whether it may be over after a pause; what was never sent has been tried again already.
    fileprivate var mayPassSoon: Bool {
        switch kind {
        case .rateLimited, .server, .conflict: true
        case .network(.tooLarge): false
        case .network(let failure): !failure.nothingWasSent
        default: false
        }
    }

    /// Whether every other call would meet the same.
    fileprivate var stopsAll: Bool {
        switch kind {
        case .unauthorized, .rateLimited, .storage: true
        case .network(let failure): failure.nothingWasSent
        default: false
        }
    }
}
