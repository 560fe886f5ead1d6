import Crypto
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Providers
import Web

/// How a browser stays signed in to the web app, and how its forms are told from those of other
/// sites.
///
/// The session's cookie is an access token of the API, which no script reads and no other site's
/// form carries. A form carries a code over what its own cookie says besides.
struct WebSession: Sendable {
    private let key: Secret
    /// Whether browsers come by TLS, and may be told to send the cookies that way only.
    private let isSecure: Bool

    /// `key`: What codes of forms are made with.
    init(key: Secret, isSecure: Bool) {
        self.key = key
        self.isSecure = isSecure
    }

    /// The cookie of a session.
    var session: WebCookie {
        WebCookie(name: "purser-session", sameSite: "Lax", isSecure: isSecure)
    }

    /// The cookie of a form of somebody who is not signed in.
    var visitor: WebCookie {
        WebCookie(name: "purser-visitor", sameSite: "Strict", isSecure: isSecure)
    }

    /// The cookie of a device that lists a family.
    ///
    /// It is sent along with links from elsewhere, as a session's is: they open the same page, and
    /// no other site sees what is on it.
    var familyDevice: WebCookie {
        WebCookie(name: "purser-family", sameSite: "Lax", isSecure: isSecure)
    }

    /// A value of a visitor's cookie, which nobody can guess.
    func newVisitor() -> String {
        Base64URL.text(SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
    }

    /// What forms of a session carry.
    func formToken(of bearer: SignedIn) -> String { code("session\n\(bearer.session.text)") }

    /// What forms of a visitor carry.
    func formToken(ofVisitor visitor: String) -> String { code("visitor\n\(visitor)") }

    /// Tells the app's script that a form was taken, so that it keeps what was typed into that one
    /// no more.
    ///
    /// The script gave the form a word, and knows it by that; a form without one is any.
    func taken(_ form: PageForm) -> String {
        let word = form["sent"]
        let isWord =
            (1...32).contains(word.utf8.count)
            && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        return "purser-taken=\(isWord ? word : "1"); Path=\(WebApp.home); SameSite=Strict"
            + "; Max-Age=60" + (isSecure ? "; Secure" : "")
    }

    /// Whether two form tokens are the same, in a time that says nothing.
    static func isSame(_ token: String, as expected: String) -> Bool {
        Secret(Array(token.utf8)) == Secret(Array(expected.utf8))
    }

    private func code(_ text: String) -> String {
        Base64URL.text(key.authenticationCode(for: Array("web\n\(text)".utf8)))
    }
}

/// A cookie of the web app (RFC 6265bis): for this host, and not for scripts.
struct WebCookie: Sendable {
    /// The name; with the prefix no unprotected page, and no other host of the domain, can set it.
    let name: String
    private let attributes: String

    init(name: String, sameSite: String, isSecure: Bool) {
        self.name = isSecure ? "__Host-\(name)" : name
        attributes =
            "; Path=/; HttpOnly; SameSite=\(sameSite)" + (isSecure ? "; Secure" : "")
    }

    /// The header that sets it until the browser is closed or, where seconds are given, for those.
    func setting(_ value: String, forSeconds seconds: Int? = nil) -> String {
        "\(name)=\(value)\(attributes)" + (seconds.map { "; Max-Age=\($0)" } ?? "")
    }

    /// The header that takes it away.
    var ending: String { "\(name)=\(attributes); Max-Age=0" }

    /// The value in a request; `nil` when there is none, or more than one.
    func value(in request: Request) -> String? { request.cookie(name) }
}
