import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request does not arrive whole in time, or whose answer is not read.
///
/// Nothing is scheduled for a request that arrives in one piece, as nearly all do.
final class SlowRequestGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let limit: TimeAmount
    private var isMidRequest = false
    private var deadline: Scheduled<Void>?
    private var readingDeadline: Scheduled<Void>?

    init(limit: TimeAmount) {
        self.limit = limit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: isMidRequest = true
        case .body: break
        case .end:
            isMidRequest = false
            deadline?.cancel()
            deadline = nil
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isMidRequest, deadline == nil {
            let channel = context.channel
            deadline = context.eventLoop.scheduleTask(in: limit) {
                channel.close(promise: nil)
            }
        }
        context.fireChannelReadComplete()
    }

    /// More is to be sent than the other side takes: it has as long as a request has.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        readingDeadline?.cancel()
        readingDeadline = nil
        if !context.channel.isWritable {
            let channel = context.channel
            readingDeadline = context.eventLoop.scheduleTask(in: limit) {
                channel.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
        readingDeadline?.cancel()
        readingDeadline = nil
        context.fireChannelInactive()
    }
}
