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

        fileprivate init(_ path: String, _ kind: String, _ bytes: [UInt8]) {
            self.path = path
            contentType = "text/\(kind); charset=utf-8"
            content = String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Where the app begins.
    public static let home = "/app"

    /// How the pages to sign in on look.
    public static let signInStyle = "/oauth2/sign-in.css"

    /// What asks for a passkey on them.
    public static let signInScript = "/oauth2/sign-in.js"

    /// Every file.
    public static let files = [
        File(home, "html", PackageResources.index_html),
        File("\(home)/style.css", "css", PackageResources.style_css),
        File(signInStyle, "css", PackageResources.sign_in_css),
        File(signInScript, "javascript", PackageResources.sign_in_js),
    ]

    /// What the app's pages may load: their own style, and nothing else.
    public static let contentSecurityPolicy = """
        default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'
        """
}
