// Elsewhere a target of the tests has it alone: a program that carries Swift's own libraries cannot
// link FoundationNetworking, which needs libcurl, and has AsyncHTTPClient.
#if canImport(Darwin) || URL_SESSION_FOR_TESTS
import Contract
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if URL_SESSION_FOR_TESTS
@testable public import PurserKit
#endif

/// Carries requests by URLSession: the transport of Apple's systems.
///
/// Nothing outlives the program: no cookie, no cached answer, no credential. Redirects are not
/// followed, because nothing that the server says to the app is one. A request whose repetition
/// changes nothing (GET, PUT, DELETE) may be sent once more by the system when a kept connection
/// turns out to be closed.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges: Exchanges
    private let baseURL: String
    private let maximumAnswerBytes: Int
    private let responseTimeout: ResponseTimeout

    /// Makes a transport to the server of a configuration.
    ///
    /// - Throws: ``PurserError`` `invalid` when the address or an authority is none, and on systems
    ///   whose URLSession cannot be told whom to trust.
    public convenience init(_ configuration: Configuration) throws {
        try self.init(configuration, baseURL: try configuration.checkedBaseURL())
    }

    init(
        _ configuration: Configuration,
        baseURL: String,
        _ responseTimeout: ResponseTimeout = ResponseTimeout()
    ) throws {
        self.baseURL = baseURL
        maximumAnswerBytes = configuration.maximumAnswerBytes
        self.responseTimeout = responseTimeout
        exchanges = Exchanges(try TrustedAuthorities(configuration.trustedAuthorities))
        session = URLSession(
            configuration: Self.settings,
            delegate: exchanges,
            delegateQueue: nil
        )
    }

    deinit { session.invalidateAndCancel() }

    /// Sends one request and waits for its answer.
    ///
    /// - Throws: ``NetworkFailure``; `CancellationError`.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        do {
            return try await responseTimeout.wait(request.timeout) { [self] in
                let (response, declared) = try await answer(to: request)
                guard declared.map({ $0 <= maximumAnswerBytes }) ?? true else {
                    throw NetworkFailure.tooLarge
                }
                return try await response.whole(upTo: maximumAnswerBytes)
            }
        } catch {
            throw Task.isCancelled ? CancellationError() : error
        }
    }

    /// Sends one request and gives its answer piece by piece, as it arrives.
    ///
    /// - Throws: As ``send(_:)``; so does the sequence of pieces.
    public func open(_ request: TransportRequest) async throws -> StreamedResponse {
        do {
            return try await responseTimeout.wait(request.timeout) { [self] in
                try await answer(to: request).response
            }
        } catch {
            throw Task.isCancelled ? CancellationError() : error
        }
    }

    /// Closes every connection; calls under way fail.
    public func shutdown() async {
        session.invalidateAndCancel()
        exchanges.close()
    }

    /// The answer once its head has arrived, and how long it says to be.
    private func answer(
        to request: TransportRequest
    ) async throws -> (response: StreamedResponse, declared: Int?) {
        guard let url = URL(string: baseURL + request.target) else {
            throw NetworkFailure.unreachable
        }
        var outgoing = URLRequest(url: url)
        outgoing.httpMethod = request.method.rawValue
        outgoing.httpBody = request.body.map { Data($0) }
        // Patience ends it; what the system measures is the time between two pieces.
        outgoing.timeoutInterval = Self.unbounded
        for (name, value) in request.headers.all {
            outgoing.setValue(value, forHTTPHeaderField: name)
        }
        return try await exchanges.run(session, outgoing)
    }

    private static var settings: URLSessionConfiguration {
        let settings = URLSessionConfiguration.ephemeral
        settings.httpCookieStorage = nil
        settings.httpShouldSetCookies = false
        settings.urlCache = nil
        settings.urlCredentialStorage = nil
        settings.requestCachePolicy = .reloadIgnoringLocalCacheData
        settings.httpMaximumConnectionsPerHost = 8
        #if canImport(Darwin)
        settings.waitsForConnectivity = false
        settings.tlsMinimumSupportedProtocolVersion = .TLSv12
        #endif
        return settings
    }

    private static let unbounded: TimeInterval = 86_400
}
#endif
