#if canImport(AsyncHTTPClient)
import AsyncHTTPClient
import Contract
import NIOCore
import NIOHTTP1
import NIOSSL

/// Carries requests by AsyncHTTPClient: over HTTP/1.1 or HTTP/2, on connections that are kept.
///
/// The transport of Linux; a program for macOS that has AsyncHTTPClient anyway may take it as
/// well. A request is sent at most once: what AsyncHTTPClient would try again by itself is to
/// connect, and that is left to the caller too, who then knows at once that nobody is there.
public final class AsyncHTTPTransport: Transport {
    private let client: HTTPClient
    private let baseURL: String
    private let maximumAnswerBytes: Int
    private let responseTimeout: ResponseTimeout

    /// Makes a transport to the server of a configuration.
    ///
    /// - Throws: ``PurserError`` `invalid` when the address or an authority is none.
    public convenience init(_ configuration: Configuration) throws {
        try self.init(configuration, baseURL: try configuration.checkedBaseURL())
    }

    init(
        _ configuration: Configuration,
        baseURL: String,
        _ responseTimeout: ResponseTimeout = ResponseTimeout(),
        connectTimeout: TimeAmount = .seconds(10)
    ) throws {
        self.baseURL = baseURL
        maximumAnswerBytes = configuration.maximumAnswerBytes
        self.responseTimeout = responseTimeout
        var settings = HTTPClient.Configuration(
            tlsConfiguration: try Self.tls(configuration.trustedAuthorities),
            redirectConfiguration: .disallow,
            timeout: .init(connect: connectTimeout)
        )
        settings.connectionPool.idleTimeout = Self.idleTimeout
        settings.connectionPool.retryConnectionEstablishment = false
        settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.connections
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    }

    // A client that was never shut down ends a debug build.
    deinit { client.shutdown { _ in } }

    /// Sends one request and waits for its answer.
    ///
    /// - Throws: ``NetworkFailure``; `CancellationError`.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        do {
            return try await responseTimeout.wait(request.timeout) { [self] in
                let response = try await answer(to: request)
                let body = try await response.body.collect(upTo: maximumAnswerBytes)
                return TransportResponse(
                    status: Int(response.status.code),
                    headers: Headers(response.headers),
                    body: Array(body.readableBytesView)
                )
            }
        } catch {
            throw Self.failure(error)
        }
    }

    /// Sends one request and gives its answer piece by piece, as it arrives.
    ///
    /// - Throws: As ``send(_:)``; so does the sequence of pieces.
    public func open(_ request: TransportRequest) async throws -> StreamedResponse {
        let response: HTTPClientResponse
        do {
            response = try await responseTimeout.wait(request.timeout) { [self] in
                try await answer(to: request)
            }
        } catch {
            throw Self.failure(error)
        }
        return StreamedResponse(
            status: Int(response.status.code),
            headers: Headers(response.headers),
            pieces: Self.pieces(of: response.body)
        )
    }

    /// Closes every connection; calls under way fail.
    public func shutdown() async { try? await client.shutdown() }

    private func answer(to request: TransportRequest) async throws -> HTTPClientResponse {
        var outgoing = HTTPClientRequest(url: baseURL + request.target)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        for (name, value) in request.headers.all {
            outgoing.headers.add(name: name, value: value)
        }
        if let body = request.body { outgoing.body = .bytes(body) }
        // Patience ends it; the client's own deadline would end with the head of the answer.
        let response = try await client.execute(outgoing, timeout: Self.unbounded)
        guard !(300..<400).contains(response.status.code) else {
            throw NetworkFailure.intercepted
        }
        return response
    }

    private static func pieces(
        of body: HTTPClientResponse.Body
    ) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    for try await piece in body {
                        continuation.yield(Array(piece.readableBytesView))
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: failure(error))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private static func tls(_ authorities: [String]) throws -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        guard !authorities.isEmpty else { return tls }
        do {
            let roots = try authorities.flatMap {
                try NIOSSLCertificate.fromPEMBytes(Array($0.utf8))
            }
            tls.trustRoots = .certificates(roots)
        } catch {
            throw PurserError(.invalid, "trustedAuthorities must be certificates as PEM")
        }
        return tls
    }

    /// Below the 30 seconds after which the server closes a connection, so that a request is
    /// not sent into one that is being closed.
    private static let idleTimeout = TimeAmount.seconds(20)
    /// Over HTTP/1.1; a call that waits for one of them waits no longer than for a connection.
    private static let connections = 32
    private static let unbounded = TimeAmount.hours(24)
}

extension Headers {
    fileprivate init(_ fields: HTTPHeaders) {
        self = [:]
        for (name, value) in fields { self[name] = value }
    }
}
#endif
