import Foundation
import Programs
import Testing

@Suite("The web app in Chromium", .serialized)
struct WebAppTests {
    /// Where the pictures stay, for whoever wants to look at them.
    static let pictures = Program.root.appending(path: ".build/web-app")

    /// What is looked at or used one after the other in one household.
    struct Round: Sendable {
        let name: String
        /// Each is a process of its own, which has to end in time.
        let parts: [String]
        /// The pictures that are there afterwards, at each width and in both colours.
        var pages: [String] = []

        static let all = [
            Round(
                name: "each page",
                parts: ["today", "rules", "family", "import"],
                pages: [
                    "sign-in", "sign-in-failed", "message", "today", "transactions", "search",
                    "buy", "buy-answered", "buy-declined", "buy-allowing", "today-reckoned",
                    "rules", "places", "decisions", "decision", "policies", "policy-new",
                    "policy-tried", "policy", "family", "family-child", "family-own", "child-own",
                    "child-allowed", "child-past", "child-chores", "child-more", "cards",
                    "cards-found", "cards-best", "cards-missed", "ask", "ask-answered", "more",
                    "settings", "settings-accounts", "settings-notifications",
                    "settings-sign-in", "settings-sessions", "settings-household",
                    "settings-data", "import", "import-columns", "import-preview", "import-done",
                ]
            ),
            Round(
                name: "the demo",
                parts: ["demo", "demo-children"],
                pages: ["components", "dialog"]
                    + [
                        "today", "transactions", "found", "buy", "family", "family-child",
                        "rules", "places", "policies", "decisions", "cards", "missed", "ask",
                        "child-today", "child-own", "child-buy", "child-past", "child-chores",
                        "child-rules", "child-policies", "child-cards", "child-ask",
                        "child-settings", "child-settings-sign-in",
                    ].map { "demo-\($0)" }
            ),
            Round(name: "a mouse", parts: ["mouse-390", "mouse-1280"]),
            Round(name: "a keyboard", parts: ["keyboard-390", "keyboard-1280"]),
            Round(name: "no scripts", parts: ["plain-390", "plain-1280"]),
        ]

        var files: [String] {
            pages.flatMap { page in
                [390, 1_280].flatMap { width in
                    ["light", "dark"].map { "\(page)-\(width)-\($0).png" }
                }
            }
        }
    }

    @Test(
        "serves a phone and a desk, a mouse and a keyboard, with scripts and without",
        arguments: Round.all
    )
    func pages(round: Round) async throws {
        for file in round.files {
            try? FileManager.default.removeItem(at: Self.pictures.appending(path: file))
        }
        try await Served.with { served in
            try await Served.withDemo { demo in
                let known = [served.url, Served.email, Served.password, Self.pictures.path]
                for part in round.parts {
                    let result = try await Script.run("web_app.py", known + [demo.url, part])
                    #expect(result.isSuccess, "\(part): \(result.output)\(result.errors)")
                }
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.pictures.path)
        #expect(Set(round.files).subtracting(names).sorted() == [])
    }

    @Test(
        "is laid out for keys alone, a zoom of 200 %, large text, and reading from the right",
        arguments: ["390", "1280", "zoom", "text", "direction"]
    )
    func layout(part: String) async throws {
        try await Served.withDemo { demo in
            let folder = Self.pictures.appending(path: "layout").path
            let result = try await Script.run("layout_pages.py", [demo.url, folder, part])
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
        }
    }

    @Test("shows what is new while it is open, and finds what is typed")
    func live() async throws {
        try await Served.with { served in
            let result = try await Script.run(
                "live_pages.py",
                [served.url, Served.email, Served.password, Self.pictures.path]
            )
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
        }
    }

    @Test(
        "draws places on a map, with tiles of one address or none, and lists them without it",
        arguments: ["plain", "tiles", "none"]
    )
    func map(kind: String) async throws {
        let port = "\(try await Python.freePort())"
        let tiles = "http://127.0.0.1:\(port)/{z}/{x}/{y}.png"
        let options: [String] =
            switch kind {
            case "tiles": ["--map-tiles", tiles, "--map-attribution", "Tiles of a test"]
            case "none": ["--web-libraries", Self.pictures.appending(path: "none").path]
            default: []
            }
        try await Served.with(options: options) { served in
            let result = try await Script.run(
                "map_pages.py",
                [served.url, Served.email, Served.password, Self.pictures.path, kind]
                    + (kind == "tiles" ? [port] : [])
            )
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
        }
    }

    @Test("loses nothing that was typed, and shows what was seen where no server answers")
    func interruptions() async throws {
        try await Served.with { served in
            let result = try await Script.run(
                "interruptions.py",
                [
                    served.url, "\(served.pid)", Served.email, Served.password,
                    Self.pictures.path,
                ] + served.command
            )
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
        }
    }
}
