import Contract
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

/// Somebody who asks the web app for anything, with the cookie of a session or without one.
struct WebReader {
    let server: InProcessServer
    /// What the browser sends as its cookies; `nil` for somebody who is not signed in.
    let cookie: String?
    /// What forms of the session carry.
    private(set) var formToken = ""

    /// Somebody who is not signed in.
    init(_ server: InProcessServer) {
        self.server = server
        cookie = nil
    }

    /// A member in a session of its own.
    init(_ member: TestMember, _ server: InProcessServer) async throws {
        self.server = server
        let token = try await server.login(member.email).token
        let prefix = server.issuer.hasPrefix("https:") ? "__Host-" : ""
        let end = server.clock.now.adding(seconds: 86_400).milliseconds / 1_000
        cookie = "\(prefix)purser-session=\(end)~\(token)"
        let page = HTMLPage(try await open("/app/more").text)
        let form = try #require(page.forms.first { $0.action == "/app/sign-out" })
        formToken = try #require(form.fields.first { $0.name == "form_token" }).value
    }

    private func with(_ headers: Headers) -> Headers {
        var headers = headers
        headers["Cookie"] = headers["Cookie"] ?? cookie
        // What is compared has the same trace.
        headers["X-Request-Trace"] = "t"
        return headers
    }

    /// Opens an address; of a stream, which has no end, the head alone.
    func open(_ target: String, headers: Headers = [:]) async throws -> TransportResponse {
        let answer = try await server.transport().open(
            TransportRequest(.get, target, headers: with(headers))
        )
        let isStream = answer.headers["Content-Type"]?.hasPrefix("text/event-stream") ?? false
        var body: [UInt8] = []
        if !isStream { for try await piece in answer.pieces { body += piece } }
        return TransportResponse(status: answer.status, headers: answer.headers, body: body)
    }

    /// Sends bytes as a form, or as another type of content.
    func post(
        _ target: String,
        _ body: [UInt8],
        headers: Headers = [:],
        isChunked: Bool = false
    ) async throws -> TransportResponse {
        var headers = with(headers)
        headers["Content-Type"] =
            headers["Content-Type"] ?? "application/x-www-form-urlencoded"
        return try await server.transport().send(
            "POST",
            target,
            headers: headers,
            body: body,
            isChunked: isChunked
        )
    }

    /// Sends fields as a form.
    func post(
        _ target: String,
        _ fields: [(name: String, value: String)],
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        try await post(target, Array(Self.body(fields).utf8), headers: headers)
    }

    /// Sends a form of a page as this session's own.
    func send(
        _ form: HTMLForm,
        to target: String? = nil,
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        try await post(target ?? form.action, form.pairs(formToken), headers: headers)
    }

    static func body(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\($0.name)=\(PercentCoding.encoded($0.value))" }.joined(separator: "&")
    }
}
