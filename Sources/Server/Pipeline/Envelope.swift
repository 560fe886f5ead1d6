import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Logging

/// What every answer has, whatever it is: a trace, safe headers, and one error shape.
struct Envelope: RouterMiddleware {
    typealias Context = PurserContext

    private let cors: CORS
    private let proxies: TrustedProxies
    private let seals: HTTPFields

    init(cors: CORS, isTLS: Bool, proxies: TrustedProxies) {
        self.cors = cors
        self.proxies = proxies
        seals = Self.seals(isTLS: isTLS)
    }

    func handle(
        _ request: Request,
        context: PurserContext,
        next: (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.trace = Self.trace(of: request)
        guard request.isStreamSafe else {
            // Nothing is asked of what it says about itself, not even where it comes from.
            let sentence =
                "A header has more than \(Limits.combiningMarks) combining marks in a row"
            var response = Problem.invalid(sentence)
                .response(for: .insights, trace: context.trace)
            seal(&response.headers, context.trace)
            return request.method == .head ? response.createHeadResponse() : response
        }
        context.network = proxies.network(of: context.peer, request.headers)
        var response: Response
        if let preflight = cors.preflight(request) {
            response = preflight
        } else {
            do {
                response = try await next(request, context)
            } catch let error as HTTPError {
                response = Self.response(to: error, request, context)
            }
        }
        seal(&response.headers, context.trace)
        cors.allow(request, in: &response.headers)
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// The trace the caller names, if it is well formed, else a new one.
    static func trace(of request: Request) -> String {
        if let named = request.headers.only(.requestTrace), isTrace(named) { return named }
        return RawID(
            high: randomNumbers.next() & ~0xF000 | 0x4000,
            low: randomNumbers.next() >> 2 | 0x8000_0000_0000_0000
        ).text
    }

    private static let randomNumbers = RandomNumbers()

    private static func isTrace(_ text: String) -> Bool {
        (1...Limits.traceCharacters).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    || [0x2E, 0x5F, 0x3A, 0x2D].contains(byte)
            }
    }

    /// What the router itself refuses: a path that is not known.
    private static func response(
        to error: HTTPError,
        _ request: Request,
        _ context: PurserContext
    ) -> Response {
        let kind: Problem.Kind =
            switch error.status {
            case .notFound: .notFound
            case .contentTooLarge: .payloadTooLarge
            default: error.status.code < 500 ? .invalid : .internal
            }
        return Problem(kind).response(for: .insights, trace: context.trace)
    }

    /// Adds the trace and what every answer tells browsers; what it says of that itself stands.
    private func seal(_ headers: inout HTTPFields, _ trace: String) {
        let own = headers
        headers = seals
        headers.reserveCapacity(seals.count + own.count + 1)
        headers.append(HTTPField(name: .requestTrace, value: trace))
        for field in own {
            if seals.contains(field.name) {
                headers[field.name] = field.value
            } else {
                headers.append(field)
            }
        }
    }

    /// Headers that tell browsers to trust the answer with nothing.
    private static func seals(isTLS: Bool) -> HTTPFields {
        var headers: HTTPFields = [
            .xContentTypeOptions: "nosniff",
            .cacheControl: "no-store",
            .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
            .referrerPolicy: "no-referrer",
        ]
        if isTLS { headers[.strictTransportSecurity] = "max-age=63072000" }
        return headers
    }
}

extension Request {
    /// Whether its path, its host and its headers can be compared in a time that grows with their
    /// length alone; an Idempotency-Key may be anything, but not long.
    fileprivate var isStreamSafe: Bool {
        (head.path ?? "").isStreamSafe && (head.authority ?? "").isStreamSafe
            && headers.allSatisfy { $0.value.isStreamSafe || $0.name == .idempotencyKey }
    }
}

extension HTTPField.Name {
    static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else {
            preconditionFailure("a header's name is a token")
        }
        return name
    }

    static let requestTrace = known("X-Request-Trace")
    /// The key under which a call is done once.
    static let idempotencyKey = known("Idempotency-Key")
    /// That an answer is that of an earlier call.
    static let idempotencyReplayed = known("Idempotency-Replayed")
    /// What of an address other sites learn.
    static let referrerPolicy = known("Referrer-Policy")
}
