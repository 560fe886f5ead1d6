public import Contract

/// What became of a waiting call.
public struct QueueResult: Sendable, Hashable, Identifiable {
    /// How it ended.
    public enum Outcome: Sendable, Hashable {
        /// It is done; with the body of the answer.
        case done(answer: [UInt8])
        /// It is not tried any more.
        case failed(DeadLetter)
    }

    /// The name of the call.
    public let id: WaitingCall.ID
    /// The endpoint's name.
    public let endpoint: String
    /// What it was about.
    public let about: String
    /// How it ended.
    public let outcome: Outcome

    /// What the endpoint answered; `nil` when it was another endpoint's call, or is not done.
    ///
    /// - Throws: ``PurserError`` `decoding` when the answer cannot be read.
    public func answer<Input: WireInput, Output: Codable & Sendable>(
        of endpoint: Endpoint<Input, Output>
    ) throws(PurserError) -> Output? {
        guard endpoint.name == self.endpoint, case .done(let body) = outcome else { return nil }
        do {
            return try endpoint.output(of: body)
        } catch {
            let response = TransportResponse(status: endpoint.status, body: body)
            throw PurserError(unreadable: response, because: error)
        }
    }
}
