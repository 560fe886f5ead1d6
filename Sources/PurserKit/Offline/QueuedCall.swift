package import Kernel

/// A waiting call with everything that is kept of it.
package struct QueuedCall: Sendable {
    /// Its place in the queue; 0 before it has one.
    package var place: Int64 = 0
    package let id: WaitingCall.ID
    package let about: String
    package let call: PreparedCall
    package let addedAt: Timestamp
    package let expiresAt: Timestamp
    /// When it was sent for the first time; `nil` while the server has certainly not heard it.
    package var firstSentAt: Timestamp?

    package init(
        place: Int64 = 0,
        id: WaitingCall.ID,
        about: String,
        call: PreparedCall,
        addedAt: Timestamp,
        expiresAt: Timestamp,
        firstSentAt: Timestamp? = nil
    ) {
        self.place = place
        self.id = id
        self.about = about
        self.call = call
        self.addedAt = addedAt
        self.expiresAt = expiresAt
        self.firstSentAt = firstSentAt
    }

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
