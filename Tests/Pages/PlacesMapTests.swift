import Contract
import Foundation
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The map of places")
struct PlacesMapTests {
    private static let path = "/app/rules/places"
    private static let script = "window.L = {};"
    private static let style = ".a{background:url(images/layers.png)}.b{color:red}"

    /// Runs `work` with a folder in which Leaflet is as it should be.
    private func withLibrary<R>(
        _ work: (TemporaryDirectory) async throws -> R
    ) async throws -> R {
        let folder = try TemporaryDirectory()
        defer { folder.remove() }
        try write(Self.script, to: folder.file("leaflet.js"))
        try write(Self.style, to: folder.file("leaflet.css"))
        return try await work(folder)
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    private func settings(_ folder: String?, _ tiles: MapTiles? = nil) -> ServerSettings {
        var settings = ServerSettings.unlimited
        settings.webLibraries = folder
        settings.mapTiles = tiles
        return settings
    }

    private func address(_ page: TransportResponse, _ name: String, _ suffix: String) -> String? {
        page.text.matches(of: /(?:src|href)="(\/app\/assets\/([a-z]+)-[0-9a-f]+\.([a-z]+))"/)
            .first { $0.2 == name && $0.3 == suffix }.map { String($0.1) }
    }

    @Test("has its library and its own files, for a parent to draw and a child to look at")
    func present() async throws {
        try await withLibrary { folder in
            try await withServer(.sqlite, settings: settings(folder.path)) { server in
                let parent = try await server.registerParent()
                let child = try await server.registerChild(of: parent)
                try await parent.fence(name: "Arcade", for: child.id.text)
                try await parent.fence(name: "Casino")
                for (member, isParent) in [(parent, true), (child, false)] {
                    let visit = try await WebVisit.signedIn(member, server)
                    let page = try await visit.get(Self.path)
                    #expect(page.status == 200)
                    #expect(page.text.contains("id=\"on-map\" hidden"))
                    #expect(page.text.contains("data-most-radius=\"100000\""))
                    #expect(!page.text.contains("data-tiles"))
                    #expect(page.text.contains("Click where a place should be") == isParent)
                    // What is drawn is what is listed, and that is what the API lets it see.
                    #expect(page.text.contains("Arcade"))
                    #expect(page.text.contains("Casino") == isParent)
                    #expect(page.text.ranges(of: "data-place=").count == (isParent ? 2 : 1))
                    for part in ["style=", "<script>", "onload"] {
                        #expect(!page.text.contains(part), "\(part)")
                    }
                    for (name, suffix) in [("map", "js"), ("map", "css"), ("leaflet", "js")] {
                        let file = try #require(address(page, name, suffix), "\(name).\(suffix)")
                        #expect(try await server.get(file).status == 200)
                    }
                }
                #expect(!server.log.lines.contains { $0.contains("without a map") })
            }
        }
    }

    @Test("has files that browsers keep, and asks for no image that it does not need")
    func files() async throws {
        try await withLibrary { folder in
            try await withServer(.sqlite, settings: settings(folder.path)) { server in
                let parent = try await server.registerParent()
                let visit = try await WebVisit.signedIn(parent, server)
                let page = try await visit.get(Self.path)
                let path = try #require(address(page, "leaflet", "js"))
                let script = try await server.get(path)
                #expect(script.text == Self.script)
                #expect(script.headers["Content-Type"] == "text/javascript; charset=utf-8")
                #expect(script.headers["Cache-Control"] == "public, max-age=31536000, immutable")
                #expect(try await server.raw("POST", path, nil).status == 405)
                let style = try await server.get(try #require(address(page, "leaflet", "css")))
                #expect(style.text == ".a{background:none}.b{color:red}")
                #expect(style.headers["Content-Type"] == "text/css; charset=utf-8")
                // What is changed afterwards is not what was read.
                try write("window.M = {};", to: folder.file("leaflet.js"))
                #expect(try await server.get(path).text == Self.script)
                // No path leads into the folder.
                for name in ["leaflet.js", "leaflet.css", "..%2fleaflet.js", "leaflet-0.js"] {
                    #expect(try await server.get("/app/assets/\(name)").status >= 400, "\(name)")
                }
            }
        }
    }

    @Test("takes Debian's short form of the script before the long one")
    func short() async throws {
        try await withLibrary { folder in
            try write("window.L = 1;", to: folder.file("leaflet.min.js"))
            try await withServer(.sqlite, settings: settings(folder.path)) { server in
                let parent = try await server.registerParent()
                let visit = try await WebVisit.signedIn(parent, server)
                let page = try await visit.get(Self.path)
                let script = try #require(address(page, "leaflet", "js"))
                #expect(try await server.get(script).text == "window.L = 1;")
            }
        }
    }

    @Test("is not there without its library, and the list does everything alone")
    func missing() async throws {
        try await withLibrary { folder in
            try FileManager.default.removeItem(atPath: folder.file("leaflet.css"))
            let tiles = try #require(MapTiles("https://tiles.example.com/{z}/{x}/{y}.png"))
            for path in [nil, folder.path, folder.file("nowhere"), folder.file("leaflet.js")] {
                let settings = settings(path, tiles)
                try await withServer(.sqlite, settings: settings) { server in
                    let parent = try await server.registerParent()
                    let child = try await server.registerChild(of: parent)
                    try await parent.fence(name: "Arcade", for: child.id.text)
                    for member in [parent, child] {
                        let visit = try await WebVisit.signedIn(member, server)
                        let page = try await visit.get(Self.path)
                        #expect(page.status == 200 && page.text.contains("Arcade"))
                        for part in ["on-map", "leaflet", "assets/map", "tiles.example"] {
                            #expect(!page.text.contains(part), "\(part)")
                        }
                        let policy = try #require(page.headers["Content-Security-Policy"])
                        #expect(policy.contains("img-src 'self';"))
                    }
                    let lines = server.log.lines.filter { $0.contains("without a map") }
                    #expect(lines.count == (path == nil ? 0 : 1))
                    #expect(lines.allSatisfy { $0.hasPrefix("info ") })
                }
            }
        }
    }

    @Test(
        "takes only text of a bounded size in regular files",
        arguments: [
            ("large", "leaflet.css has more than 1048576 bytes"),
            ("link", "leaflet.css is a symbolic link"),
            ("folder", "leaflet.css is no regular file"),
            ("pipe", "leaflet.css is no regular file"),
            ("bytes", "leaflet.css is no text in UTF-8"),
        ]
    )
    func refused(kind: String, fault: String) async throws {
        try await withLibrary { folder in
            let outside = try TemporaryDirectory()
            defer { outside.remove() }
            let file = folder.file("leaflet.css")
            try FileManager.default.removeItem(atPath: file)
            switch kind {
            case "large":
                let most = String(repeating: " ", count: Limits.webLibraryFileBytes)
                try write(most, to: file)
                _ = try WebLibraryFolder(path: folder.path).leaflet()
                try write(most + " ", to: file)
            case "link":
                try write("secret", to: outside.file("keys"))
                try FileManager.default.createSymbolicLink(
                    atPath: file,
                    withDestinationPath: outside.file("keys")
                )
            case "folder":
                try FileManager.default.createDirectory(
                    atPath: file,
                    withIntermediateDirectories: false
                )
            case "pipe": try #require(mkfifo(file, 0o600) == 0)
            default: try Data([0x61, 0xFF]).write(to: URL(filePath: file))
            }
            let found = #expect(throws: WebLibraryFolder.Fault.self) {
                try WebLibraryFolder(path: folder.path).leaflet()
            }
            #expect(found?.description == fault)
        }
    }

    @Test("has tiles of the one address that is configured, and no other page has them")
    func tiles() async throws {
        let tiles = try #require(
            MapTiles(
                "https://Tiles.example.com:8443/{z}/{x}/{y}.png?key=a&b",
                attribution: "© <b>Somebody</b>"
            )
        )
        try await withLibrary { folder in
            try await withServer(.sqlite, settings: settings(folder.path, tiles)) { server in
                let parent = try await server.registerParent()
                let visit = try await WebVisit.signedIn(parent, server)
                let page = try await visit.get(Self.path)
                let address = "https://Tiles.example.com:8443/{z}/{x}/{y}.png?key=a&amp;b"
                #expect(page.text.contains("data-tiles=\"\(address)\""))
                #expect(page.text.contains("© &lt;b&gt;Somebody&lt;/b&gt;"))
                let wrong = try await visit.send(page, to: Self.path, ["latitude": "north"])
                #expect(wrong.status == 400)
                for answer in [page, wrong] {
                    let policy = try #require(answer.headers["Content-Security-Policy"])
                    #expect(
                        policy.contains("img-src 'self' https://tiles.example.com:8443; script-src")
                    )
                    for part in ["script-src 'self';", "style-src 'self';", "connect-src 'self';"] {
                        #expect(policy.contains(part), "\(part)")
                    }
                    #expect(!policy.contains("unsafe") && !policy.contains("data:"))
                }
                let others = ["/app", "/app/rules", "/app/sign-in", "/app/rules/decisions"]
                for path in others {
                    let other = try await visit.get(path)
                    let policy = try #require(other.headers["Content-Security-Policy"])
                    #expect(policy.contains("img-src 'self';"), "\(path)")
                    #expect(!other.text.contains("Tiles.example"), "\(path)")
                }
            }
        }
    }

    @Test("has a plain ground where no tiles are configured")
    func plain() async throws {
        try await withLibrary { folder in
            try await withServer(.sqlite, settings: settings(folder.path)) { server in
                let parent = try await server.registerParent()
                let visit = try await WebVisit.signedIn(parent, server)
                let page = try await visit.get(Self.path)
                let policy = try #require(page.headers["Content-Security-Policy"])
                #expect(policy.contains("img-src 'self';"))
            }
        }
    }
}

@Suite("Addresses of the map's tiles")
struct MapTilesTests {
    @Test(
        "are https, or http to this machine, with each number once",
        arguments: [
            ("https://tiles.example.com/{z}/{x}/{y}.png", "https://tiles.example.com"),
            ("HTTPS://A.example:443/t/{y}-{x}-{z}?key=1;a,b", "https://a.example:443"),
            ("https://192.0.2.7/{z}/{x}/{y}", "https://192.0.2.7"),
            ("http://127.0.0.1:8090/{z}/{x}/{y}.png", "http://127.0.0.1:8090"),
            ("http://localhost/{z}/{x}/{y}.png", "http://localhost"),
            ("http://tiles.example.com/{z}/{x}/{y}.png", nil),
            ("http://127.0.0.1.example.com/{z}/{x}/{y}.png", nil),
            ("ftp://tiles.example.com/{z}/{x}/{y}.png", nil),
            ("//tiles.example.com/{z}/{x}/{y}.png", nil), ("/{z}/{x}/{y}.png", nil), ("", nil),
            ("https://tiles.example.com/{z}/{x}.png", nil),
            ("https://tiles.example.com/{z}/{x}/{y}/{y}.png", nil),
            ("https://{s}.example.com/{z}/{x}/{y}.png", nil),
            ("https://tiles.example.com/{z}/{x}/{y}{r}.png", nil),
            ("https://tiles.example.com/{z}/{x}/{y}}.png", nil),
            ("https://user@tiles.example.com/{z}/{x}/{y}.png", nil),
            ("https://tiles.example.com/{z}/{x}/{y}.png#a", nil),
            ("https://tiles.example.com/{z}/{x}/{y} .png", nil),
            ("https://tiles.example.com/{z}/{x}/{y}.png\n", nil),
            ("https://tiles.example.com;x/{z}/{x}/{y}.png", nil),
            ("https://*/{z}/{x}/{y}.png", nil), ("https://a_b/{z}/{x}/{y}.png", nil),
            ("https://a.example:0/{z}/{x}/{y}.png", nil),
            ("https://a.example:65536/{z}/{x}/{y}.png", nil),
            ("https://[2001:db8::1]/{z}/{x}/{y}.png", nil),
            ("https://\u{212A}.example/{z}/{x}/{y}.png", nil),
        ] as [(String, String?)]
    )
    func addresses(text: String, origin: String?) {
        #expect(MapTiles(text)?.origin == origin)
    }

    @Test("have a longest")
    func longest() {
        let address = { (count: Int) in
            let start = "https://tiles.example.com/{z}/{x}/{y}"
            return start + String(repeating: "a", count: count - start.utf8.count)
        }
        #expect(MapTiles(address(Limits.mapTilesURLBytes)) != nil)
        #expect(MapTiles(address(Limits.mapTilesURLBytes + 1)) == nil)
    }
}
