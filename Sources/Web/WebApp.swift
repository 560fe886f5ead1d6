/// The web app's files, carried in the program.
public enum WebApp {
    /// One file as it is served.
    public struct File: Sendable {
        /// The path it is served at.
        public let path: String
        /// Its media type.
        public let contentType: String
        /// Its text.
        public let content: String
    }

    /// Where the app begins.
    public static let home = "/app"

    /// How the pages to sign in on look.
    public static let signInStyle = "/oauth2/sign-in.css"

    /// What asks for a passkey on them.
    public static let signInScript = "/oauth2/sign-in.js"

    /// Every file.
    public static let files = [
        File(
            path: home,
            contentType: "text/html; charset=utf-8",
            content: text(PackageResources.index_html)
        ),
        File(
            path: "\(home)/style.css",
            contentType: "text/css; charset=utf-8",
            content: text(PackageResources.style_css)
        ),
        File(
            path: signInStyle,
            contentType: "text/css; charset=utf-8",
            content: text(PackageResources.sign_in_css)
        ),
        File(
            path: signInScript,
            contentType: "text/javascript; charset=utf-8",
            content: text(PackageResources.sign_in_js)
        ),
    ]

    /// What the app's pages may load: their own style, and nothing else.
    public static let contentSecurityPolicy = """
        default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'
        """

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
