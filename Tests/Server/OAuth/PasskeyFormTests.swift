import Contract
import Kernel
import Providers
import PurserKit
import Server
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The form of a passkey")
struct PasskeyFormTests {
    private typealias Circumstances = TestAuthenticator.Circumstances

    private static let notAccepted = "This passkey was not accepted"

    /// Runs `work` with a parent who has a passkey, at a name that browsers keep some for.
    private func withPasskey(
        _ engine: Engine,
        _ work: (InProcessServer, TestMember, TestAuthenticator) async throws -> Void
    ) async throws {
        var settings = ServerSettings.unlimited
        settings.publicURL = "https://purser.example"
        try await withServer(engine, settings: settings) { server in
            let parent = try await server.registerParent()
            let authenticator = try TestAuthenticator()
            try await server.addPasskey(authenticator, to: parent)
            try await work(server, parent, authenticator)
        }
    }

    /// What the page asks an authenticator to sign.
    private func challenge(on visit: SignInVisit) throws -> [UInt8] {
        let text = visit.page.text.firstMatch(of: /data-challenge="([^"]*)"/).map { String($0.1) }
        let challenge = try #require(text)
        return try #require(Base64URL.bytes(challenge))
    }

    /// The fields that the page's script fills in.
    private func fields(_ assertion: PasskeyAssertion) -> [String: String?] {
        [
            "credential_id": Base64URL.text(assertion.credentialID),
            "client_data": Base64URL.text(assertion.clientData),
            "authenticator_data": Base64URL.text(assertion.authenticatorData),
            "signature": Base64URL.text(assertion.signature),
            "user_handle": Base64URL.text(assertion.userHandle),
        ]
    }

    /// Opens a page, signs what it asks for or something else, and sends its form.
    private func signIn(
        _ authenticator: TestAuthenticator,
        of member: TestMember,
        on server: InProcessServer,
        signing other: [UInt8]? = nil,
        _ change: (inout Circumstances) -> Void = { _ in }
    ) async throws -> TransportResponse {
        let visit = try await SignInVisit.begin(server)
        let asked = try challenge(on: visit)
        var circumstances = server.site
        change(&circumstances)
        let assertion = try authenticator.sign(other ?? asked, for: member.id, circumstances)
        return try await visit.send(fields(assertion))
    }

    private func expectRefused(
        _ answer: TransportResponse,
        _ row: Comment,
        because alert: String = Self.notAccepted
    ) {
        #expect(answer.status == 200, row)
        #expect(answer.headers["Location"] == nil, row)
        #expect(answer.alert == alert, row)
    }

    @Test("signs in whose the passkey is, for the app that asked", arguments: Engine.embedded)
    func good(engine: Engine) async throws {
        try await withPasskey(engine) { server, parent, authenticator in
            let answer = try await signIn(authenticator, of: parent, on: server)
            #expect(answer.status == 302)
            #expect(answer.sent("state") == SignInVisit.usual["state"])
            let code = try #require(answer.sent("code"))
            let tokens = try OAuthTokens(try await server.token(CodeFlow().form(code)))
            #expect(try Claims(tokens.access).string("sub") == parent.id.text)
        }
    }

    @Test("agrees to what the page lists, where an app asks that does not belong to the house")
    func agreeing() async throws {
        try await withPasskey(.sqlite) { server, parent, authenticator in
            let redirect = "https://app.example.com/back?from=purser"
            let visit = try await SignInVisit.begin(
                server,
                ["client_id": "test-app", "redirect_uri": redirect, "scope": "rewards:read"]
            )
            let page = visit.page.text
            #expect(page.contains(">Agree and sign in with a passkey</button>"))
            #expect(page.contains("<li>see your reward cards</li>"))
            let asked = try challenge(on: visit)
            let assertion = try authenticator.sign(asked, for: parent.id, server.site)
            let answer = try await visit.send(fields(assertion))
            let code = try #require(answer.sent("code"))
            let flow = CodeFlow(client: "test-app", redirect: redirect)
            let tokens = try OAuthTokens(try await server.token(flow.form(code)))
            #expect(tokens.scope == "rewards:read")
        }
    }

    @Test(
        "is refused where site, host, challenge or member are others, and begins nothing",
        arguments: Engine.embedded
    )
    func refused(engine: Engine) async throws {
        try await withPasskey(engine) { server, parent, authenticator in
            let other = try await server.registerParent("other@example.com")
            let registration = try #require(
                Base64URL.bytes(
                    try await parent.purser.call(API.Identity.passkeyOptions).challenge
                )
            )
            let strange = [UInt8](repeating: 7, count: registration.count)
            let rows: [(Comment, TestMember, [UInt8]?, (inout Circumstances) -> Void)] = [
                ("another origin", parent, nil, { $0.origin = "https://evil.example" }),
                ("no TLS", parent, nil, { $0.origin = "http://purser.example" }),
                ("another port", parent, nil, { $0.origin = "https://purser.example:8443" }),
                ("a frame", parent, nil, { $0.isCrossOrigin = true }),
                ("another rpId", parent, nil, { $0.relyingPartyID = "evil.example" }),
                ("the rpId's parent", parent, nil, { $0.relyingPartyID = "example" }),
                ("nobody verified", parent, nil, { $0.flags = 0x01 }),
                ("a challenge of nobody", parent, strange, { _ in }),
                ("no challenge", parent, [], { _ in }),
                ("the challenge for making one", parent, registration, { _ in }),
                ("another member", other, nil, { _ in }),
            ]
            let before = try await server.contents()
            for (row, member, challenge, change) in rows {
                let answer = try await signIn(
                    authenticator,
                    of: member,
                    on: server,
                    signing: challenge,
                    change
                )
                expectRefused(answer, row)
            }
            #expect(try await server.contents().changed(since: before) == ["auth_events"])
        }
    }

    @Test("is refused when its challenge is spent or old", arguments: Engine.embedded)
    func challenges(engine: Engine) async throws {
        try await withPasskey(engine) { server, parent, authenticator in
            let visit = try await SignInVisit.begin(server)
            let late = try await SignInVisit.begin(server)
            let asked = try challenge(on: visit)
            let form = fields(try authenticator.sign(asked, for: parent.id, server.site))
            #expect(try await visit.send(form).status == 302)
            let before = try await server.contents()
            expectRefused(try await visit.send(form), "again in the same form")
            let next = try await SignInVisit.begin(server)
            expectRefused(try await next.send(form), "again in another form")
            let old = fields(
                try authenticator.sign(try challenge(on: late), for: parent.id, server.site)
            )
            server.clock.advance(seconds: 300)
            expectRefused(try await late.send(old), "after five minutes")
            #expect(try await server.contents().changed(since: before) == ["auth_events"])
        }
    }

    @Test("is refused when the authenticator was copied, and its member is told")
    func cloned() async throws {
        try await withPasskey(.sqlite) { server, parent, authenticator in
            let rows: [(UInt32, Bool)] = [(5, true), (5, false), (4, false), (6, true)]
            for (count, isGood) in rows {
                let answer = try await signIn(authenticator, of: parent, on: server) {
                    $0.signCount = count
                }
                if isGood {
                    #expect(answer.status == 302, "\(count)")
                } else {
                    expectRefused(answer, "\(count)")
                }
            }
            let kinds = try await server.authEventKinds(of: parent)
            #expect(kinds.count { $0 == .passkeyCloned } == 2)
        }
    }

    @Test("is refused when a field is missing or no base64url, and nothing comes of it")
    func incomplete() async throws {
        try await withPasskey(.sqlite) { server, parent, authenticator in
            let visit = try await SignInVisit.begin(server)
            let asked = try challenge(on: visit)
            let form = fields(try authenticator.sign(asked, for: parent.id, server.site))
            let before = try await server.contents()
            for name in ["client_data", "authenticator_data", "signature", "user_handle"] {
                for value in [nil, "", "!", "AA=="] {
                    var changed = form
                    changed.updateValue(value, forKey: name)
                    let answer = try await visit.send(changed)
                    let alert = "The passkey&#39;s answer is incomplete"
                    expectRefused(answer, "\(name)", because: alert)
                }
            }
            #expect(try await server.contents() == before)
            #expect(try await visit.send(form).status == 302)
        }
    }
}
