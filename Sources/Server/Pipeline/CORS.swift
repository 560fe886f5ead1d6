import HTTPTypes
import Hummingbird

/// Which other sites a browser may call from; none, unless configured.
struct CORS: Sendable {
    /// Origins such as `https://app.example.com`.
    let origins: Set<String>

    private func origin(of request: Request) -> String? {
        guard !origins.isEmpty, let origin = request.headers[.origin], origins.contains(origin)
        else { return nil }
        return origin
    }

    /// The answer to a browser that asks whether it may call.
    func preflight(_ request: Request) -> Response? {
        guard request.method == .options, origin(of: request) != nil,
            request.headers[.accessControlRequestMethod] != nil
        else { return nil }
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: "GET, POST, PUT, PATCH, DELETE",
                .accessControlAllowHeaders:
                    """
                Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, X-Chat-Id, \
                X-Request-Trace
                """,
                .accessControlMaxAge: "600",
            ]
        )
    }

    /// Lets a browser's script read the answer, when its origin is configured.
    func allow(_ request: Request, in headers: inout HTTPFields) {
        guard let origin = origin(of: request) else { return }
        headers[.accessControlAllowOrigin] = origin
        headers[.vary] = headers[.vary].map { "\($0), Origin" } ?? "Origin"
        headers[.accessControlExposeHeaders] =
            "ETag, X-Request-Trace, X-Chat-Id, Idempotency-Replayed, Retry-After"
    }
}
