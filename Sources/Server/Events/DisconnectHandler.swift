import NIOCore

/// Tells that the other side of a connection has gone, or sends nothing more.
///
/// Nobody reads from a connection while an answer is written to it, so without this only the second
/// ping after the end would find out.
final class DisconnectHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private let onDeparture: @Sendable () -> Void

    /// Calls `onDeparture` once or more often, the last time when it is taken off the connection.
    init(_ onDeparture: @escaping @Sendable () -> Void) {
        self.onDeparture = onDeparture
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { onDeparture() }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) { onDeparture() }
}
