import NIOCore
import NIOPosix

/// One connection to a server: any bytes go out, HTTP/1.1 answers come in.
struct Wire: Sendable {
    private let channel: any Channel
    private let reader: NIOLoopBound<AnswerReader>

    /// Connects to a port of this machine.
    static func open(_ port: Int) async throws -> Wire {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(30))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AnswerReader())
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        let reader = try await channel.eventLoop.submit {
            let reader = try channel.pipeline.syncOperations.handler(type: AnswerReader.self)
            return NIOLoopBound(reader, eventLoop: channel.eventLoop)
        }.get()
        return Wire(channel: channel, reader: reader)
    }

    /// Sends bytes.
    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Sends bytes.
    func send(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
    }

    /// The next answer.
    ///
    /// - Throws: ``WireError``.
    func answer() async throws -> Answer {
        try await channel.eventLoop.flatSubmit { [channel, reader] in
            reader.value.next(on: channel)
        }.get()
    }

    /// Sends a request and waits for its answer.
    func ask(_ request: Request) async throws -> Answer {
        try await send(request.text)
        return try await answer()
    }

    /// What the other side answers before it closes; `nil` when it closes without a word.
    func lastAnswer() async throws -> Answer? {
        do { return try await answer() } catch WireError.closed { return nil }
    }

    /// Waits until the other side has closed.
    ///
    /// - Throws: ``WireError/silent`` when it does not.
    func isClosed() async throws -> Bool {
        do {
            _ = try await answer()
            return false
        } catch WireError.closed {
            return true
        }
    }

    /// Tells the other side that nothing more will be sent.
    func sendNoMore() async throws { try await channel.close(mode: .output) }

    /// Closes the connection.
    func close() async { try? await channel.close() }
}

/// Why there is no answer.
enum WireError: Error {
    /// The connection was closed before the answer was whole.
    case closed
    /// Nothing came for a minute.
    case silent
}

/// Cuts what comes in into answers and hands them to those who wait, in order.
private final class AnswerReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var bytes = ByteBuffer()
    private var isOver = false
    private var isSilent = false
    private var waiting: CircularBuffer<EventLoopPromise<Answer>> = []

    func next(on channel: any Channel) -> EventLoopFuture<Answer> {
        let promise = channel.eventLoop.makePromise(of: Answer.self)
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        let alarm = channel.eventLoop.scheduleTask(in: .seconds(60)) {
            bound.value.isSilent = true
            channel.close(promise: nil)
        }
        promise.futureResult.whenComplete { _ in alarm.cancel() }
        waiting.append(promise)
        serve()
        return promise.futureResult
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var new = unwrapInboundIn(data)
        bytes.writeBuffer(&new)
        serve()
    }

    func channelInactive(context: ChannelHandlerContext) {
        isOver = true
        serve()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func serve() {
        while let promise = waiting.first {
            if let answer = Answer(from: &bytes) {
                waiting.removeFirst()
                promise.succeed(answer)
            } else if isOver {
                waiting.removeFirst()
                promise.fail(isSilent ? WireError.silent : WireError.closed)
            } else {
                return
            }
        }
    }
}
