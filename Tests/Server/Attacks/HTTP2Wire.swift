import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

@testable import ServerTestbed

/// One connection that speaks HTTP/2 over TLS, frame by frame.
struct HTTP2Wire: Sendable {
    private typealias Multiplexer = NIOHTTP2Handler.AsyncStreamMultiplexer<Void>

    private let channel: any Channel
    private let multiplexer: Multiplexer

    /// Connects to a port of the loopback address.
    static func open(_ port: Int) async throws -> HTTP2Wire {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: configuration)
        let (channel, multiplexer) = try await ClientBootstrap(
            group: .singletonMultiThreadedEventLoopGroup
        )
        .connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: nil))
                let multiplexer = try pipeline.configureAsyncHTTP2Pipeline(mode: .client) {
                    $0.eventLoop.makeSucceededVoidFuture()
                }
                return (channel, multiplexer)
            }
        }
        return HTTP2Wire(channel: channel, multiplexer: multiplexer)
    }

    /// Opens streams; nothing is sent over them yet.
    func openStreams(_ count: Int) async throws -> [Stream] {
        var streams: [Stream] = []
        for _ in 0..<count {
            let stream = try await multiplexer.openStream { channel in
                channel.eventLoop.makeCompletedFuture {
                    let stream = Stream(channel)
                    try channel.pipeline.syncOperations.addHandler(stream.reader)
                    return stream
                }
            }
            streams.append(stream)
        }
        return streams
    }

    /// Whether the other side has not closed it.
    var isOpen: Bool { channel.isActive }

    /// Closes it.
    func close() async { try? await channel.close().get() }
}

extension HTTP2Wire {
    /// One request, and what comes of it.
    struct Stream: Sendable {
        private let channel: any Channel
        fileprivate let reader = Reader()

        fileprivate init(_ channel: any Channel) {
            self.channel = channel
        }

        /// The status of the answer, once it is there.
        var status: String? { reader.state.withLock(\.status) }
        /// When to try again, where the answer tells.
        var retryAfter: String? { reader.state.withLock(\.retryAfter) }
        /// Whether nothing more can be sent.
        var hasEnded: Bool { reader.state.withLock(\.hasEnded) }
        /// Why the server ended it before it was whole.
        var resetCode: Int? { reader.state.withLock(\.resetCode) }

        /// Begins a request with a body of which nothing is sent yet.
        func sendHead(length: Int) {
            write(
                [
                    (":method", "POST"), (":path", "/location-check"), (":scheme", "https"),
                    (":authority", "localhost"), ("content-type", "application/json"),
                    ("content-length", "\(length)"),
                ],
                isWhole: false
            )
        }

        /// Sends some of the body.
        func sendPiece(_ bytes: [UInt8]) {
            let data = HTTP2Frame.FramePayload.Data(data: .byteBuffer(ByteBuffer(bytes: bytes)))
            channel.writeAndFlush(HTTP2Frame.FramePayload.data(data), promise: nil)
        }

        /// Asks whether the server is well.
        func askHealth() {
            write(
                [
                    (":method", "GET"), (":path", "/health"), (":scheme", "https"),
                    (":authority", "localhost"),
                ],
                isWhole: true
            )
        }

        private func write(_ fields: [(String, String)], isWhole: Bool) {
            let headers = HTTP2Frame.FramePayload.Headers(
                headers: HPACKHeaders(fields),
                endStream: isWhole
            )
            channel.writeAndFlush(HTTP2Frame.FramePayload.headers(headers), promise: nil)
        }
    }

    /// Notes what comes over a stream.
    fileprivate final class Reader: ChannelInboundHandler, Sendable {
        typealias InboundIn = HTTP2Frame.FramePayload

        struct State {
            var status: String?
            var retryAfter: String?
            var hasEnded = false
            var resetCode: Int?
        }

        let state = Mutex(State())

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let payload = Self.unwrapInboundIn(data)
            state.withLock { state in
                switch payload {
                case .headers(let headers):
                    state.status = headers.headers.first(name: ":status")
                    state.retryAfter = headers.headers.first(name: "retry-after")
                case .rstStream(let code): state.resetCode = code.networkCode
                default: break
                }
            }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if let closed = event as? StreamClosedEvent, let reason = closed.reason {
                state.withLock { $0.resetCode = reason.networkCode }
            }
            context.fireUserInboundEventTriggered(event)
        }

        func channelInactive(context: ChannelHandlerContext) {
            state.withLock { $0.hasEnded = true }
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {}
    }
}
