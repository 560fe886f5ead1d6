import AsyncHTTPClient
import Kernel
import NIOCore
import NIOHTTP1

/// Sends requests to a vendor over HTTP; what SwiftNIO has to do with it ends in this file.
struct VendorClient: Sendable {
    struct Request: Sendable {
        let method: Method
        let url: String
        let headers: [(name: String, value: String)]
        let body: [UInt8]
    }

    /// What a request does.
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
        /// The pause that the vendor asks for, where it says so in seconds.
        var retryAfterSeconds: Int64?
    }

    /// No answer: what the vendor did is not known.
    struct NoResponse: Error, Sendable, Equatable {
        /// What was the matter.
        enum Kind: Sendable {
            /// It did not come, or broke off.
            case lost
            /// It took too long.
            case late
            /// It is longer than it may be.
            case tooLong
        }

        var kind = Kind.lost
        /// Why, without anything of the request.
        let reason: String
    }

    /// The most bytes of an answer, unless its client is made for fewer.
    static let answerBytes = 4_194_304

    private let client: HTTPClient
    private let observed: ObservedCall
    private let timeout: Duration
    private let answerBytes: Int
    private let deadline: @Sendable () async throws -> Void

    /// Makes a client whose requests take no longer than `timeout` until the end of their answers.
    ///
    /// Or until `deadline` returns, which a test may have wait for something else than time.
    init(
        _ client: HTTPClient,
        vendor: Vendor = .other,
        timeout: Duration,
        answerBytes: Int = Self.answerBytes,
        deadline: (@Sendable () async throws -> Void)? = nil
    ) {
        self.client = client
        observed = ObservedCall(
            "call \(vendor.rawValue)",
            metric: "purser_vendor_calls",
            dimensions: [("vendor", vendor.rawValue)]
        )
        self.timeout = timeout
        self.answerBytes = answerBytes
        self.deadline = deadline ?? { try await Task.sleep(for: timeout) }
    }

    /// Sends a request and takes the whole answer, whatever its status.
    func send(_ request: Request) async throws(NoResponse) -> Answer {
        // The client's own deadline ends with the answer's head, and a body may never end.
        try await first(of: [{ try await exchange(request) }, inTime])
    }

    /// Sends a request and hands over the body of a good answer (200) piece by piece.
    ///
    /// - Parameters:
    ///   - request: What is sent.
    ///   - idle: How long the next piece may take to come.
    ///   - take: Takes a piece; `false` when no more is wanted, which ends the connection.
    /// - Returns: The answer's head; its body is empty.
    /// - Throws: ``NoResponse``; pieces may have been handed over before.
    func stream(
        _ request: Request,
        idle: Duration,
        _ take: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws(NoResponse) -> Answer {
        let pulse = Pulse()
        return try await first(
            of: [
                { try await receive(request, pulse, take) }, inTime,
                {
                    try await pulse.stop(for: idle)
                    throw NoResponse(kind: .late, reason: "the answer stopped")
                },
            ]
        )
    }

    @Sendable private func inTime() async throws -> Answer {
        try await deadline()
        throw NoResponse(kind: .late, reason: "no answer in time")
    }

    /// What the first of several ends with; the others are cancelled.
    ///
    /// It is counted, timed and traced.
    private func first(
        of works: [@Sendable () async throws -> Answer]
    ) async throws(NoResponse) -> Answer {
        let result = await observed.run { () -> (value: Result<Answer, NoResponse>, String) in
            do {
                let answer = try await withThrowingTaskGroup(of: Answer.self) { group in
                    defer { group.cancelAll() }
                    for work in works { group.addTask { try await work() } }
                    guard let answer = try await group.next() else {
                        throw NoResponse(reason: "no answer")
                    }
                    return answer
                }
                return (.success(answer), Self.outcome(of: answer))
            } catch {
                let failure = Self.noResponse(error)
                return (.failure(failure), Self.outcome(of: failure))
            }
        }
        return try result.get()
    }

    /// The outcome in one of few words, for metrics.
    private static func outcome(of answer: Answer) -> String {
        switch answer.status {
        case 200..<300: "good"
        case 429: "too_many"
        case 500...: "failed"
        default: "refused"
        }
    }

    private static func outcome(of failure: NoResponse) -> String {
        switch failure.kind {
        case .lost: "lost"
        case .late: "late"
        case .tooLong: "too_long"
        }
    }

    private func receive(
        _ request: Request,
        _ pulse: Pulse,
        _ take: @Sendable ([UInt8]) -> Bool
    ) async throws -> Answer {
        let response = try await client.execute(outgoing(request), timeout: TimeAmount(timeout))
        let answer = Answer(
            status: Int(response.status.code),
            body: [],
            retryAfterSeconds: Self.seconds(response.headers.first(name: "Retry-After"))
        )
        guard answer.status == 200 else { return answer }
        var count = 0
        for try await piece in response.body {
            pulse.beat()
            count += piece.readableBytes
            guard count <= answerBytes else {
                throw NoResponse(kind: .tooLong, reason: "a longer answer")
            }
            guard take(Array(piece.readableBytesView)) else { break }
        }
        return answer
    }

    private func outgoing(_ request: Request) -> HTTPClientRequest {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        if !request.body.isEmpty { outgoing.body = .bytes(request.body) }
        return outgoing
    }

    private func exchange(_ request: Request) async throws -> Answer {
        let response = try await client.execute(outgoing(request), timeout: TimeAmount(timeout))
        let body = try await response.body.collect(upTo: answerBytes)
        return Answer(
            status: Int(response.status.code),
            body: Array(body.readableBytesView),
            retryAfterSeconds: Self.seconds(response.headers.first(name: "Retry-After"))
        )
    }

    /// Reads a pause; `nil` for a date, which would be by the vendor's clock.
    private static func seconds(_ field: String?) -> Int64? {
        guard let digits = field?.utf8, (1...9).contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let seconds = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        return min(seconds, Limits.retryAfterSeconds)
    }

    /// Errors of the client may show headers and addresses; their kinds do not.
    private static func noResponse(_ error: any Error) -> NoResponse {
        switch error {
        case let noResponse as NoResponse: noResponse
        case let error as HTTPClientError:
            NoResponse(
                kind: error == .deadlineExceeded ? .late : .lost,
                reason: error.shortDescription
            )
        case is NIOTooManyBytesError: NoResponse(kind: .tooLong, reason: "a longer answer")
        default: NoResponse(reason: "\(type(of: error))")
        }
    }
}
