import Contract
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Leading somebody on to a foreign address")
struct OpenRedirectTests {
    /// What no app registered, some of it made to look as if one had.
    private static let foreign = [
        "https://evil.example/", "//evil.example/", "/\\evil.example", "evil.example",
        "javascript:evil()", "data:text/html,<script>evil()</script>",
        "safepocket://auth/callback@evil.example",
        "safepocket://auth/callback?https://evil.example/",
        "safepocket://auth/callback\r\nLocation: https://evil.example/",
        "http://127.0.0.1:80@evil.example/callback", "http://127.0.0.1.evil.example/callback",
        "https://evil.example/?redirect_uri=safepocket://auth/callback",
    ]

    /// What is put into parameters that name no address.
    private static let hostile = [
        "https://evil.example/", "//evil.example/", "\"><a href=\"https://evil.example/\">",
        "x\r\nLocation: https://evil.example/",
    ]

    private static let parameters = [
        "state", "scope", "login_hint", "nonce", "client_id", "response_type", "response_mode",
        "code_challenge", "code_challenge_method", "prompt", "request", "request_uri", "iss",
        "next",
    ]

    /// An answer leads nowhere but to the app that asks and to our own pages, and quotes nothing
    /// as it came.
    private func expectAtHome(
        _ answer: TransportResponse,
        _ server: InProcessServer,
        _ row: Comment
    ) {
        if let location = answer.headers["Location"] {
            let app = "safepocket://"
            #expect(location.hasPrefix("\(app)auth/callback?"), row)
            #expect(!String(location.dropFirst(app.count)).contains("//"), row)
            #expect(answer.sent("iss") == server.issuer, row)
        }
        for header in answer.headers.all {
            #expect(!header.value.contains("//evil"), row)
            let isOneLine = header.value.allSatisfy { !$0.isNewline }
            #expect(isOneLine, row)
        }
        #expect(!answer.text.contains("\"><a"), row)
        for link in answer.text.matches(of: /(?:href|action|src)="([^"]*)"/) {
            let target = String(link.1)
            #expect(target.hasPrefix("/") && !target.hasPrefix("//"), row)
        }
    }

    @Test(
        "works neither at the page nor at its form, where no app has it",
        arguments: Engine.embedded
    )
    func addresses(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let visit = try await SignInVisit.begin(server)
            let before = try await server.contents()
            for address in Self.foreign {
                let shown = try await SignInVisit.begin(server, ["redirect_uri": address]).page
                let sent = try await visit.send([
                    "redirect_uri": address, "email": "parent@example.com",
                    "password": "password123",
                ])
                for answer in [shown, sent] {
                    #expect(answer.status == 400, "\(address)")
                    #expect(answer.headers["Location"] == nil, "\(address)")
                    #expect(answer.alert != nil, "\(address)")
                    #expect(!answer.text.contains("evil"), "\(address)")
                }
            }
            #expect(server.operations.identity.passwords.verifications == 0)
            #expect(try await server.contents() == before)
        }
    }

    @Test("works by no second address beside the right one", arguments: Engine.embedded)
    func second(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let visit = try await SignInVisit.begin(server)
            var headers: Headers = ["Content-Type": SignInVisit.form]
            headers["Cookie"] = visit.cookie
            var fields = visit.hidden
            fields["email"] = "parent@example.com"
            fields["password"] = "password123"
            let form = SignInVisit.encoded(fields)
            let evil = "redirect_uri=https%3A%2F%2Fevil.example%2F"
            for body in ["\(form)&\(evil)", "\(evil)&\(form)"] {
                let answer = try await server.post("/oauth2/authorize", body, headers: headers)
                #expect(answer.status == 400)
                #expect(answer.headers["Location"] == nil)
            }
            // A form's parameters are those of its body.
            let answer = try await server.post(
                "/oauth2/authorize?\(evil)",
                form,
                headers: headers
            )
            #expect(answer.status == 302)
            expectAtHome(answer, server, "in the query")
        }
    }

    @Test("works by no other parameter, at the page or at its form", arguments: Engine.embedded)
    func others(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let visit = try await SignInVisit.begin(server)
            for name in Self.parameters {
                for value in Self.hostile {
                    let row: Comment = "\(name): \(value)"
                    let shown = try await SignInVisit.begin(server, [name: value])
                    expectAtHome(shown.page, server, row)
                    let sent = try await visit.send([
                        name: value, "email": "parent@example.com", "password": "password123",
                    ])
                    expectAtHome(sent, server, row)
                    guard shown.page.status == 200 else { continue }
                    let answer = try await shown.signIn()
                    #expect(answer.status == 302, row)
                    expectAtHome(answer, server, row)
                    let state = name == "state" ? value : SignInVisit.usual["state"]
                    #expect(answer.sent("state") == state, row)
                }
            }
        }
    }
}
