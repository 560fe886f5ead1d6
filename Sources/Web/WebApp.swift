/// The web app's files, carried in the program, and its addresses.
public enum WebApp {
    /// One file as it is served.
    public struct File: Sendable {
        /// The path it is served at.
        public let path: String
        /// Its media type.
        public let contentType: String
        /// Its text.
        public let content: String
        /// Whether what is served at the path never changes: the path names the content.
        public let isImmutable: Bool

        fileprivate init(_ path: String, _ contentType: String, _ bytes: [UInt8]) {
            self.path = path
            self.contentType = contentType
            content = String(decoding: bytes, as: UTF8.self)
            isImmutable = false
        }

        /// A file whose path holds a hash of its content, so that browsers keep it.
        fileprivate init(
            named name: String,
            _ suffix: String,
            _ contentType: String,
            _ bytes: [UInt8]
        ) {
            // FNV-1a (RFC 9923): it tells versions apart, and keeps nobody out.
            let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
                (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
            path = "\(home)/assets/\(name)-\(String(hash, radix: 16)).\(suffix)"
            self.contentType = contentType
            content = String(decoding: bytes, as: UTF8.self)
            isImmutable = true
        }
    }

    /// Where the app begins.
    public static let home = "/app"

    /// Where somebody signs in to it.
    public static let signIn = "\(home)/sign-in"

    /// Where somebody signs out of it.
    public static let signOut = "\(home)/sign-out"

    /// How its pages look.
    public static let style = File(
        named: "purser",
        "css",
        "text/css; charset=utf-8",
        PackageResources.purser_css
    )

    /// The icons of its pages.
    public static let icons = File(
        named: "icons",
        "svg",
        "image/svg+xml",
        PackageResources.icons_svg
    )

    /// How the pages to sign in on for other apps look.
    public static let signInStyle = "/oauth2/sign-in.css"

    /// What asks for a passkey on them.
    public static let signInScript = "/oauth2/sign-in.js"

    /// Every file.
    public static let files = [
        style, icons,
        File(signInStyle, "text/css; charset=utf-8", PackageResources.sign_in_css),
        File(signInScript, "text/javascript; charset=utf-8", PackageResources.sign_in_js),
    ]

    /// What the app's pages may load: what is ours, and nothing in the page itself (W3C Content
    /// Security Policy Level 3).
    public static let contentSecurityPolicy = """
        default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; \
        connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """
}
