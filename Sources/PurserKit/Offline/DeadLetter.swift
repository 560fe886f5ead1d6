public import Contract
public import Kernel

/// A write that is not tried any more; it stays until the app retries or discards it.
public struct DeadLetter: Sendable, Hashable, Identifiable {
    /// Why it is not tried any more.
    public enum Reason: String, Sendable, CaseIterable {
        /// The server refused it: nothing was done.
        case rejected
        /// It was not wanted any more before it could be sent: nothing was done.
        case expired
        /// It was sent and no answer came, so long ago that the server could not tell any more that
        /// it is the same call: only a look at the data shows whether it was done.
        case outcomeUnknown = "outcome_unknown"
    }

    /// The call.
    public let call: WaitingCall
    /// Why it is not tried any more.
    public let reason: Reason
    /// Since when, by the clock of this device.
    public let endedAt: Timestamp
    /// What was wrong with it; `nil` when the server did not refuse it.
    public let refusal: Refusal?

    /// Makes one, as an app does for its own tests.
    public init(call: WaitingCall, reason: Reason, endedAt: Timestamp, refusal: Refusal? = nil) {
        self.call = call
        self.reason = reason
        self.endedAt = endedAt
        self.refusal = refusal
    }

    /// Its name, that of the call.
    public var id: WaitingCall.ID { call.id }

    /// What the server found wrong with a call.
    public struct Refusal: Sendable, Hashable {
        /// The kind of the error as a word; see ``PurserError/Kind-swift.enum/word``.
        public let kind: String
        /// The HTTP status.
        public let status: Int?
        /// One sentence for a person.
        public let message: String
        /// The trace of the call, for whoever is asked for help.
        public let traceID: String?
        /// What stood there, where the call named a version that was not the last.
        public let current: JSON?

        /// Makes one, as an app does for its own tests.
        public init(
            kind: String,
            status: Int? = nil,
            message: String,
            traceID: String? = nil,
            current: JSON? = nil
        ) {
            self.kind = kind
            self.status = status
            self.message = message
            self.traceID = traceID
            self.current = current
        }
    }
}

extension DeadLetter.Refusal {
    package init(_ error: PurserError) {
        self.init(
            kind: error.kind.word,
            status: error.status,
            message: error.message,
            traceID: error.traceID,
            current: error.current
        )
    }
}
