/// Why no answer arrived, or none that the server can have sent.
public enum NetworkFailure: Error, Sendable, Equatable, CaseIterable {
    /// The device has no way to any network.
    case offline
    /// Nobody answers at the server's address; nothing was sent.
    case unreachable
    /// The connection broke; whether the server heard the request is not known.
    case connectionLost
    /// The answer did not come in time; whether the server heard the request is not known.
    case timedOut
    /// The server could not prove who it is; nothing was sent.
    case untrusted
    /// The answer is longer than the configuration allows.
    case tooLarge
    /// The answer is a page of something between, such as the sign-in page of a public network.
    case intercepted
    /// The answer is not whole, or not what HTTP allows.
    case damaged
    /// Too many calls in a row failed, so that none is sent for a while.
    case suspended

    /// Whether it is certain that the server never heard the request.
    public var nothingWasSent: Bool {
        switch self {
        case .offline, .unreachable, .untrusted, .suspended: true
        case .connectionLost, .timedOut, .tooLarge, .intercepted, .damaged: false
        }
    }
}
