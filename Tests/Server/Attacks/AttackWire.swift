import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

/// One connection of somebody who may send anything, or nothing, from an address of this machine.
struct AttackWire: Sendable {
    private let channel: any Channel
    private let arrived: Arrived

    /// Connects to a port of the loopback address, from an address; all of 127.0.0.0/8 is this
    /// machine.
    ///
    /// With `protocols` the handshake of TLS that offers them is done; without, nothing is sent.
    static func open(
        _ port: Int,
        from address: String = "127.0.0.1",
        tls protocols: [String]? = nil
    ) async throws -> AttackWire {
        let arrived = Arrived()
        let context = try protocols.map { protocols in
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.certificateVerification = .none
            configuration.applicationProtocols = protocols
            return try NIOSSLContext(configuration: configuration)
        }
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(30))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        let tls = try NIOSSLClientHandler(context: context, serverHostname: nil)
                        try channel.pipeline.syncOperations.addHandler(tls)
                    }
                    try channel.pipeline.syncOperations.addHandler(Collector(arrived))
                }
            }
            .bind(to: try SocketAddress(ipAddress: address, port: 0))
            .connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: port)).get()
        if context != nil {
            await eventually("TLS is agreed on") {
                arrived.isSpeaking.withLock(\.self) || !channel.isActive
            }
        }
        return AttackWire(channel: channel, arrived: arrived)
    }

    /// Whether the other side has not closed it.
    var isOpen: Bool { channel.isActive }

    /// What has come.
    var text: String { arrived.bytes.withLock { String(decoding: $0, as: UTF8.self) } }

    /// The status of the first answer, once its head is there.
    var status: Int? {
        let words = text.split(separator: " ", maxSplits: 2)
        guard words.count == 3, text.contains("\r\n\r\n") else { return nil }
        return Int(words[1])
    }

    /// Sends bytes as they are.
    func send(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }

    /// Sends a text as it is.
    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Asks whether the server is well, and waits for its word.
    func askHealth() async throws {
        try await send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await eventually("the server says how it is") { status != nil }
    }

    /// Closes it.
    func close() async { try? await channel.close().get() }
}

/// What came over a connection.
private final class Arrived: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let isSpeaking = Mutex(false)
}

private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let arrived: Arrived

    init(_ arrived: Arrived) {
        self.arrived = arrived
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let piece = unwrapInboundIn(data)
        arrived.bytes.withLock { $0 += piece.readableBytesView }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent {
            arrived.isSpeaking.withLock { $0 = true }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
