import Operations
import Testing

@Suite("Clients and where their codes go")
struct OAuthClientTests {
    private static let clients = OAuthClients(
        [
            OAuthClient(
                id: "app",
                redirects: [
                    "https://app.example.com/back", "http://127.0.0.1/bare",
                    "http://[::1]:7000/six",
                ]
            )
        ],
        issuer: "https://purser.example"
    )

    private static func isAsked(_ client: String, _ redirect: String) -> Bool {
        let check = AuthorizationRequest.read(
            [
                ("client_id", client), ("redirect_uri", redirect), ("response_type", "code"),
                ("code_challenge", String(repeating: "a", count: 43)),
                ("code_challenge_method", "S256"),
            ],
            clients
        )
        switch check {
        case .ask(let request): return request.redirect.utf8.elementsEqual(redirect.utf8)
        case .page: return false
        case .redirect(let location):
            Issue.record("sent to \(location)")
            return false
        }
    }

    @Test(
        "a redirect URI is taken as it was registered, but for a loopback port",
        arguments: [
            ("purser-native", "safepocket://auth/callback", true),
            ("purser-native", "http://127.0.0.1:51234/callback", true),
            ("purser-native", "http://127.0.0.1:1/callback", true),
            ("purser-native", "http://127.0.0.1:65535/callback", true),
            ("purser-native", "http://127.0.0.1:65536/callback", false),
            ("purser-native", "http://127.0.0.1:0/callback", false),
            ("purser-native", "http://127.0.0.1:080/callback", false),
            ("purser-native", "http://127.0.0.1:/callback", false),
            ("purser-native", "http://127.0.0.1:*/callback", false),
            ("purser-native", "http://127.0.0.1:+80/callback", false),
            ("purser-native", "http://127.0.0.1/callback", false),
            ("purser-native", "http://localhost:51234/callback", false),
            ("purser-native", "http://[::1]:51234/callback", false),
            ("purser-native", "http://127.0.0.1:51234/callback/", false),
            ("purser-native", "http://127.0.0.1:51234/callback?a=b", false),
            ("purser-native", "http://127.0.0.1:51234/callback#a", false),
            ("purser-native", "http://127.0.0.1:51234/Callback", false),
            ("purser-native", "http://127.0.0.1:51234/x/../callback", false),
            ("purser-native", "https://127.0.0.1:51234/callback", false),
            ("purser-native", "HTTP://127.0.0.1:51234/callback", false),
            ("purser-native", "http://127.0.0.1:80@evil.example/callback", false),
            ("purser-native", "http://127.0.0.1@evil.example/callback", false),
            ("purser-native", "http://127.0.0.1.evil.example/callback", false),
            ("purser-native", "http://127.0.0.10:51234/callback", false),
            ("purser-native", "http://127.0.0.1:\u{0661}/callback", false),
            ("purser-native", "http://127.0.0.1:51234/callbac\u{212A}", false),
            ("purser-native", "safepocket://auth/callback/", false),
            ("purser-native", "safepocket://auth/callbacK", false),
            ("purser-native", "safepocket://evil/callback", false),
            ("purser-native", "safepocket://auth/callback?x=1", false),
            ("purser-native", "Safepocket://auth/callback", false),
            ("purser-native", "safepocket://auth/callback\r\nSet-Cookie: a=b", false),
            ("purser-native", "https://app.example.com/back", false),
            ("purser-native", "", false),
            ("Purser-native", "safepocket://auth/callback", false),
            ("purser-native ", "safepocket://auth/callback", false),
            ("' OR 1=1 --", "safepocket://auth/callback", false),
            ("app", "https://app.example.com/back", true),
            ("app", "https://app.example.com:443/back", false),
            ("app", "https://app.example.com/back/", false),
            ("app", "https://APP.example.com/back", false),
            ("app", "http://127.0.0.1/bare", true), ("app", "http://127.0.0.1:9/bare", true),
            ("app", "http://[::1]:7001/six", true), ("app", "http://[::1]/six", false),
            ("app", "http://127.0.0.1:7000/six", false),
            ("app", "safepocket://auth/callback", false),
        ]
    )
    func redirects(client: String, redirect: String, isAsked: Bool) {
        #expect(Self.isAsked(client, redirect) == isAsked)
    }

    @Test(
        "a client is configured by its id and its redirect URIs",
        arguments: [
            ("app=https://app.example.com/back", ["https://app.example.com/back"]),
            (
                "a.b_c-1=com.example.app:/back|http://127.0.0.1:*/x",
                [
                    "com.example.app:/back", "http://127.0.0.1:*/x",
                ]
            ),
            ("app=https://app.example.com/?a=b", ["https://app.example.com/?a=b"]),
        ]
    )
    func configured(text: String, redirects: [String]) throws {
        let client = try OAuthClient(configured: text)
        #expect(client.id == text.prefix { $0 != "=" })
        #expect(client.redirects == redirects)
    }

    @Test(
        "a client that codes cannot be sent to safely is refused, and the rule is told",
        arguments: [
            ("app", "must be like"), ("=https://a.example/", "must name each client"),
            ("a b=https://a.example/", "must name each client"), ("app=", "names no redirect URI"),
            ("app=/back", "is not absolute"), ("app=://x", "is not absolute"),
            ("app=http://app.example.com/back", "is http and not on"),
            ("app=http://localhost:80/back", "is http and not on"),
            ("app=http://127.0.0.1@evil.example/", "is http and not on"),
            ("app=https://a.example/#x", "has a fragment"), ("app=https:///x", "names no host"),
            ("app=https://me@a.example/", "names a user"), ("app=https:a", "is not like https://"),
            ("app=https://*.a.example/", "has a * where no port is"),
            ("app=my.app:/*", "has a * where no port is"),
            ("app=javascript:alert(1)", "has a scheme that no app has"),
            ("app=DATA:text/html,x", "has a scheme that no app has"),
            ("app=https://a.example/\u{e9}", "is not written in visible ASCII"),
            ("app=https://a.example/ x", "is not written in visible ASCII"),
            ("app=https://a.example/\\x", "has a character that no URI has"),
        ]
    )
    func refused(text: String, rule: String) {
        let fault = #expect(throws: OAuthClientFault.self) { try OAuthClient(configured: text) }
        #expect(fault?.rule.contains(rule) == true, "\(fault?.rule ?? "")")
    }
}
