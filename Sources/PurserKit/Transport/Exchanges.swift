// Elsewhere a target of the tests has it alone: a program that carries Swift's own libraries cannot
// link FoundationNetworking, which needs libcurl, and has AsyncHTTPClient.
#if canImport(Darwin) || URL_SESSION_FOR_TESTS
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if URL_SESSION_FOR_TESTS
@testable import PurserKit
#endif

/// The requests of a URLSession that are under way, and what the session tells of them.
final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    typealias Answer = (response: StreamedResponse, declared: Int?)

    /// One request under way.
    private struct Exchange {
        /// Who waits for the head of the answer; `nil` once it has arrived.
        var waiting: CheckedContinuation<Answer, any Error>?
        /// The body, until it is handed out: whoever drops it then ends the request.
        var pieces: AsyncThrowingStream<[UInt8], any Error>?
        let sink: AsyncThrowingStream<[UInt8], any Error>.Continuation
        /// How much of the body is still to come, when the head said how long it is.
        var missing: Int?
    }

    private struct State {
        var exchanges: [Int: Exchange] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let authorities: TrustedAuthorities

    init(_ authorities: TrustedAuthorities) {
        self.authorities = authorities
    }

    /// Sends a request and waits for the head of its answer.
    ///
    /// - Throws: ``NetworkFailure``; `CancellationError`.
    func run(_ session: URLSession, _ request: URLRequest) async throws -> Answer {
        // A session that was invalidated ends the program when it is asked for a task.
        guard let task = begin(session, request) else { throw NetworkFailure.unreachable }
        let number = task.taskIdentifier
        let (pieces, sink) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        sink.onTermination = { _ in task.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isClosed = state.withLock { state in
                    state.exchanges[number] = Exchange(
                        waiting: continuation,
                        pieces: pieces,
                        sink: sink
                    )
                    return state.isClosed
                }
                task.resume()
                // Whatever came before the exchange was written down has ended nothing.
                if Task.isCancelled { end(number, CancellationError()) }
                if isClosed { end(number, NetworkFailure.connectionLost) }
            }
        } onCancel: {
            end(number, CancellationError())
            task.cancel()
        }
    }

    /// Ends everything that is under way, and sends nothing any more.
    func close() {
        let numbers = state.withLock { state in
            state.isClosed = true
            return Array(state.exchanges.keys)
        }
        for number in numbers { end(number, NetworkFailure.connectionLost) }
    }

    private func begin(_ session: URLSession, _ request: URLRequest) -> URLSessionDataTask? {
        state.withLock { $0.isClosed ? nil : session.dataTask(with: request) }
    }

    /// Ends one exchange; nothing when it has ended already.
    private func end(_ number: Int, _ error: (any Error)?) {
        guard let exchange = state.withLock({ $0.exchanges.removeValue(forKey: number) }) else {
            return
        }
        exchange.waiting?.resume(throwing: error ?? NetworkFailure.damaged)
        exchange.sink.finish(throwing: error)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect itself is the answer then, and is looked at as one.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let number = dataTask.taskIdentifier
        if let response = response as? HTTPURLResponse,
            !(300..<400).contains(response.statusCode)
        {
            begin(number, Head(response))
            completionHandler(.allow)
        } else {
            end(number, NetworkFailure.intercepted)
            completionHandler(.cancel)
            dataTask.cancel()
        }
    }

    private func begin(_ number: Int, _ head: Head) {
        let (waiting, pieces) = state.withLock { state in
            defer {
                state.exchanges[number]?.waiting = nil
                state.exchanges[number]?.pieces = nil
                state.exchanges[number]?.missing = head.declared
            }
            return (state.exchanges[number]?.waiting, state.exchanges[number]?.pieces)
        }
        guard let waiting, let pieces else { return }
        waiting.resume(
            returning: (
                StreamedResponse(status: head.status, headers: head.headers, pieces: pieces),
                head.declared
            )
        )
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let sink = state.withLock { state in
            let number = dataTask.taskIdentifier
            if let missing = state.exchanges[number]?.missing {
                state.exchanges[number]?.missing = missing - data.count
            }
            return state.exchanges[number]?.sink
        }
        sink?.yield(Array(data))
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let number = task.taskIdentifier
        let missing = state.withLock { $0.exchanges[number]?.missing } ?? 0
        let truncated = missing > 0 ? NetworkFailure.damaged : nil
        end(number, error.map { NetworkFailure($0) } ?? truncated)
    }

    #if canImport(Security)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let trust = challenge.protectionSpace.serverTrust, !authorities.areTheSystems
        else {
            completionHandler(.performDefaultHandling, nil)
            return
        }
        if authorities.stand(behind: trust) {
            completionHandler(.useCredential, URLCredential(trust: trust))
        } else {
            end(task.taskIdentifier, NetworkFailure.untrusted)
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
    #endif
}

/// The head of an answer.
private struct Head {
    let status: Int
    let headers: Headers
    /// How long the body says to be; `nil` when nobody knows, or when it is packed.
    let declared: Int?

    init(_ response: HTTPURLResponse) {
        status = response.statusCode
        var headers: Headers = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name] = value }
        }
        self.headers = headers
        let length = headers["Content-Length"].flatMap { Int($0) }
        declared = headers["Content-Encoding"] == nil ? length : nil
    }
}
#endif
