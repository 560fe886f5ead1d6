import Crypto
import Foundation
import Kernel
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization
import Testbed
import Testing

@testable import Providers

/// A server on a port of this machine that stands in for Apple's push service, over HTTP/2 and TLS.
///
/// It looks at each token as Apple does, and then answers as it is told, or with 200.
final class APNsPeer: Sendable {
    /// How it answers a notification.
    enum Reply: Sendable {
        case answer(Int, String = "", retryAfter: String? = nil)
        /// Not at all.
        case silence
        /// By closing the connection.
        case drop
        /// With a head and half of a body.
        case half
    }

    /// A notification as it came.
    struct Received: Sendable {
        let headers: [String: String]
        let body: [UInt8]
        /// The connection it came over, counted from 1.
        let connection: Int

        var token: String { String(headers["authorization"]?.dropFirst("bearer ".count) ?? "") }
    }

    private struct State {
        var replies: [Reply] = []
        var received: [Received] = []
        var connections = 0
        var silences = 0
        var plainBytes = 0
        var closed = 0
    }

    let clock = TestClock()
    let key = P256.Signing.PrivateKey()
    private let state = Mutex(State())

    /// Every notification so far.
    var received: [Received] { state.withLock { $0.received } }
    /// Connections so far.
    var connections: Int { state.withLock { $0.connections } }
    /// Connections that have ended.
    var closed: Int { state.withLock { $0.closed } }
    /// What came of somebody who does not speak HTTP/2.
    var plainBytes: Int { state.withLock { $0.plainBytes } }

    /// Has it answer the next notifications whose token is good.
    func answer(_ replies: Reply...) { state.withLock { $0.replies += replies } }

    /// Whether a notification was met with silence; each is told once.
    func tookSilence() -> Bool {
        state.withLock { state in
            guard state.silences > 0 else { return false }
            state.silences -= 1
            return true
        }
    }

    fileprivate func connected() -> Int {
        state.withLock { state in
            state.connections += 1
            return state.connections
        }
    }

    fileprivate func disconnected() { state.withLock { $0.closed += 1 } }

    fileprivate func heard(_ bytes: Int) { state.withLock { $0.plainBytes += bytes } }

    fileprivate func reply(to received: Received) -> Reply {
        let fault = fault(of: received.token)
        return state.withLock { state in
            state.received.append(received)
            if let fault { return fault }
            let reply = state.replies.isEmpty ? .answer(200) : state.replies.removeFirst()
            if case .silence = reply { state.silences += 1 }
            return reply
        }
    }

    /// What Apple says of a token that is not good at the peer's time.
    private func fault(of token: String) -> Reply? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.json(parts[0]), let claims = Self.json(parts[1]),
            let signature = Self.bytes(parts[2]).flatMap({
                try? P256.Signing.ECDSASignature(rawRepresentation: $0)
            }),
            key.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)),
            header as? [String: String] == ["alg": "ES256", "kid": PushFixture.keyID],
            claims["iss"] as? String == PushFixture.team, claims.count == 2,
            let issued = claims["iat"] as? Int64
        else { return .answer(403, #"{"reason":"InvalidProviderToken"}"#) }
        guard abs(clock.now.seconds - issued) < 3_600 else {
            return .answer(403, #"{"reason":"ExpiredProviderToken"}"#)
        }
        return nil
    }

    private static func json(_ part: Substring) -> [String: Any]? {
        bytes(part).flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    }

    private static func bytes(_ part: Substring) -> Data? {
        let text = part.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text + padding)
    }
}

extension APNsPeer {
    /// How a sender finds it.
    struct Place: Sendable {
        let url: String
        let trustRoots: String
    }

    /// Runs `work` with a peer that offers protocols by TLS, and is gone afterwards.
    static func with<R>(
        protocols: [String] = ["h2"],
        _ work: (APNsPeer, Place) async throws -> R
    ) async throws -> R {
        let peer = APNsPeer()
        let files = try await PushFixture.certificate()
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(files.certificate.utf8))
                .map { .certificate($0) },
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: Array(files.key.utf8), format: .pem)
            )
        )
        tls.applicationProtocols = protocols
        let context = try NIOSSLContext(configuration: tls)
        let speaksHTTP2 = protocols.contains("h2")
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: context))
                    if speaksHTTP2 {
                        try peer.speakHTTP2(on: channel)
                    } else {
                        try pipeline.addHandler(PlainListener(peer))
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = server.localAddress?.port ?? 0
        let place = Place(url: "https://127.0.0.1:\(port)", trustRoots: files.certificate)
        do {
            let result = try await work(peer, place)
            try await server.close()
            return result
        } catch {
            try await server.close()
            throw error
        }
    }

    private func speakHTTP2(on channel: any Channel) throws {
        let connection = connected()
        channel.closeFuture.whenComplete { _ in self.disconnected() }
        _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
            mode: .server,
            connectionConfiguration: .init(),
            streamConfiguration: .init()
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandler(StreamAnswerer(self, connection))
            }
        }
    }
}

extension APNsPeer {
    /// Answers the request of one stream.
    private final class StreamAnswerer: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame.FramePayload
        typealias OutboundOut = HTTP2Frame.FramePayload

        private let peer: APNsPeer
        private let connection: Int
        private var headers: [String: String] = [:]
        private var body: [UInt8] = []

        init(_ peer: APNsPeer, _ connection: Int) {
            self.peer = peer
            self.connection = connection
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .headers(let frame):
                for (name, value, _) in frame.headers { headers[name] = value }
                if frame.endStream { answer(context) }
            case .data(let frame):
                if case .byteBuffer(let piece) = frame.data { body += piece.readableBytesView }
                if frame.endStream { answer(context) }
            default: break
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {}

        private func answer(_ context: ChannelHandlerContext) {
            let received = Received(headers: headers, body: body, connection: connection)
            switch peer.reply(to: received) {
            case .answer(let status, let body, let retryAfter):
                head(status, retryAfter, context)
                write(body, isLast: true, context)
            case .half:
                head(200, nil, context)
                write("{", isLast: false, context)
            case .silence: break
            case .drop: context.channel.parent?.close(promise: nil)
            }
        }

        private func head(_ status: Int, _ retryAfter: String?, _ context: ChannelHandlerContext) {
            var fields = [(":status", "\(status)"), ("apns-id", headers["apns-id"] ?? "")]
            if let retryAfter { fields.append(("retry-after", retryAfter)) }
            let frame = HTTP2Frame.FramePayload.Headers(headers: HPACKHeaders(fields))
            context.write(wrapOutboundOut(.headers(frame)), promise: nil)
        }

        private func write(_ text: String, isLast: Bool, _ context: ChannelHandlerContext) {
            let frame = HTTP2Frame.FramePayload.Data(
                data: .byteBuffer(ByteBuffer(string: text)),
                endStream: isLast
            )
            context.writeAndFlush(wrapOutboundOut(.data(frame)), promise: nil)
        }
    }

    /// Counts what comes over a connection that is not HTTP/2's.
    private final class PlainListener: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let peer: APNsPeer

        init(_ peer: APNsPeer) {
            self.peer = peer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            peer.heard(unwrapInboundIn(data).readableBytes)
        }

        func channelInactive(context: ChannelHandlerContext) {
            peer.disconnected()
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {}
    }
}
