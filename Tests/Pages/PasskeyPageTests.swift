import Contract
import Kernel
import Providers
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Passkeys in the web app")
struct PasskeyPageTests {
    private static let page = "/app/sign-in"
    private static let settings = "/app/settings/sign-in"
    private static let session = "__Host-purser-session"

    /// Runs `work` with a server that browsers keep passkeys for.
    private func withNamedServer(
        _ engine: Engine,
        _ work: (InProcessServer) async throws -> Void
    ) async throws {
        var settings = ServerSettings.unlimited
        settings.publicURL = "https://purser.example"
        try await withServer(engine, settings: settings, work)
    }

    /// What the page asks an authenticator to sign.
    private func challenge(_ page: TransportResponse) throws -> [UInt8] {
        let text = try #require(page.text.firstMatch(of: /data-challenge="([^"]*)"/)).1
        return try #require(Base64URL.bytes(String(text)))
    }

    /// The fields that the page's script fills in.
    private func fields(_ assertion: PasskeyAssertion) -> [String: String] {
        [
            "credential_id": Base64URL.text(assertion.credentialID),
            "client_data": Base64URL.text(assertion.clientData),
            "authenticator_data": Base64URL.text(assertion.authenticatorData),
            "signature": Base64URL.text(assertion.signature),
            "user_handle": Base64URL.text(assertion.userHandle),
        ]
    }

    /// Signs what a page asks for, and sends its form with other fields besides.
    private func signIn(
        _ visit: WebVisit,
        on page: TransportResponse,
        _ authenticator: TestAuthenticator,
        of member: TestMember,
        _ circumstances: TestAuthenticator.Circumstances,
        _ others: [String: String] = [:],
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        let assertion = try authenticator.sign(try challenge(page), for: member.id, circumstances)
        let sent = fields(assertion).merging(others) { $1 }
        return try await visit.send(page, to: Self.page, sent, headers: headers)
    }

    @Test("sign in, into a session as a password begins one", arguments: Engine.all)
    func signingIn(engine: Engine) async throws {
        try await withNamedServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            for (number, member) in [(UInt8(1), parent), (UInt8(2), child)] {
                let authenticator = try TestAuthenticator(number: number)
                try await server.addPasskey(authenticator, to: member)
                let visit = WebVisit(server)
                let page = try await visit.get("\(Self.page)?next=%2Fapp%2Fbuy")
                let answer = try await signIn(
                    visit,
                    on: page,
                    authenticator,
                    of: member,
                    server.site
                )
                #expect(answer.status == 303)
                #expect(answer.headers["Location"] == "/app/buy")
                let cookie = try #require(answer.headers["Set-Cookie"])
                #expect(cookie.hasPrefix("\(Self.session)="))
                #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Secure"))
                #expect(answer.body.isEmpty)
                let first = try #require(visit.cookies[Self.session])
                let shown = try await visit.get("/app/settings")
                #expect(shown.status == 200 && shown.text.contains(member.email))
                #expect(!shown.text.contains(first.drop { $0 != "~" }.dropFirst()))
                server.clock.advance(seconds: 3_600)
                _ = try await visit.get("/app")
                #expect(visit.cookies[Self.session] != first)
                let home = try await visit.get("/app")
                #expect(try await visit.send(home, to: "/app/sign-out", [:]).status == 303)
                #expect(try await visit.get("/app").status == 303)
            }
        }
    }

    @Test("sign nobody in by a form of another site, of another page, or a second time")
    func forged() async throws {
        try await withNamedServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let authenticator = try TestAuthenticator()
            try await server.addPasskey(authenticator, to: parent)
            let visit = WebVisit(server)
            let before = try await server.contents()
            let page = try await visit.get(Self.page)
            let assertion = try authenticator.sign(
                try challenge(page),
                for: parent.id,
                server.site
            )
            let sent = fields(assertion)
            #expect(try await visit.post(Self.page, sent).status == 400)
            let elsewhere = WebVisit(server)
            #expect(try await elsewhere.send(page, to: Self.page, sent).status == 400)
            let origins: [Headers] = [
                ["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"],
            ]
            for headers in origins {
                let page = try await visit.get(Self.page)
                let answer = try await visit.send(page, to: Self.page, sent, headers: headers)
                #expect(answer.status == 400)
            }
            #expect(try await server.contents() == before)
            let good = try await visit.get(Self.page)
            #expect(try await visit.send(good, to: Self.page, sent).status == 303)
            let other = WebVisit(server)
            let next = try await other.get(Self.page)
            let again = try await other.send(next, to: Self.page, sent)
            #expect(again.status == 401)
            #expect(again.text.contains("This passkey was not accepted"))
            #expect(other.cookies[Self.session] == nil)
        }
    }

    @Test("are refused where anything is wrong, and begin nothing", arguments: Engine.all)
    func refused(engine: Engine) async throws {
        try await withNamedServer(engine) { server in
            let parent = try await server.registerParent()
            let authenticator = try TestAuthenticator()
            try await server.addPasskey(authenticator, to: parent)
            let before = try await server.contents()
            let rows: [(Comment, (inout TestAuthenticator.Circumstances) -> Void)] = [
                ("another origin", { $0.origin = "https://evil.example" }),
                ("another rpId", { $0.relyingPartyID = "evil.example" }),
                ("a frame", { $0.isCrossOrigin = true }),
                ("nobody verified", { $0.flags = 0x01 }),
            ]
            for (row, change) in rows {
                var circumstances = server.site
                change(&circumstances)
                let visit = WebVisit(server)
                let page = try await visit.get(Self.page)
                let answer = try await signIn(
                    visit,
                    on: page,
                    authenticator,
                    of: parent,
                    circumstances
                )
                #expect(answer.status == 401, row)
                #expect(answer.text.contains("This passkey was not accepted"), row)
                #expect(visit.cookies[Self.session] == nil, row)
            }
            for field in ["client_data", "authenticator_data", "signature", "user_handle"] {
                let visit = WebVisit(server)
                let page = try await visit.get(Self.page)
                let answer = try await signIn(
                    visit,
                    on: page,
                    authenticator,
                    of: parent,
                    server.site,
                    [field: "!"]
                )
                #expect(answer.status == 401, "\(field)")
                #expect(answer.text.contains("answer is incomplete"), "\(field)")
            }
            #expect(try await server.contents().changed(since: before) == ["auth_events"])
        }
    }

    @Test("lead on where the page was asked for, and nowhere else")
    func next() async throws {
        try await withNamedServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let authenticator = try TestAuthenticator()
            try await server.addPasskey(authenticator, to: parent)
            for asked in ["//evil.example", "https://evil.example", "/app//evil.example"] {
                let visit = WebVisit(server)
                let page = try await visit.get("\(Self.page)?next=\(PercentCoding.encoded(asked))")
                #expect(!page.text.contains("evil"), "\(asked)")
                let answer = try await signIn(
                    visit,
                    on: page,
                    authenticator,
                    of: parent,
                    server.site,
                    ["next": asked]
                )
                #expect(answer.headers["Location"] == "/app", "\(asked)")
            }
        }
    }

    @Test("are offered nowhere by a server without a name")
    func nameless() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let settings = try await visit.get(Self.settings)
            #expect(settings.text.contains("passkeys need a domain name"))
            for page in [settings, try await visit.get(Self.page)] {
                #expect(page.status == 200)
                #expect(!page.text.contains("id=\"passkey") && !page.text.contains("new-passkey"))
            }
        }
    }
}

// MARK: Adding one in the settings

extension PasskeyPageTests {
    /// Makes a passkey with what the page of settings says, as its script does.
    private func make(
        _ authenticator: TestAuthenticator,
        _ visit: WebVisit,
        _ server: InProcessServer
    ) async throws -> [String: String] {
        let page = try await visit.get(Self.settings).text
        let options = try #require(page.firstMatch(of: /data-options="([^"]*)"/)).1
        let text = String(options).replacing("&quot;", with: "\"")
        guard case .string(let challenge) = try JSONParser.parse(Array(text.utf8))["challenge"]
        else { throw Problem(.internal, "no challenge in \(text)") }
        let bytes = try #require(Base64URL.bytes(challenge))
        let made = authenticator.make(answering: bytes, server.site)
        return [
            "do": "addPasskey", "name": "My <phone>",
            "client_data": Base64URL.text(made.clientData),
            "attestation_object": Base64URL.text(made.attestationObject),
        ]
    }

    private func settle(
        _ visit: WebVisit,
        _ fields: [String: String]
    ) async throws -> TransportResponse {
        let token = WebVisit.hidden(try await visit.get("/app/more").text, to: "/app/sign-out")
        return try await visit.post(Self.settings, token.merging(fields) { $1 })
    }

    /// What the form to add one keeps of a passkey that the browser has made.
    private func kept(_ page: TransportResponse) -> String? {
        page.text.firstMatch(of: /name="attestation_object" value="([^"]*)"/)
            .map { String($0.1) }
    }

    @Test(
        "are added with the password, kept while that is wrong, and removed",
        arguments: Engine.all
    )
    func adding(engine: Engine) async throws {
        try await withNamedServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            for (number, member) in [(UInt8(1), parent), (UInt8(2), child)] {
                let authenticator = try TestAuthenticator(number: number)
                let visit = try await WebVisit.signedIn(member, server)
                let list = { try await member.purser.call(API.Identity.listPasskeys).passkeys }
                let form = try await make(authenticator, visit, server)
                #expect(try await visit.post(Self.settings, form).status == 400)
                for password in ["", "wrong1234"] {
                    let wrong = try await settle(visit, form.merging(["password": password]) { $1 })
                    #expect(wrong.status == 400)
                    #expect(wrong.text.contains("id=\"addPasskey-password-problem\""))
                    #expect(wrong.text.contains("value=\"My &lt;phone&gt;\""))
                    #expect(kept(wrong) == form["attestation_object"])
                    #expect(!wrong.text.contains("wrong1234"))
                }
                #expect(try await list().isEmpty)
                let good = form.merging(["password": "password123"]) { $1 }
                let added = try await settle(visit, good)
                #expect(added.headers["Location"] == "\(Self.settings)?done=addPasskey")
                #expect(try await list().map(\.name) == ["My <phone>"])
                let spent = try await settle(visit, good)
                #expect(spent.status == 400 && kept(spent) == "")
                #expect(spent.text.contains("<p class=\"error\">This passkey "))

                let away = WebVisit(server)
                let page = try await away.get(Self.page)
                let answer = try await signIn(
                    away,
                    on: page,
                    authenticator,
                    of: member,
                    server.site
                )
                #expect(answer.status == 303)

                let id = try #require(try await list().first).passkeyID.text
                let gone = try await settle(visit, ["do": "passkey", "passkey": id])
                #expect(gone.status == 303)
                let next = try await away.get(Self.page)
                let late = try await signIn(away, on: next, authenticator, of: member, server.site)
                #expect(late.status == 401)
            }
        }
    }

    @Test("are added with a code, too, where a second factor is on", arguments: Engine.all)
    func secondFactor(engine: Engine) async throws {
        try await withNamedServer(engine) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            #expect(try await visit.get(Self.settings).text.contains("addPasskey-code") == false)
            let app = try await server.turnOnSecondFactor(of: parent)
            let form = try await make(try TestAuthenticator(), visit, server)
            let typed = form.merging(["password": "password123"]) { $1 }
            let wrong = try await settle(visit, typed)
            #expect(wrong.status == 400 && wrong.text.contains("id=\"addPasskey-code-problem\""))
            #expect(kept(wrong) == form["attestation_object"])
            let code = ["code": app.code(server.clock)]
            #expect(try await settle(visit, typed.merging(code) { $1 }).status == 303)
        }
    }
}
