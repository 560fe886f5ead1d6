import Kernel

/// A waiting call with everything that is kept of it.
struct QueuedCall: Sendable {
    /// Its place in the queue; 0 before it has one.
    var place: Int64 = 0
    let id: WaitingCall.ID
    let about: String
    let call: PreparedCall
    let addedAt: Timestamp
    let expiresAt: Timestamp
    /// When it was sent for the first time; `nil` while the server has certainly not heard it.
    var firstSentAt: Timestamp?

    /// What the app sees of it.
    var shown: WaitingCall {
        WaitingCall(
            id: id,
            endpoint: call.name,
            about: about,
            addedAt: addedAt,
            expiresAt: expiresAt,
            firstSentAt: firstSentAt
        )
    }

    /// Why it must not be sent any more; `nil` when it may be.
    ///
    /// When the clock went back, nobody can tell how long ago it was sent.
    func end(at now: Timestamp, clockWentBack: Bool = false) -> DeadLetter.Reason? {
        if let firstSentAt {
            let age = now.milliseconds - firstSentAt.milliseconds
            if clockWentBack || age >= Self.knownMilliseconds { return .outcomeUnknown }
            return now >= expiresAt ? .outcomeUnknown : nil
        }
        return now >= expiresAt ? .expired : nil
    }

    /// How long after its first sending a call may be sent again: an hour less than the server
    /// knows it again, for a send that takes its time and for clocks that drift.
    static let knownMilliseconds = Limits.idempotencyMilliseconds - 3_600_000
}
