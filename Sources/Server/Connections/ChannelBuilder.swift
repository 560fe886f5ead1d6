import HummingbirdCore
import HummingbirdHTTP2
import Kernel
import NIOCore
import NIOSSL

/// Makes of accepted connections what speaks HTTP: HTTP/1.1 or, with a certificate, what TLS agrees
/// on.
struct ChannelBuilder: Sendable {
    private let connections: OpenConnections
    private let firstRequest: Duration
    private let tls: TLSConfiguration?

    /// Reads the certificate, if there is one.
    ///
    /// - Throws: ``StartError`` when a certificate or key file cannot be used.
    init(_ settings: ServerSettings) throws {
        let proxies = TrustedProxies(settings.trustedProxies)
        connections = OpenConnections(settings.connections, proxies)
        firstRequest = settings.connections.firstRequest
        if let certificate = settings.tlsCertificate, let key = settings.tlsKey {
            tls = try TLSFiles(certificate: certificate, key: key).configuration()
        } else {
            tls = nil
        }
    }

    /// What every port is served by; all of them count connections together.
    var builder: HTTPServerBuilder {
        HTTPServerBuilder { responder in
            let configuration = Self.http1
            guard let tls else {
                let channel = HTTP1Channel(responder: responder, configuration: configuration)
                return guarded(channel)
            }
            let channel = try HTTP2UpgradeChannel(
                tlsConfiguration: tls,
                configuration: HTTP2UpgradeChannel.Configuration(
                    idleTimeout: .seconds(Limits.requestSeconds),
                    streamConfiguration: configuration
                ),
                responder: responder
            )
            return guarded(channel)
        }
    }

    private func guarded(_ channel: some ServerChildChannel) -> any ServerChildChannel {
        GuardedChannel(channel, connections, firstRequest: firstRequest)
    }

    private static var http1: HTTP1Channel.Configuration {
        let limit = TimeAmount.seconds(Int64(Limits.requestSeconds))
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [SlowRequestGuard(limit: limit)],
            idleTimeout: limit,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: Limits.headBytes,
                maxHeaderListSize: Limits.headBytes,
                maxHeaderFieldCount: 100
            )
        )
    }
}
