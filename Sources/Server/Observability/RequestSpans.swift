import Hummingbird
import Providers
import Tracing

/// Puts a span around each request, with the contract's trace id; only mounted beside a tracer.
///
/// The span has the method, the path as it is declared and the status, and nothing that a caller
/// sent: an id in a path is somebody's.
struct RequestSpans: RouterMiddleware {
    typealias Context = PurserContext

    let tracer: any Tracer

    func handle(
        _ request: Request,
        context: PurserContext,
        next: (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        var surroundings = ServiceContext.current ?? .topLevel
        surroundings.purserTrace = context.trace
        let name = request.method.rawValue
        return try await tracer.withAnySpan(name, context: surroundings, ofKind: .server) { span in
            span.attributes["purser.trace"] = context.trace
            // Which endpoint it is, the router finds below.
            defer {
                if let path = context.endpointPath { span.operationName = "\(name) \(path)" }
            }
            let response = try await next(request, context)
            span.attributes["http.response.status_code"] = Int(response.status.code)
            return response
        }
    }
}
