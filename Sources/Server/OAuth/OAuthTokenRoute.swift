import Contract
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Operations

/// `POST /oauth2/token`: grants for tokens, with forms in and RFC 6749's words out.
///
/// No endpoint, because those speak JSON in the shapes of the five documents.
struct OAuthTokenRoute: Sendable {
    static let path = "/oauth2/token"
    private static let name = "oauthToken"

    private let services: PipelineServices
    private let metrics: EndpointMetrics

    init(_ services: PipelineServices, _ observed: any ObservedEndpoints) {
        self.services = services
        metrics = observed.metrics(of: Self.name)
    }

    func add(to router: Router<PurserContext>) {
        router.post(RouterPath(Self.path)) { request, context in
            await respond(to: request, context)
        }
        for method in Mount.allMethods where method != .post && method != .head {
            router.on(RouterPath(Self.path), method: method) { request, context in
                let problem = Problem(.methodNotAllowed, allowedMethods: [.post])
                return refusal(problem, request, context)
            }
        }
    }

    private func respond(to request: Request, _ context: PurserContext) async -> Response {
        let started = ContinuousClock.now
        var response: Response
        do {
            let call = try services.countedCall(context)
            let body = try await services.bodies.wholeBody(of: request, from: context.network)
            defer { services.bodies.end(body) }
            let form = try OAuthTokenForm(try request.formPairs(body.bytes))
            let answer = try await services.operations.identity.oauthToken(form, call)
            let bytes = try WireEncoder.bytes(answer)
            response = Response("application/json", ByteBuffer(bytes: bytes))
        } catch {
            response = refusal(error, request, context)
        }
        response.headers[.cacheControl] = "no-store"
        services.note(response, of: Self.name, in: metrics, since: started, context)
        return response
    }

    private func refusal(
        _ error: any Error,
        _ request: Request,
        _ context: PurserContext
    ) -> Response {
        guard let refusal = error as? OAuthRefusal else {
            // Logged as any other refusal, and told with its status and headers.
            var response = services.refusal(of: Self.name, because: error, on: .insights, context)
            let problem = Problem(failure: error)
            let body = Self.body(Self.word(for: problem.kind), problem.message, context)
            response.body = ResponseBody(byteBuffer: body)
            return response
        }
        context.logger.debug(
            "request refused",
            metadata: [
                "operation": "\(Self.name)", "trace": "\(context.trace)",
                "kind": "\(refusal.code.rawValue)",
            ]
        )
        var response = Response(
            "application/json",
            Self.body(refusal.code.rawValue, refusal.description, context),
            status: HTTPResponse.Status(code: refusal.status)
        )
        if refusal.code == .invalidClient {
            let isBasic = request.headers.only(.authorization)?.lowercased().hasPrefix("basic ")
            response.headers[.wwwAuthenticate] =
                isBasic == true ? #"Basic realm="purser""# : "Bearer"
        }
        return response
    }

    /// RFC 6749 has no words for what is not the client's mistake but those of its section 4.1.2.1.
    private static func word(for kind: Problem.Kind) -> String {
        switch kind.status {
        case 429, 503: "temporarily_unavailable"
        case 500...: "server_error"
        default: OAuthRefusal.Code.invalidRequest.rawValue
        }
    }

    private static func body(
        _ word: String,
        _ sentence: String,
        _ context: PurserContext
    ) -> ByteBuffer {
        let members: [JSON.Member] = [
            .init("error", .string(word)),
            // RFC 6749, section 5.2: neither quotes nor backslashes.
            .init("error_description", .string(sentence.filter { $0 != "\"" && $0 != "\\" })),
            .init("traceId", .string(context.trace)),
        ]
        return ByteBuffer(string: JSON.object(members).text)
    }
}
