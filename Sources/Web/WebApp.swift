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
        /// The media type of scripts.
        static let script = "text/javascript; charset=utf-8"
        /// The media type of style sheets.
        static let style = "text/css; charset=utf-8"

        /// Which pages the file may stand before, where it is a service worker (W3C Service
        /// Workers, section 7.1).
        public let workerScope: String?

        fileprivate init(
            _ path: String,
            _ contentType: String,
            _ bytes: [UInt8],
            workerScope: String? = nil
        ) {
            self.path = path
            self.contentType = contentType
            self.workerScope = workerScope
            content = String(decoding: bytes, as: UTF8.self)
            isImmutable = false
        }

        /// A file whose path holds a hash of its content, so that browsers keep it.
        init(
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
            workerScope = nil
        }
    }

    /// Where the app begins.
    public static let home = "/app"

    /// Where somebody signs in to it.
    public static let signIn = "\(home)/sign-in"

    /// Where a second parent comes in with the code of an invitation.
    public static let join = "\(home)/join"

    /// Where somebody signs out of it.
    public static let signOut = "\(home)/sign-out"

    /// The stream by which open pages hear of what is new.
    public static let events = "\(home)/events"

    /// How its pages look.
    public static let style = File(
        named: "purser",
        "css",
        File.style,
        PackageResources.tokens_css + PackageResources.purser_css
    )

    /// The icons of its pages.
    public static let icons = File(
        named: "icons",
        "svg",
        "image/svg+xml",
        PackageResources.icons_svg
    )

    /// What improves its pages where a browser runs scripts.
    public static let script = File(
        named: "app",
        "js",
        "text/javascript; charset=utf-8",
        PackageResources.app_js
    )

    /// What takes files that are dropped, and shows how far an import is.
    public static let importScript = File(
        named: "import",
        "js",
        File.script,
        PackageResources.import_js
    )

    /// What shows in an open page what is new, and what is looked for.
    public static let liveScript = File(named: "live", "js", File.script, PackageResources.live_js)

    /// What shows answers to questions while they are made.
    static let askScript = File(named: "ask", "js", File.script, PackageResources.ask_js)

    /// What asks a device where it is, for a place that is added.
    static let hereScript = File(named: "here", "js", File.script, PackageResources.here_js)

    /// What shows places on a map, where the library for it is installed.
    static let mapScript = File(named: "map", "js", File.script, PackageResources.map_js)

    /// How the map looks.
    static let mapStyle = File(named: "map", "css", File.style, PackageResources.map_css)

    /// What asks for a passkey, on its pages and on those to sign in on for other apps.
    public static let passkeyScript = File(
        named: "passkeys",
        "js",
        File.script,
        PackageResources.passkeys_js
    )

    /// What shows pages that were seen before where the server cannot be reached.
    static let worker = File(
        "\(home)/worker.js",
        "text/javascript; charset=utf-8",
        PackageResources.worker_js,
        workerScope: home
    )

    /// How the pages to sign in on for other apps look.
    public static let signInStyle = "/oauth2/sign-in.css"

    /// Every file.
    public static let files = [
        style, icons, script, liveScript, askScript, importScript, passkeyScript, worker,
        hereScript, mapScript, mapStyle,
        File(signInStyle, File.style, PackageResources.tokens_css + PackageResources.sign_in_css),
    ]

    /// What the app's pages may load: what is ours, and nothing in the page itself (W3C Content
    /// Security Policy Level 3).
    public static let contentSecurityPolicy = """
        default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; \
        connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """

    /// What a page may load that shows images of another origin besides.
    public static func contentSecurityPolicy(imagesFrom origin: String) -> String {
        contentSecurityPolicy.replacing("img-src 'self'", with: "img-src 'self' \(origin)")
    }
}
