/// What a ``FaultProxy`` does to a request.
public enum NetworkFault: Sendable {
    /// Hands it on, and its answer back.
    case none
    /// Closes the connection; the server hears nothing.
    case drops
    /// Resets the connection; the server hears nothing.
    case resets
    /// Hands it on, waits for the answer, and resets the connection in its place.
    case losesAnswer
    /// Hands it on and closes the connection in the middle of the answer's body.
    case truncatesAnswer
    /// Hands it on only when the gate is opened.
    case delays(Gate)
    /// Hands it on, and its answer only when the gate is opened.
    case delaysAnswer(Gate)
    /// Hands it on twice; the second answer is lost.
    case duplicates
    /// Answers in the server's place; the server hears nothing.
    case answers(String)

    /// Too many calls.
    public static func rateLimited(retryAfter seconds: Int?) -> NetworkFault {
        .answers(
            status: "429 Too Many Requests",
            fields: seconds.map { ["Retry-After: \($0)"] } ?? [],
            body: #"{"error":{"code":"RATE_LIMITED","message":"Too many"},"traceId":"proxy"}"#
        )
    }

    /// A token that is not good.
    public static var unauthorized: NetworkFault {
        .answers(
            status: "401 Unauthorized",
            fields: ["WWW-Authenticate: Bearer"],
            body: #"{"error":{"code":"UNAUTHENTICATED","message":"Sign in"},"traceId":"proxy"}"#
        )
    }

    /// A gateway whose server is away.
    public static var badGateway: NetworkFault {
        .answers(status: "502 Bad Gateway", type: "text/plain", body: "no upstream")
    }

    /// The sign-in page of a public network.
    public static var captivePortal: NetworkFault {
        .answers(
            status: "200 OK",
            type: "text/html; charset=utf-8",
            body: "<!DOCTYPE html><title>Sign in to Wi-Fi</title>"
        )
    }

    /// The way to the sign-in page of a public network.
    public static var redirects: NetworkFault {
        .answers(status: "302 Found", fields: ["Location: http://127.0.0.1:1/portal"], body: "")
    }

    /// A body that says to be longer than anybody reads.
    public static var oversized: NetworkFault {
        .answers(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                + "Content-Length: 9000000000\r\n\r\n{"
        )
    }

    /// Bytes that are no HTTP.
    public static var garbage: NetworkFault { .answers("\u{1}\u{2}SSH-2.0-nothing\r\n\r\n") }

    /// A whole answer, after which the connection may be used again.
    public static func answers(
        status: String,
        type: String = "application/json",
        fields: [String] = [],
        body: String
    ) -> NetworkFault {
        let fields = fields + ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"]
        return .answers("HTTP/1.1 \(status)\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n\(body)")
    }
}
