public import Hummingbird
import NIOCore

/// What is known of a request before it is looked at: where it comes from and which trace it has.
public struct PurserContext: RequestContext {
    /// What Hummingbird keeps.
    public var coreContext: CoreRequestContextStorage
    /// The other end of the connection.
    let peer: Peer
    /// The network of who sends the request: the other end, or whom a trusted proxy names.
    var network: NetworkAddress
    /// The connection, for answers that have to know when it ends.
    let channel: any Channel
    /// The trace of the request.
    var trace: String = ""

    /// Takes a request's connection.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = Peer.current ?? Peer(source.channel)
        network = peer.network
        channel = source.channel
    }

    /// What a caller without a token is counted and remembered under.
    var remoteAddress: String { network.text }
}
