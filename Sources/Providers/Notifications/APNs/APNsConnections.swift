import AsyncHTTPClient
import NIOCore
import NIOSSL
import Synchronization

/// The connections to Apple's push service: HTTP/2 over TLS and nothing else, kept open.
final class APNsConnections: Sendable {
    /// Sends requests over them.
    let client: HTTPClient
    private let open: OpenChannels

    /// A service that speaks HTTP/1.1 and is therefore told nothing.
    struct NotHTTP2: Error {}

    /// Makes no connection yet.
    ///
    /// - Parameter trustRoots: Certificates in PEM that are trusted instead of the system's.
    /// - Throws: ``NotificationSettingError`` when they are none.
    init(trustRoots: String?) throws(NotificationSettingError) {
        let open = OpenChannels()
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: try Self.tls(trustRoots),
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(10))
        )
        configuration.connectionPool.idleTimeout = .seconds(300)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.http2ConnectionDebugInitializer = { channel in
            open.add(channel)
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        configuration.http1_1ConnectionDebugInitializer = { channel in
            // Closed after it is refused, when the client does not count it any more.
            channel.eventLoop.execute { channel.close(promise: nil) }
            return channel.eventLoop.makeFailedFuture(NotHTTP2())
        }
        self.open = open
        client = HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup,
            configuration: configuration
        )
    }

    // A client that was never shut down ends a debug build.
    deinit { client.shutdown { _ in } }

    /// Closes every connection; the next message makes another.
    ///
    /// For when an answer did not come in time: a connection whose other end is gone looks open for
    /// a quarter of an hour, and what is sent meanwhile is lost. What is under way is sent again.
    func closeAll() async { await open.closeAll() }

    private static func tls(
        _ trustRoots: String?
    ) throws(NotificationSettingError) -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        guard let trustRoots else { return tls }
        guard let roots = try? NIOSSLCertificate.fromPEMBytes(Array(trustRoots.utf8)),
            !roots.isEmpty
        else { throw NotificationSettingError(.trustRoots, "certificates in PEM") }
        tls.trustRoots = .certificates(roots)
        return tls
    }
}

/// The channels that are open.
private final class OpenChannels: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { _ in
            self.channels.withLock { $0[id] = nil }
        }
    }

    /// Closes them, and returns when nobody counts on them any more.
    func closeAll() async {
        let open = channels.withLock { Array($0.values) }
        for channel in open { channel.eventLoop.execute { Self.cut(channel) } }
        for channel in open { try? await channel.closeFuture.get() }
    }

    /// Closes a channel below TLS, which would wait for the other end's word.
    private static func cut(_ channel: any Channel) {
        let tls = try? channel.pipeline.syncOperations.context(
            handlerType: NIOSSLClientHandler.self
        )
        if let tls {
            tls.close(promise: nil)
        } else {
            channel.close(promise: nil)
        }
    }
}
