import Contract
import NIOCore
import Testbed
import Testing

@testable import PurserKit

#if canImport(URLSessionOnLinux)
@testable import URLSessionOnLinux
#endif

/// The transports that go over a socket: one set of tests for both.
enum Carrier: String, CaseIterable, CustomTestStringConvertible {
    case asyncHTTP
    case urlSession

    var testDescription: String { rawValue }

    /// Runs `work` with a transport to a port of the loopback address.
    @discardableResult
    func with<R>(
        _ port: Int,
        maximumAnswerBytes: Int = 8_388_608,
        responseTimeout: ResponseTimeout = ResponseTimeout(),
        _ work: (any Transport) async throws -> R
    ) async throws -> R {
        var configuration = Configuration(.development, at: "http://127.0.0.1:\(port)")
        configuration.maximumAnswerBytes = maximumAnswerBytes
        return try await with(configuration, responseTimeout, work)
    }

    /// Runs `work` with a transport.
    @discardableResult
    func with<R>(
        _ configuration: Configuration,
        _ responseTimeout: ResponseTimeout = ResponseTimeout(),
        _ work: (any Transport) async throws -> R
    ) async throws -> R {
        let baseURL = try configuration.checkedBaseURL()
        let transport: any Transport =
            switch self {
            case .asyncHTTP:
                try AsyncHTTPTransport.test(configuration, responseTimeout)
            case .urlSession:
                try URLSessionTransport(configuration, baseURL: baseURL, responseTimeout)
            }
        do {
            let result = try await work(transport)
            await transport.shutdown()
            return result
        } catch {
            await transport.shutdown()
            throw error
        }
    }

    /// Runs `work` with a transport to a server that answers the first request of each connection
    /// with a text, and then closes the connection.
    @discardableResult
    func talking<R>(
        to answer: String,
        maximumAnswerBytes: Int = 8_388_608,
        _ work: (any Transport) async throws -> R
    ) async throws -> R {
        try await withLoopbackListener { client in
            _ = try await client.next()
            try await client.write(answer)
        } _: { port in
            try await with(port, maximumAnswerBytes: maximumAnswerBytes, work)
        }
    }
}

extension ResponseTimeout {
    /// Waits until a gate is opened, in place of any time.
    static func until(_ gate: Gate) -> ResponseTimeout {
        ResponseTimeout { _ in await gate.pass() }
    }

    /// Waits for as long as it takes on a busy machine.
    static let endless = ResponseTimeout { _ in try await Task.sleep(for: .seconds(86_400)) }
}

extension AsyncHTTPTransport {
    /// One that waits for a connection as long as it takes on a busy machine.
    static func test(
        _ configuration: Configuration,
        _ responseTimeout: ResponseTimeout = .endless
    ) throws -> AsyncHTTPTransport {
        try AsyncHTTPTransport(
            configuration,
            baseURL: try configuration.checkedBaseURL(),
            responseTimeout,
            connectTimeout: .hours(1)
        )
    }
}
