import Contract
import HTTPTypes
import Hummingbird
import NIOCore

extension Problem {
    /// The problem as an HTTP answer in a surface's shape.
    func response(for surface: Surface, trace: String) -> Response {
        let body = body(for: surface, trace: trace)
        var headers = HTTPFields.json
        if let retryAfterSeconds { headers[.retryAfter] = String(max(1, retryAfterSeconds)) }
        if kind == .unauthenticated {
            headers[.wwwAuthenticate] = "Bearer"
        } else if kind == .invalidToken {
            headers[.wwwAuthenticate] = #"Bearer error="invalid_token""#
        } else if let missingScope {
            // RFC 6750, section 3.1.
            let error = #"error="insufficient_scope", scope="\#(missingScope)""#
            headers[.wwwAuthenticate] = "Bearer \(error)"
        }
        if !allowedMethods.isEmpty {
            headers[.allow] = allowedMethods.map(\.rawValue).joined(separator: ", ")
        }
        return Response(
            status: HTTPResponse.Status(code: body.status),
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body.bytes))
        )
    }
}
