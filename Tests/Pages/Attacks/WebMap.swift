import Contract
import Hummingbird
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

/// The addresses of the web app as the server's own router has them, so that one which is added is
/// among them.
///
/// Parts of a path that name something are in braces.
struct WebMap {
    /// What a browser opens: pages, and what they send as a file.
    private(set) var pages: [String] = []
    /// What forms are sent to.
    private(set) var forms: [String] = []
    /// Styles, scripts and icons.
    private(set) var assets: [String] = []

    /// Streams that the app's scripts follow; who is not signed in is told so by the status.
    private(set) var streams: [String] = []

    /// Every path.
    var all: [String] { Set(shown + forms).sorted() }
    /// Those that answer GET.
    var shown: [String] { pages + assets + streams }

    /// The paths that no form of a page names, because a script sends it there or because it stands
    /// in an answer alone, by the path of a form with the same fields.
    static let unnamed = ["/app/ask/tell": "/app/ask", "/app/buy/allow": "/app/buy"]

    /// What somebody who is not signed in may open and send.
    static let open: Set = ["/app/sign-in", "/app/join"]

    init(_ router: Router<PurserContext>, _ server: InProcessServer) async throws {
        let paths = Set(router.routes.map(\.path.description))
            .filter { $0 == "/app" || $0.hasPrefix("/app/") }.sorted()
        for path in paths {
            let target = Self.target(path)
            let shown = try await WebReader(server).open(target)
            switch shown.status {
            case 405: break
            case 401: streams.append(path)
            case 200 where !shown.isHTML: assets.append(path)
            default: pages.append(path)
            }
            let sent = try await server.raw("POST", target, nil)
            if sent.status != 405 { forms.append(path) }
        }
        try #require(pages.count > 20 && forms.count > 15 && assets.count > 2)
    }

    /// A path with something in its braces.
    static func target(_ path: String, naming name: String = "x") -> String {
        path.replacing(/\{[^}]*\}/, with: name)
    }

    /// The path that a target is one of, as the router has it.
    func path(of target: String) -> String? {
        let parts = target.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        let fitting = all.filter { path in
            let own = path.split(separator: "/")
            return own.count == parts.count
                && zip(own, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
        // A path without braces comes first, as it does for the router.
        return fitting.min { left, right in
            left.count { $0 == "{" } < right.count { $0 == "{" }
        }
    }
}

/// Runs `work` with a server and the addresses of its web app.
func withWebApp(
    _ engine: Engine = .sqlite,
    settings: ServerSettings = .unlimited,
    _ work: (InProcessServer, WebMap) async throws -> Void
) async throws {
    var router: Router<PurserContext>?
    try await withServer(engine, settings: settings, additional: { router = $0.router }) {
        server in
        try await work(server, try await WebMap(try #require(router), server))
    }
}

extension TransportResponse {
    /// Whether it is a page.
    var isHTML: Bool { headers["Content-Type"]?.hasPrefix("text/html") ?? false }
}
