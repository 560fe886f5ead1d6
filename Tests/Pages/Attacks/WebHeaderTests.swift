import Contract
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Headers of the web app")
struct WebHeaderTests {
    private static let settings: [String] = [
        "http://127.0.0.1:8080", "https://purser.example",
    ]

    private static func settings(_ publicURL: String) -> ServerSettings {
        var settings = ServerSettings.unlimited
        settings.publicURL = publicURL
        return settings
    }

    @Test("keep pages out of frames and of caches, with its policy", arguments: settings)
    func pages(publicURL: String) async throws {
        try await withWebApp(settings: Self.settings(publicURL)) { server, map in
            let parent = try await server.registerParent()
            let readers = [WebReader(server), try await WebReader(parent, server)]
            for (reader, path) in readers.flatMap({ reader in map.pages.map { (reader, $0) } }) {
                let target = WebMap.target(path)
                let answer = try await reader.open(target)
                #expect(WebFaults.all(answer) == [], "\(target)")
                let head = try await server.raw(
                    "HEAD",
                    target,
                    nil,
                    headers: reader.cookie.map { ["Cookie": $0] } ?? [:]
                )
                #expect(head.status == answer.status && head.body.isEmpty, "\(target)")
                #expect(WebFaults.headers(head) == [], "\(target)")
            }
            for path in map.streams {
                for reader in readers {
                    let answer = try await reader.open(path)
                    #expect(answer.status == (reader.cookie == nil ? 401 : 200), "\(path)")
                    #expect(WebFaults.headers(answer) == [], "\(path)")
                }
                let foreign: Headers = ["Origin": "https://evil.example"]
                let answer = try await readers[1].open(path, headers: foreign)
                #expect(answer.status == 403, "\(path)")
            }
            for path in map.assets {
                let answer = try await server.get(path)
                #expect(answer.status == 200, "\(path)")
                #expect(WebFaults.all(answer, isKept: true) == [], "\(path)")
                #expect(answer.headers["Set-Cookie"] == nil, "\(path)")
            }
        }
    }

    @Test("stand on every refusal, too", arguments: settings)
    func refusals(publicURL: String) async throws {
        try await withWebApp(settings: Self.settings(publicURL)) { server, map in
            let reader = try await WebReader(try await server.registerParent(), server)
            let missing = ["/app/x", "/app/family/x", "/app/rules/policies/x", "/app/assets/x.css"]
            for target in missing {
                let answer = try await reader.open(target)
                #expect(answer.status == 404, "\(target)")
                #expect(WebFaults.all(answer) == [], "\(target)")
            }
            for path in map.forms {
                let target = WebMap.target(path)
                let large = Array(repeating: UInt8(ascii: "a"), count: 70_000)
                let json: Headers = ["Content-Type": "application/json"]
                let rows: [(Int, TransportResponse)] = [
                    (400, try await reader.post(target, [])),
                    (400, try await reader.post(target, Array("a=%zz".utf8))),
                    (413, try await reader.post(target, large)),
                    (415, try await reader.post(target, Array("{}".utf8), headers: json)),
                ]
                for (status, answer) in rows {
                    #expect(answer.status == status, "\(target)")
                    #expect(WebFaults.all(answer) == [], "\(target) \(status)")
                }
            }
        }
    }

    @Test("name the methods that a path has, and no other is heard")
    func methods() async throws {
        try await withWebApp { server, map in
            let reader = try await WebReader(try await server.registerParent(), server)
            let cookie = try #require(reader.cookie)
            let before = try await server.contents()
            for path in map.all {
                let isShown = map.shown.contains(path)
                let allowed = (isShown ? ["GET"] : []) + (map.forms.contains(path) ? ["POST"] : [])
                let known = Set(allowed + (isShown ? ["HEAD"] : []))
                let others = [
                    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
                    "BREW", "get",
                ]
                for method in others where !known.contains(method) {
                    let answer = try await server.raw(
                        method,
                        WebMap.target(path),
                        nil,
                        headers: ["Cookie": cookie]
                    )
                    #expect(answer.status == 405, "\(method) \(path)")
                    let named = answer.headers["Allow"]
                    #expect(named == allowed.joined(separator: ", "), "\(method) \(path)")
                    #expect(WebFaults.all(answer) == [], "\(method) \(path)")
                }
            }
            #expect(try await server.contents() == before)
        }
    }

    @Test("let no cookie go another way than the pages came")
    func cookies() async throws {
        try await withWebApp(settings: Self.settings("https://purser.example")) { server, map in
            let parent = try await server.registerParent()
            let visit = WebVisit(server)
            var set = [try await visit.get("/app/sign-in").headers["Set-Cookie"]]
            set.append(try await visit.signIn(parent.email).headers["Set-Cookie"])
            let reader = try await WebReader(parent, server)
            let walk = try await WebWalk(reader, map)
            let quiet = try #require(
                walk.forms.first { $0.action == "/app/settings/notifications" }
            )
            set.append(try await reader.send(quiet).headers["Set-Cookie"])
            server.clock.advance(seconds: 4_000)
            set.append(try await reader.open("/app").headers["Set-Cookie"])
            let out = try #require(walk.forms.first { $0.action == "/app/sign-out" })
            set.append(try await reader.send(out).headers["Set-Cookie"])
            set.append(try await reader.open("/app").headers["Set-Cookie"])
            #expect(set.compactMap(\.self).count == 6)
            for cookie in set.compactMap(\.self) {
                let isForScripts = cookie.hasPrefix("purser-taken=")
                #expect(cookie.hasPrefix("__Host-") || isForScripts, "\(cookie)")
                #expect(cookie.contains("; Secure"), "\(cookie)")
                #expect(cookie.contains("; HttpOnly") || isForScripts, "\(cookie)")
            }
        }
    }
}
