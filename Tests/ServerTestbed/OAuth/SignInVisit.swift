import Contract
import PurserKit
import Testbed
import Testing

/// Somebody on the sign-in page: keeps its cookie, and sends back what its form holds.
struct SignInVisit: Sendable {
    /// The pair of RFC 7636, appendix B.
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    /// What a browser says of a form's body.
    static let form = "application/x-www-form-urlencoded"

    /// What an app asks with, unless a test wants it otherwise.
    static let usual = [
        "response_type": "code", "client_id": "purser-native",
        "redirect_uri": "safepocket://auth/callback",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256", "state": "af0ifjsldkj", "scope": "openid",
    ]

    /// The page.
    let page: TransportResponse
    /// What its cookie is sent back as, if it has one.
    let cookie: String?
    /// What its first form carries unseen.
    let hidden: [String: String]

    private let server: InProcessServer
    private let address: String

    /// Opens the page; a change to `nil` leaves a parameter out.
    static func begin(
        _ server: InProcessServer,
        _ changes: [String: String?] = [:],
        headers: Headers = [:],
        from address: String = "192.0.2.1"
    ) async throws -> SignInVisit {
        let asked = changed(usual, changes)
        let target = "/oauth2/authorize?\(encoded(asked))"
        let page = try await server.raw("GET", target, nil, headers: headers, from: address)
        return SignInVisit(server, page, from: address)
    }

    /// Takes a page that was answered.
    init(_ server: InProcessServer, _ page: TransportResponse, from address: String = "192.0.2.1") {
        self.server = server
        self.page = page
        self.address = address
        cookie = page.headers["Set-Cookie"].map { String($0.prefix { $0 != ";" }) }
        let form = page.text.prefix(upTo: page.text.firstRange(of: "</form>")?.lowerBound)
        hidden = Dictionary(
            form.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map {
                (Self.unescaped($0.1), Self.unescaped($0.2))
            }
        ) { first, _ in first }
    }

    /// Sends the form; a change to `nil` leaves a field out, and `cookie` stands in for the page's.
    func send(
        _ changes: [String: String?],
        headers: Headers = [:],
        cookie: String?? = nil
    ) async throws -> TransportResponse {
        var headers = headers
        headers["Content-Type"] = headers["Content-Type"] ?? Self.form
        headers["Cookie"] = cookie ?? self.cookie
        let body = Self.encoded(Self.changed(hidden, changes))
        return try await server.raw(
            "POST",
            "/oauth2/authorize",
            body,
            headers: headers,
            from: address
        )
    }

    /// Types an address and a password, and sends them.
    func signIn(
        _ email: String = "parent@example.com",
        _ password: String = "password123",
        headers: Headers = [:],
        cookie: String?? = nil
    ) async throws -> TransportResponse {
        try await send(["email": email, "password": password], headers: headers, cookie: cookie)
    }

    /// Fields as the body of a form.
    static func encoded(_ fields: [String: String]) -> String {
        fields.sorted { $0.key < $1.key }
            .map { "\(PercentCoding.encoded($0.key))=\(PercentCoding.encoded($0.value))" }
            .joined(separator: "&")
    }

    private static func changed(
        _ fields: [String: String],
        _ changes: [String: String?]
    ) -> [String: String] {
        var fields = fields
        for (name, value) in changes { fields[name] = value }
        return fields
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
            .replacing("&#13;", with: "\r").replacing("&#10;", with: "\n")
            .replacing("&amp;", with: "&")
    }
}

extension String {
    fileprivate func prefix(upTo end: Index?) -> Substring { self[..<(end ?? endIndex)] }
}

extension TransportResponse {
    /// What the page says is wrong; `nil` when it says nothing.
    var alert: String? {
        text.firstMatch(of: /role="alert"[^>]*><p>([^<]*)<\/p>/).map { String($0.1) }
    }

    /// A parameter of the address that the browser is sent to; `nil` when there is none.
    func sent(_ name: String) -> String? {
        guard let query = headers["Location"]?.split(separator: "?").dropFirst().first else {
            return nil
        }
        let pair = query.split(separator: "&").first { $0.hasPrefix("\(name)=") }
        return pair.flatMap { PercentCoding.decoded($0.dropFirst(name.count + 1)) }
    }

    /// The page without what is another one on each of them.
    var lasting: String {
        text.replacing(/name="csrf" value="[^"]*"/, with: "")
            .replacing(/data-challenge="[^"]*"/, with: "")
            .replacing(/id="email"[^>]*>/, with: "")
    }
}
