public import Hummingbird
import NIOCore

/// What is known of a request before it is looked at: where it comes from and which trace it has.
public struct PurserContext: RequestContext {
    /// What Hummingbird keeps.
    public var coreContext: CoreRequestContextStorage
    /// The network address of the other side, without its port.
    let remoteAddress: String
    /// The connection, for answers that have to know when it ends.
    let channel: any Channel
    /// The trace of the request.
    var trace: String = ""

    /// Takes a request's connection.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? "unknown"
        channel = source.channel
    }

    /// Whether the request comes from this machine.
    var isLocal: Bool {
        remoteAddress == "127.0.0.1" || remoteAddress == "::1"
    }
}
