package import Contract
import Kernel

/// One call of an endpoint, ready to be sent as often as it takes.
package struct PreparedCall: Sendable, Equatable {
    /// The endpoint's name.
    package let name: String
    /// The endpoint's path, with its places unfilled: what may be shown in a log.
    package let path: String
    /// The endpoint's room.
    package let surface: Surface
    /// Whether it may be sent again.
    package let repeats: Repeats
    package let carriesToken: Bool
    /// Whether there is no sense in sending it while nobody is signed in.
    package let needsMember: Bool
    /// The status of success.
    package let status: Int
    /// What is sent.
    package let wire: Wire
    /// The name of the intent, the same for every try.
    package let idempotencyKey: String?

    /// The header that names the version a change was made of (RFC 9110, section 13.1.1).
    package static let ifMatch = "If-Match"

    /// What is sent of a call, whichever try it is.
    package struct Wire: Sendable, Equatable {
        package let method: Method
        package let target: String
        package let body: [UInt8]?
        /// What the body is.
        package var contentType = "application/json"
        /// The endpoint's own headers by their names.
        package var headers: [String: String] = [:]

        package init(
            method: Method,
            target: String,
            body: [UInt8]?,
            headers: [String: String] = [:]
        ) {
            self.method = method
            self.target = target
            self.body = body
            self.headers = headers
        }
    }

    /// Makes a call.
    ///
    /// - Throws: ``PurserError`` `invalid` when a key of the path has no value.
    init<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ input: Input,
        file: [UInt8]? = nil,
        idempotencyKey: String?
    ) throws {
        name = endpoint.name
        path = endpoint.path.text
        surface = endpoint.surface
        repeats = endpoint.repeats
        carriesToken = endpoint.access != .anyone
        needsMember = carriesToken && endpoint.access != .optional
        status = endpoint.status
        do {
            wire = Wire(try endpoint.request(input), file: file)
        } catch let problem as Problem {
            throw PurserError(invalid: problem)
        }
        self.idempotencyKey = idempotencyKey
    }

    /// A call that was kept, as it was; what is kept is of a member.
    package init(
        name: String,
        path: String,
        surface: Surface,
        repeats: Repeats,
        carriesToken: Bool,
        status: Int,
        wire: Wire,
        idempotencyKey: String?
    ) {
        self.name = name
        self.path = path
        self.surface = surface
        self.repeats = repeats
        self.carriesToken = carriesToken
        needsMember = carriesToken
        self.status = status
        self.wire = wire
        self.idempotencyKey = idempotencyKey
    }

    /// Whether a try whose outcome is not known may be made again.
    var mayBeRepeated: Bool {
        switch repeats {
        case .freely: true
        case .withKey: idempotencyKey != nil
        case .never: false
        }
    }

    /// The request of one try.
    func request(token: String?, trace: String?, timeout: Duration? = nil) -> TransportRequest {
        var request = TransportRequest(
            wire.method,
            wire.target,
            body: wire.body,
            timeout: timeout
        )
        request.headers["Authorization"] = token.map { "Bearer \($0)" }
        request.headers["X-Request-Trace"] = trace
        request.headers["Idempotency-Key"] = idempotencyKey
        for (name, value) in wire.headers { request.headers[name] = value }
        if wire.body != nil { request.headers["Content-Type"] = wire.contentType }
        return request
    }
}

extension PreparedCall.Wire {
    init(_ request: WireRequest, file: [UInt8]?) {
        self.init(
            method: request.method,
            target: request.target,
            body: file ?? request.body,
            headers: request.headers
        )
        if file != nil { contentType = "application/octet-stream" }
    }
}

extension Endpoint {
    /// An input as the server would read it.
    ///
    /// - Throws: ``PurserError`` `invalid`.
    package func accepted(_ input: Input) throws -> Input {
        do {
            return try checked(input)
        } catch let problem as Problem {
            throw PurserError(invalid: problem)
        } catch {
            throw PurserError(.invalid, "The input cannot be written down")
        }
    }

    /// What an answer says.
    ///
    /// - Throws: ``PurserError`` for every answer but success, and for one that cannot be read.
    func read(_ response: TransportResponse) throws(PurserError) -> Output {
        guard response.status == status || otherStatuses.contains(response.status) else {
            throw PurserError(response, carriesToken: access != .anyone)
        }
        do {
            return try output(of: response.body)
        } catch {
            throw PurserError(unreadable: response, because: error)
        }
    }
}

extension PreparedCall: Confidential {
    /// The endpoint alone: its places and its body may hold a secret.
    package var description: String { "\(wire.method.rawValue) \(path)" }
}
