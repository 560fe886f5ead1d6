import Crypto
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Providers

/// Tells the forms of our own pages from those that other sites made up.
///
/// A page comes with a cookie that no script reads and no other site's request carries, and its
/// form with a code over that cookie and over what was asked for. A form is taken with both only.
struct FormProtection: Sendable {
    let key: Secret
    /// Whether browsers come by TLS, and may be told to send the cookie that way only.
    let isSecure: Bool

    /// The cookie's name; with the prefix no unprotected page of the host can set it.
    var cookieName: String { isSecure ? "__Secure-purser-sign-in" : "purser-sign-in" }

    /// A cookie that nobody can guess.
    func newCookie() -> String {
        Base64URL.text(SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
    }

    /// What the form must carry beside a cookie.
    func value(for cookie: String, _ asked: AuthorizationRequest) -> String {
        Base64URL.text(code(for: cookie, asked))
    }

    /// Whether a form's value belongs to the cookie it came with and to what it asks for.
    func fits(_ value: String, _ request: Request, _ asked: AuthorizationRequest) -> Bool {
        guard let cookie = request.cookie(cookieName), let bytes = Base64URL.bytes(value) else {
            return false
        }
        return Secret(bytes) == Secret(code(for: cookie, asked))
    }

    /// The header that sets a cookie.
    func header(_ cookie: String) -> String { "\(cookieName)=\(cookie)\(attributes)" }

    /// The header that takes it away.
    var endingCookie: String { "\(cookieName)=\(attributes); Max-Age=0" }

    private var attributes: String {
        "; Path=/oauth2; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    private func code(for cookie: String, _ asked: AuthorizationRequest) -> [UInt8] {
        key.authenticationCode(for: Array("\(cookie)\n\(asked.query)".utf8))
    }
}

extension Request {
    /// The value of a cookie; `nil` when there is none, or more than one: one of them is foreign.
    func cookie(_ name: String) -> String? {
        let named = headers[values: .cookie]
            .flatMap { $0.split(separator: ";") }
            .map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix("\(name)=") }
        guard named.count == 1 else { return nil }
        return String(named[0].dropFirst(name.count + 1))
    }

    /// Whether a form's request comes from a page of ours, as far as the browser tells.
    ///
    /// Our page is where the public URL is, or wherever the browser reached us: a site cannot make
    /// it name another host. `null` is the origin of pages that hide theirs, and then the browser's
    /// word on the relation of the two sites is needed.
    func isFromOurPage(_ publicURL: String) -> Bool {
        let site = headers.only(.fetchSite)
        guard site == nil || site == "same-origin" || site == "none" else { return false }
        guard let origin = headers.only(.origin)?.lowercased() else { return true }
        if origin == "null" { return site != nil }
        if origin == SignInPolicy.origin(of: publicURL) { return true }
        guard let host = head.authority?.lowercased(), !host.isEmpty else { return false }
        return origin == "http://\(host)" || origin == "https://\(host)"
    }
}

extension HTTPField.Name {
    /// How the page that makes a request relates to its target (W3C Fetch Metadata).
    fileprivate static let fetchSite = known("Sec-Fetch-Site")
}
