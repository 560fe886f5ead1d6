import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Where the web app leads")
struct WebRedirectTests {
    /// Addresses that are none of the app's, for some browser.
    static let abroad = [
        "https://evil.example", "http:evil.example", "//evil.example", "///evil.example",
        "/\\evil.example", "\\\\evil.example", "/app\\..\\..\\evil", "/app//evil.example",
        "/app/..//evil.example", "/app/../../evil.example", "/app/..", "/app/.", "/app/./../x",
        "/app/../oauth2/authorize?client_id=purser-native", "/app/%2e%2e/oauth2/authorize",
        "/app/%2E%2E/x", "/app/.%2e/x", "/app/%2e./x", "/app/%2e", "/application", "/appx/y", "/",
        "", "?x", "#x", "app", "javascript:alert(1)", "data:text/html,x", "/app/x#//evil.example",
        "/app/\r\nSet-Cookie: a=b", "/app/\nx", "/app/\tx", "/app/\u{0}", " /app", "/app ",
        "\u{FEFF}/app", "/app/\u{2028}x", "/app/é", "/app/\u{202E}x", "/app@evil.example",
        "/app:80@evil.example", "/app;x", "/app/<script>", "/app/\"x", "/app\u{301}/x",
        "/app/" + String(repeating: "x", count: Limits.pageAddressBytes),
        "/app?" + String(repeating: "x", count: 15_000),
    ]

    /// Addresses of the app's.
    static let own = [
        "/app", "/app/buy", "/app?x=1", "/app/transactions?q=caf%C3%A9&month=2025-01",
        "/app/family/..x", "/app/x..", "/app/.x/y", "/app/transactions?q=../..", "/app/%2e%2ex",
        "/app/" + String(repeating: "x", count: Limits.pageAddressBytes - 5),
    ]

    @Test("is the app alone, whatever an address says of where somebody wanted to go")
    func paths() {
        for text in Self.abroad { #expect(WebRoutes.ownPath(text) == "/app", "\(text.prefix(60))") }
        for text in Self.own { #expect(WebRoutes.ownPath(text) == text, "\(text.prefix(60))") }
        for text in Self.own { #expect(WebFaults.isOfTheApp(text), "\(text.prefix(60))") }
    }

    @Test("after signing in is the app alone, at the page and at its form")
    func signingIn() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            for next in Self.abroad + Self.own {
                let place: Comment = "\(next.prefix(60))"
                let expected = Self.own.contains(next) ? next : "/app"
                let visit = WebVisit(server)
                let page = try await visit.get("/app/sign-in?next=\(PercentCoding.encoded(next))")
                #expect(page.status == 200, place)
                #expect(WebFaults.all(page) == [], place)
                let form = try #require(HTMLPage(page.text).forms.first)
                #expect(form.fields.first(where: { $0.name == "next" })?.value == expected, place)
                // Whoever sends the form may say anything in it.
                let answer = try await visit.send(
                    page,
                    to: "/app/sign-in",
                    ["email": parent.email, "password": "password123", "next": next]
                )
                #expect(answer.status == 303, place)
                #expect(answer.headers["Location"] == expected, place)
                #expect(WebFaults.headers(answer) == [], place)
            }
        }
    }

    @Test("is the page to sign in on for strangers, who come back to the app alone")
    func strangers() async throws {
        try await withWebApp { server, map in
            let queries = [
                "", "?next=https://evil.example", "?x=//evil.example", "?\\evil", "?x=%0d%0aa:b",
                "?q=\(String(repeating: "x", count: 15_000))", "?%ff", "?x#//evil.example",
            ]
            for path in map.pages where !WebMap.open.contains(path) {
                for query in queries {
                    let target = WebMap.target(path) + query
                    let answer = try await server.get(target)
                    #expect(answer.status == 303, "\(target.prefix(80))")
                    #expect(WebFaults.headers(answer) == [], "\(target.prefix(80))")
                    let location = answer.headers["Location"] ?? ""
                    #expect(location.utf8.count < 3 * Limits.pageAddressBytes + 100)
                    #expect(location.hasPrefix("/app/sign-in"), "\(target.prefix(80))")
                    let next = location.split(separator: "?next=").dropFirst().first ?? ""
                    let decoded = try #require(PercentCoding.decoded(next))
                    #expect(decoded.isEmpty || WebRoutes.ownPath(decoded) == decoded)
                }
            }
            for target in ["http://evil.example/app/buy", "//evil.example/app/buy"] {
                let answer = try await server.get(target)
                #expect(WebFaults.headers(answer) == [], "\(target)")
            }
        }
    }

    @Test("after a form is the app, whatever the form and its address say")
    func forms() async throws {
        try await withWebApp { server, map in
            let reader = try await WebReader(try await server.registerParent(), server)
            let walk = try await WebWalk(reader, map)
            // What ends the session would leave nobody to send the rest.
            let ending = ["/app/sign-out", "/app/settings/sessions"]
            for form in walk.forms where !ending.contains(form.action) {
                for address in Self.abroad.prefix(8) {
                    var evil = form.filled()
                    for index in evil.fields.indices where evil.fields[index].name != "form_token" {
                        if evil.fields[index].isHidden, evil.fields[index].name != "do" {
                            evil.fields[index].value = address
                        }
                    }
                    evil.fields += ["next", "return", "view", "url"].map {
                        HTMLForm.Field(name: $0, value: address, type: "hidden")
                    }
                    let query = "next=\(PercentCoding.encoded(address))"
                    let mark = form.action.contains("?") ? "&" : "?"
                    let answer = try await reader.send(evil, to: "\(form.action)\(mark)\(query)")
                    #expect(WebFaults.headers(answer) == [], "\(form.action) \(form.deed)")
                    #expect(answer.status < 500, "\(form.action) \(form.deed)")
                }
            }
        }
    }
}
