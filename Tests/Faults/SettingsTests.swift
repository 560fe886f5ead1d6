import Foundation
import Programs
import Testbed
import Testing

extension Faults {
    @Suite("What is configured")
    struct SettingsTests {
        @Test("a flag wins over the environment, and that over the file")
        func order() async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let names = ["flag", "environment", "file"]
            let config = directory.file("purser.json")
            let json = #"{"database": "\#(directory.file("file.db"))"}"#
            try Data(json.utf8).write(to: URL(filePath: config))
            var flags = ["--config", config, "--keys", directory.file("keys")]
            var environment: [String: String] = [:]
            for name in names.reversed() {
                if name == "environment" {
                    environment["PURSER_DATABASE"] = directory.file("environment.db")
                }
                if name == "flag" { flags += ["--database", directory.file("flag.db")] }
                let result = try await Program.run(
                    ["user", "create", "\(name)@example.com"] + flags,
                    environment: environment,
                    input: House.password
                )
                #expect(result.isSuccess, "\(name): \(result.errors)")
                #expect(FileManager.default.fileExists(atPath: directory.file("\(name).db")))
            }
        }

        @Test("host and port come from the environment too")
        func environment() async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let child = try Child(
                [try Program.path(), "serve"],
                environment: [
                    "PURSER_HOST": "127.0.0.2", "PURSER_PORT": "0",
                    "PURSER_DATABASE": "sqlite://\(directory.file("purser.db"))",
                ]
            )
            do {
                try await child.writes(#""message":"listening","address":"127.0.0.2:"#)
            } catch {
                try await child.remove()
                throw error
            }
            child.signal(SIGTERM)
            #expect(try await child.end() == .exit(0))
        }

        @Test(
            "what makes no sense stops the start with a sentence",
            arguments: [
                (["--port", "70000"], "port"),
                (["--database", "mysql://x/y"], "database must be"),
                (["--tls-certificate", "/nowhere.pem"], "tls"),
                (["--tls-certificate", "/nowhere.pem", "--tls-key", "/nowhere.key"], "nowhere"),
                (["--config", "/nowhere.json"], "nowhere.json"),
                (["--host", "no such host"], "no such host"),
                (["--language-model-url", "http://127.0.0.1:1/v1"], "set together"),
                (["--language-model-name", "small"], "set together"),
                (
                    ["--language-model-url", "ftp://a", "--language-model-name", "small"],
                    "languageModelUrl must be"
                ),
                (["--language-model-required", "true"], "is true only with languageModelUrl"),
                (["--language-model-required", "maybe"], "language-model-required"),
                (["--oauth-clients", "app"], "oauthClients must be like my-app=https://"),
                (["--push-environment", "sandbox"], "pushEnvironment is set only with pushKey"),
                (["--push-key", "push.p8"], "pushTeamId and pushTopic are set together"),
                (
                    ["--push-webhook-url", "http://example.com/told"],
                    "pushWebhookUrl must be an https address"
                ),
                (
                    ["--push-webhook-url", "https://example.com/told"],
                    "pushWebhookSecret must be 1 to 4"
                ),
                (["--simulated-cards", "yes"], "simulatedCards must be charged or refused"),
                (
                    ["--oauth-clients", "app=http://app.example.com/back"],
                    "oauthClients has for app a redirect URI that is http and not on"
                ),
                (
                    ["--oauth-clients", "purser-native=https://app.example.com/back"],
                    "oauthClients has purser-native twice"
                ),
                (
                    [
                        "--oauth-clients", "app=https://a.example/", "--oauth-clients",
                        "app=https://b.example/",
                    ],
                    "oauthClients has app twice"
                ),
                (["--trusted-proxies", "10.0.0.1/8"], "trustedProxies must be like 10.0.0.0/8"),
                (["--trusted-proxies", "proxy.example.com"], "trustedProxies must be like"),
                (["--connections-per-address", "-1"], "connections"),
                (["--map-tiles", "http://tiles.example.com/{z}/{x}/{y}"], "mapTiles must be like"),
                (["--map-tiles", "https://tiles.example.com/{z}/{x}"], "mapTiles must be like"),
                (["--map-attribution", "Somebody"], "mapAttribution is set only with mapTiles"),
                (
                    [
                        "--map-tiles", "https://tiles.example.com/{z}/{x}/{y}",
                        "--map-attribution", String(repeating: "a", count: 201),
                    ],
                    "mapAttribution must have 1 to 200"
                ),
                (["--issuers", "/nowhere.json"], "issuers: /nowhere.json cannot be read"),
            ]
        )
        func senseless(flags: [String], word: String) async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let place = flags.contains("--database") ? [] : ["--database", directory.file("a.db")]
            let port = flags.contains("--port") ? [] : ["--port", "0"]
            let child = try Child([try Program.path(), "serve"] + place + port + flags)
            let end = try await child.end()
            #expect(end == .exit(1) || end == .exit(64), "\(end)")
            #expect(child.errors.localizedCaseInsensitiveContains(word), "\(child.errors)")
        }

        @Test("a file of issuers that makes no sense stops the start with the key and the rule")
        func issuers() async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let file = directory.file("issuers.json")
            let json =
                #"{"issuers":[{"label":"a","kind":"supabase-jwks","issuer":"http://a.example"}]}"#
            try Data(json.utf8).write(to: URL(filePath: file))
            let place = ["--database", directory.file("a.db"), "--port", "0"]
            let result = try await Program.run(["serve", "--issuers", file] + place)
            #expect(!result.isSuccess)
            let rule = "issuers[0].issuer must be an https URL"
            #expect(result.errors.contains(rule), "\(result.errors)")
        }

        @Test("an app that is configured may ask people to sign in, and no other may")
        func clients() async throws {
            try await House.with(.sqlite) { house in
                let clients = [
                    "--oauth-clients", "my-app=https://app.example.com/back", "--oauth-clients",
                    "other.app=com.example.other:/back",
                ]
                try await house.serving(clients) { server in
                    for (client, redirect, status) in [
                        ("my-app", "https%3A%2F%2Fapp.example.com%2Fback", 200),
                        ("other.app", "com.example.other%3A%2Fback", 200),
                        ("my-app", "com.example.other%3A%2Fback", 400),
                        ("no-app", "https%3A%2F%2Fapp.example.com%2Fback", 400),
                    ] {
                        let target = """
                            /oauth2/authorize?response_type=code&client_id=\(client)\
                            &redirect_uri=\(redirect)&code_challenge_method=S256\
                            &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
                            """
                        let answer = try await server.ask(Request("GET", target))
                        #expect(answer.status == status, "\(answer)")
                        let page = String(decoding: answer.body, as: UTF8.self)
                        #expect(page.contains("<strong>\(client)</strong>") == (status == 200))
                    }
                    try await server.stop()
                }
            }
        }

        @Test("a start without Leaflet says where it was looked for, and goes on")
        func libraries() async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let child = try Child(
                [try Program.path(), "serve", "--port", "0"],
                environment: [
                    "PURSER_DATABASE": "sqlite://\(directory.file("purser.db"))",
                    "PURSER_WEB_LIBRARIES": directory.file("none"),
                    "PURSER_MAP_TILES": "https://tiles.example.com/{z}/{x}/{y}.png",
                    "PURSER_MAP_ATTRIBUTION": "Somebody",
                ]
            )
            do {
                try await child.writes(#""message":"listening""#)
            } catch {
                try await child.remove()
                throw error
            }
            #expect(child.errors.contains("without a map"), "\(child.errors)")
            #expect(child.errors.contains(directory.file("none")), "\(child.errors)")
            child.signal(SIGTERM)
            #expect(try await child.end() == .exit(0))
        }

        @Test("a port that is taken is named")
        func taken() async throws {
            try await House.with(.sqlite) { house in
                try await house.serving { server in
                    let second = try await house.run(["serve", "--port", "\(server.port)"])
                    #expect(second.end == .exit(1))
                    #expect(second.errors.contains("\(server.port)"), "\(second.errors)")
                    try await server.stop()
                }
            }
        }
    }
}
