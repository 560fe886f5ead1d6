#if canImport(AsyncHTTPClient)
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension AsyncHTTPTransport {
    /// What an error of the libraries means for the caller.
    ///
    /// Only what is certain to come before the request is sent becomes a failure that says so.
    static func failure(_ error: any Error) -> any Error {
        if Task.isCancelled { return CancellationError() }
        return switch error {
        case is CancellationError: error
        case let failure as NetworkFailure: failure
        case is NIOTooManyBytesError: NetworkFailure.tooLarge
        case is HTTPParserError: NetworkFailure.damaged
        case is NIOSSLExtraError: NetworkFailure.untrusted
        case let error as HTTPClientError: failure(ofClient: error)
        case let error as NIOSSLError: failure(ofTLS: error)
        case let error as NIOConnectionError: failure(ofConnecting: error)
        case ChannelError.connectTimeout: NetworkFailure.unreachable
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            NetworkFailure.unreachable
        default: NetworkFailure.connectionLost
        }
    }

    private static func failure(ofClient error: HTTPClientError) -> NetworkFailure {
        switch error {
        case .deadlineExceeded, .readTimeout, .writeTimeout: .timedOut
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout,
            .socksHandshakeTimeout, .httpProxyHandshakeTimeout, .alreadyShutdown, .invalidURL,
            .emptyHost, .invalidLocalAddress:
            .unreachable
        default: .connectionLost
        }
    }

    /// A handshake comes before every request; one that was merely cut off says nothing of trust.
    private static func failure(ofTLS error: NIOSSLError) -> NetworkFailure {
        switch error {
        case .handshakeFailed(.sslError), .noCertificateToValidate,
            .unableToValidateCertificate:
            .untrusted
        case .handshakeFailed: .unreachable
        default: .connectionLost
        }
    }

    private static func failure(ofConnecting error: NIOConnectionError) -> NetworkFailure {
        let codes = error.connectionErrors.map { ($0.error as? IOError)?.errnoCode }
        let wayless = [ENETDOWN, ENETUNREACH, EHOSTUNREACH]
        let isOffline =
            !codes.isEmpty && codes.allSatisfy { $0.map(wayless.contains) ?? false }
        return isOffline ? .offline : .unreachable
    }
}
#endif
