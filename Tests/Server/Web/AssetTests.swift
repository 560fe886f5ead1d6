import Contract
import PurserKit
import Testbed
import Testing

@testable import Server

@Suite("Files of the web app")
struct AssetTests {
    @Test("are named by what is in them, and kept by browsers")
    func immutable() async throws {
        try await withServer(.sqlite) { server in
            let page = try await server.get("/app/sign-in")
            let link = try #require(page.text.firstMatch(of: /href="(\/app\/assets\/[^"]*)"/))
            let style = try await server.get(String(link.1))
            #expect(style.status == 200)
            #expect(style.headers["Content-Type"] == "text/css; charset=utf-8")
            #expect(style.headers["Cache-Control"] == "public, max-age=31536000, immutable")
            #expect(style.text.contains("prefers-color-scheme: dark"))
            #expect(try await server.raw("DELETE", String(link.1), nil).status == 405)
            #expect(try await server.get("/app/assets/purser-0.css").status == 404)
            // They come with no cookie of anybody's, and without scripts in them.
            #expect(style.headers["Set-Cookie"] == nil)
        }
    }

    @Test("have an icon for every name that a page uses")
    func icons() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app/buy")
            let asked = try await visit.send(
                page,
                to: "/app/buy",
                ["amount": "5", "merchant": "Steam"]
            )
            let uses = asked.text.matches(of: /<use href="([^"#]*)#([a-z]+)"/)
            #expect(uses.count > 6)
            let sprite = try await server.get(String(try #require(uses.first).1))
            #expect(sprite.headers["Content-Type"] == "image/svg+xml")
            for use in uses { #expect(sprite.text.contains("id=\"\(use.2)\""), "\(use.2)") }
        }
    }
}
