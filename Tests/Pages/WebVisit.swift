import Contract
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

/// Somebody in the web app: keeps its cookie, follows redirects and sends what forms hold.
final class WebVisit {
    private let server: InProcessServer
    /// The cookies as a browser would send them.
    private(set) var cookies: [String: String] = [:]

    /// The header that brings them along; `nil` where there are none.
    var cookieHeader: String? {
        guard !cookies.isEmpty else { return nil }
        return cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            .joined(separator: "; ")
    }

    init(_ server: InProcessServer) { self.server = server }

    /// Signs a member in, and stands on the first page.
    static func signedIn(_ member: TestMember, _ server: InProcessServer) async throws -> WebVisit {
        let visit = WebVisit(server)
        let answer = try await visit.signIn(member.email)
        #expect(answer.status == 303)
        #expect(answer.headers["Location"] == "/app")
        return visit
    }

    /// Opens the sign-in page, and sends its form.
    func signIn(
        _ email: String,
        _ password: String = "password123",
        next: String? = nil
    ) async throws -> TransportResponse {
        let query = next.map { "?next=\(PercentCoding.encoded($0))" } ?? ""
        let page = try await get("/app/sign-in\(query)")
        let fields = ["email": email, "password": password]
        return try await send(page, to: "/app/sign-in", fields)
    }

    /// Puts a cookie into the browser, or takes one out.
    func keep(_ name: String, _ value: String?) { cookies[name] = value }

    func get(_ path: String, headers: Headers = [:]) async throws -> TransportResponse {
        try await ask("GET", path, nil, headers)
    }

    /// Sends the unseen fields of a page's first form that goes to a path, with others.
    func send(
        _ page: TransportResponse,
        to path: String,
        _ fields: [String: String],
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        let hidden = WebVisit.hidden(page.text, to: path)
        return try await post(path, hidden.merging(fields) { $1 }, headers: headers)
    }

    /// Sends what a form says to its page, with the token that all forms of the session carry.
    func submit(_ path: String, _ fields: [String: String]) async throws -> TransportResponse {
        let token = WebVisit.hidden(try await get("/app/more").text, to: "/app/sign-out")
        return try await post(path, token.merging(fields) { $1 })
    }

    /// Sends a form.
    func post(
        _ path: String,
        _ fields: [String: String],
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        let body = fields.sorted { $0.key < $1.key }
            .map { "\($0.key)=\(PercentCoding.encoded($0.value))" }.joined(separator: "&")
        var headers = headers
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        return try await ask("POST", path, body, headers)
    }

    /// Sends a request with the cookies, and keeps the one that comes back.
    func ask(
        _ method: String,
        _ path: String,
        _ body: String?,
        _ headers: Headers
    ) async throws -> TransportResponse {
        var headers = headers
        if let cookieHeader { headers["Cookie"] = cookieHeader }
        let answer = try await server.raw(method, path, body, headers: headers)
        if let set = answer.headers["Set-Cookie"], let end = set.firstIndex(of: "=") {
            let name = String(set[..<end])
            let value = String(set[set.index(after: end)...].prefix { $0 != ";" })
            cookies[name] = value.isEmpty ? nil : value
        }
        return answer
    }

    /// The unseen fields of the first form of a page that goes to a path.
    static func hidden(_ html: String, to path: String) -> [String: String] {
        let forms = html.split(separator: "<form")
        guard let form = forms.first(where: { $0.contains("action=\"\(path)\"") }) else {
            return [:]
        }
        return Dictionary(
            form.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/)
                .map { (String($0.1), String($0.2)) }
        ) { first, _ in first }
    }
}
