import NIOCore
import NIOPosix

/// One connection to a port of the loopback address, as HTTP/1.1 messages and as bare bytes.
public struct LoopbackConnection {
    private let channel: any Channel
    private var pieces: AsyncStream<ByteBuffer>.Iterator
    private var unread = ByteBuffer()

    fileprivate init(_ arrival: Arrival) {
        channel = arrival.channel
        pieces = arrival.pieces.makeAsyncIterator()
    }

    /// The next whole message; `nil` when the other side has closed the connection.
    public mutating func next() async throws -> LoopbackMessage? {
        while true {
            if let message = try LoopbackMessage(from: &unread) { return message }
            guard var piece = await pieces.next() else { return nil }
            unread.writeBuffer(&piece)
        }
    }

    /// Sends a request and waits for its answer.
    public mutating func ask(
        _ method: String,
        _ target: String,
        _ body: String = "",
        headers: [String: String] = ["Content-Type": "application/json"]
    ) async throws -> LoopbackMessage {
        let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        try await write(
            "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(lines)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        guard let answer = try await next() else { throw UnreadableMessage() }
        return answer
    }

    /// Returns when the other side has closed the connection.
    public mutating func closed() async {
        while await pieces.next() != nil {}
    }

    /// Sends bytes as they are.
    public func write(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }

    /// Sends a text as it is.
    public func write(_ text: String) async throws { try await write(Array(text.utf8)) }

    /// Closes the connection as a program does that ends.
    public func close() async { try? await channel.close().get() }

    /// Closes the connection as a network does that forgets it: the other side gets a reset.
    public func reset() async {
        let linger = linger(l_onoff: 1, l_linger: 0)
        try? await (channel as? any SocketOptionProvider)?.setSoLinger(linger).get()
        await close()
    }

    /// Connects to a port for as long as `work` runs, from an address of this machine.
    public static func to<R>(
        _ port: Int,
        from address: String = "127.0.0.1",
        _ work: (inout LoopbackConnection) async throws -> R
    ) async throws -> R {
        let (arrivals, door) = AsyncStream.makeStream(of: Arrival.self)
        _ = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { Arrival.announce($0, at: door) }
            .bind(to: try SocketAddress(ipAddress: address, port: 0))
            .connect(host: "127.0.0.1", port: port).get()
        guard let arrival = await arrivals.first(where: { _ in true }) else {
            throw CancellationError()
        }
        var connection = LoopbackConnection(arrival)
        do {
            let result = try await work(&connection)
            await connection.close()
            return result
        } catch {
            await connection.close()
            throw error
        }
    }
}

/// Runs `work` with a listener on a free port of the loopback address, which is gone afterwards.
///
/// `handle` has each connection to itself, until it returns; what it throws ends the connection.
@discardableResult
public func withLoopbackListener<R>(
    _ handle: @escaping @Sendable (inout LoopbackConnection) async throws -> Void,
    _ work: (_ port: Int) async throws -> R
) async throws -> R {
    let (arrivals, door) = AsyncStream.makeStream(of: Arrival.self)
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .childChannelInitializer { Arrival.announce($0, at: door) }
        .bind(host: "127.0.0.1", port: 0).get()
    guard let port = listener.localAddress?.port else { throw NotListening() }
    async let _: Void = serve(arrivals, handle)
    do {
        let result = try await work(port)
        try? await listener.close().get()
        return result
    } catch {
        try? await listener.close().get()
        throw error
    }
}

/// Serves every connection until it is cancelled, and leaves none open.
private func serve(
    _ arrivals: AsyncStream<Arrival>,
    _ handle: @escaping @Sendable (inout LoopbackConnection) async throws -> Void
) async {
    await withDiscardingTaskGroup { group in
        for await arrival in arrivals {
            group.addTask {
                var connection = LoopbackConnection(arrival)
                try? await handle(&connection)
                await connection.close()
            }
        }
    }
}

/// A connection that was made, and what comes over it.
private struct Arrival: Sendable {
    let channel: any Channel
    let pieces: AsyncStream<ByteBuffer>

    /// Tells of a connection before anything can come over it.
    static func announce(
        _ channel: any Channel,
        at door: AsyncStream<Arrival>.Continuation
    ) -> EventLoopFuture<Void> {
        let (pieces, sink) = AsyncStream.makeStream(of: ByteBuffer.self)
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(Feed(sink))
            door.yield(Arrival(channel: channel, pieces: pieces))
        }
    }
}

/// Hands on what comes over a connection.
private final class Feed: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let sink: AsyncStream<ByteBuffer>.Continuation

    init(_ sink: AsyncStream<ByteBuffer>.Continuation) {
        self.sink = sink
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        sink.yield(Self.unwrapInboundIn(data))
    }

    func channelInactive(context: ChannelHandlerContext) {
        sink.finish()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
