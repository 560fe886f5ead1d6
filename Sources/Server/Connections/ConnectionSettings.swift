import Kernel

/// Who may hold connections open, and for how long without a request.
public struct ConnectionSettings: Sendable {
    /// Connections that one network address may hold; 0 limits nothing.
    public var perAddress = Limits.connectionsPerAddress
    /// How long after it was accepted a connection may be without the head of a first request.
    public var firstRequest = Duration.seconds(Limits.firstRequestSeconds)
    /// How long a connection may be without a request after the first.
    public var idle = Duration.seconds(Limits.requestSeconds)
    /// Whether this machine's own addresses may hold as many connections as they like.
    public var exceptsThisMachine = true
}
