import Contract
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

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

    @Test("have a script that is named by what is in it, and a worker for all pages")
    func scripts() async throws {
        try await withServer(.sqlite) { server in
            let page = try await server.get("/app/sign-in")
            let script = try #require(
                page.text.firstMatch(of: /<script type="module" src="(\/app\/assets\/[^"]*)">/)
            )
            let answer = try await server.get(String(script.1))
            #expect(answer.headers["Content-Type"] == "text/javascript; charset=utf-8")
            #expect(answer.headers["Cache-Control"] == "public, max-age=31536000, immutable")
            #expect(answer.headers["Service-Worker-Allowed"] == nil)
            let worker = try await server.get("/app/worker.js")
            #expect(worker.status == 200)
            #expect(worker.headers["Service-Worker-Allowed"] == "/app")
            #expect(worker.headers["Cache-Control"] == "no-cache")
        }
    }

    @Test("are told which forms were taken, and of none that was not")
    func taken() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let account = try await server.openAccount(of: parent)
            try await server.spend(500, from: account)
            let list = try await visit.get("/app/transactions")
            let link = try #require(list.text.firstMatch(of: /href="([^"]*open=[^"]*)"/))
            let path = String(link.1).replacing("&amp;", with: "&")
            let page = try await visit.get(path)
            let form = /<form method="post" action="([^"]*open[^"]*)"/
            let action = String(try #require(page.text.firstMatch(of: form)).1)
            let token = WebVisit.hidden(page.text, to: action)
            let fields = ["category": "Groceries", "notes": "lunch"]
            let strange = try await visit.post(path, fields)
            #expect(strange.status == 400 && strange.headers["Set-Cookie"] == nil)
            let long = String(repeating: "a", count: 33)
            for (word, said) in [
                (nil, "1"), ("k3x9", "k3x9"), ("", "1"), ("a; Domain=b", "1"), ("A", "1"),
                (long, "1"),
            ] as [(String?, String)] {
                let word = word.map { ["sent": $0] } ?? [:]
                let all = token.merging(fields) { $1 }.merging(word) { $1 }
                let answer = try await visit.post(path, all)
                #expect(answer.status == 303)
                #expect(
                    answer.headers["Set-Cookie"]
                        == "purser-taken=\(said); Path=/app; SameSite=Strict; Max-Age=60"
                )
            }
        }
    }

    @Test("are told that a purchase was answered, and of none that was typed wrongly")
    func answered() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let page = try await visit.get("/app/buy")
            let fields = ["merchant": "Steam", "category": "fun", "sent": "k3x9"]
            let wrong = fields.merging(["amount": "a lot"]) { $1 }
            let refused = try await visit.send(page, to: "/app/buy", wrong)
            #expect(refused.status == 400 && refused.headers["Set-Cookie"] == nil)
            let right = fields.merging(["amount": "5"]) { $1 }
            let answer = try await visit.send(page, to: "/app/buy", right)
            #expect(answer.status == 200)
            #expect(answer.headers["Set-Cookie"]?.hasPrefix("purser-taken=k3x9; ") == true)
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
