import NIOCore

/// Closes a connection that has no request: soon when none ever came, later when none is under way
/// any more.
///
/// It stands before TLS, so that a handshake without end counts too, and closes without asking the
/// other side, who need not answer.
final class ConnectionGuard: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let firstRequest: TimeAmount
    private let idle: TimeAmount
    private var streams = 0
    private var deadline: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    /// Makes a guard.
    ///
    /// - Parameters:
    ///   - firstRequest: The time from here to the head of the first request, TLS included.
    ///   - idle: The time without a stream of HTTP/2. Its client is asked to go earlier, and may
    ///     not hear.
    init(firstRequest: TimeAmount, idle: TimeAmount) {
        self.firstRequest = firstRequest
        self.idle = idle
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        close(in: firstRequest)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = nil
        self.context = nil
    }

    /// The head of a request is there, the first of a connection.
    func requestBegan() {
        deadline?.cancel()
        deadline = nil
    }

    /// The head of a request is there, in a stream of its own.
    func streamBegan() {
        streams += 1
        requestBegan()
    }

    /// A stream has ended that had begun.
    func streamEnded() {
        streams -= 1
        if streams == 0 { close(in: idle) }
    }

    private func close(in time: TimeAmount) {
        deadline?.cancel()
        guard let context else { return }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
    }
}
