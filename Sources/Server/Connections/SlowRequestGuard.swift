import HTTPTypes
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// Closes a connection whose request does not arrive whole in time, or whose answer is not read.
///
/// Nothing is scheduled for a request that arrives in one piece, as nearly all do. A stream of
/// HTTP/2 ends with its answer, whether or not its request has arrived whole.
final class SlowRequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    private var isMidRequest = false
    private var hasBegun = false
    private var isStream = false
    private var connection: ConnectionGuard?
    private var deadline: Scheduled<Void>?
    private var readingDeadline: Scheduled<Void>?

    init(limit: TimeAmount) {
        self.limit = limit
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // A stream is in a connection, and that came to whoever listens.
        let parent = context.channel.parent
        isStream = parent?.parent != nil
        let channel = isStream ? parent : context.channel
        connection = try? channel?.pipeline.syncOperations.handler(type: ConnectionGuard.self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isMidRequest = true
            if !hasBegun { begin() }
        case .body: break
        case .end:
            isMidRequest = false
            deadline?.cancel()
            deadline = nil
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isMidRequest, deadline == nil { deadline = closing(context) }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isStream, isMidRequest, case .end = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        let written = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound((guard: self, context: context), eventLoop: context.eventLoop)
        written.futureResult.whenSuccess { bound.value.guard.reset(bound.value.context) }
        context.write(data, promise: written)
    }

    /// More is to be sent than the other side takes: it has as long as a request has.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        readingDeadline?.cancel()
        readingDeadline = context.channel.isWritable ? nil : closing(context)
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
        readingDeadline?.cancel()
        readingDeadline = nil
        if isStream, hasBegun { connection?.streamEnded() }
        connection = nil
        context.fireChannelInactive()
    }

    private func closing(_ context: ChannelHandlerContext) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    private func begin() {
        hasBegun = true
        if isStream { connection?.streamBegan() } else { connection?.requestBegan() }
    }

    /// Asks the client to send no more of a request that has been answered (RFC 9113, section 8.1).
    private func reset(_ context: ChannelHandlerContext) {
        let codec = HTTP2FramePayloadToHTTPServerCodec.self
        guard isMidRequest,
            let transport = try? context.pipeline.syncOperations.context(handlerType: codec)
        else { return }
        let payload = HTTP2Frame.FramePayload.rstStream(.noError)
        transport.writeAndFlush(NIOAny(payload), promise: nil)
    }
}
