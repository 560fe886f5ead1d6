import Contract
import Kernel
import Providers
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Passkeys of a member")
struct PasskeysTests {
    private func list(_ member: TestMember) async throws -> [API.Identity.PasskeyResponse] {
        try await member.purser.call(API.Identity.listPasskeys).passkeys
    }

    private func options(_ member: TestMember) async throws -> API.Identity.PasskeyOptions {
        try await member.purser.call(API.Identity.passkeyOptions)
    }

    private func events(
        of member: TestMember,
        _ server: InProcessServer
    ) async throws -> [String] {
        let id = member.id
        return try await server.database.read { session in
            try AuthEvents.list(of: id, limit: 100, in: session).map(\.kind.rawValue)
        }
    }

    /// The body of a call that adds a passkey.
    private func body(
        _ made: TestAuthenticator.Made,
        _ proof: String = #""password":"password123","#
    ) -> String {
        """
        {"name":"Phone",\(proof)"credential":{"id":"x","rawId":"x","type":"public-key",\
        "clientExtensionResults":{},"response":{"transports":["internal"],\
        "clientDataJSON":"\(Base64URL.text(made.clientData))",\
        "attestationObject":"\(Base64URL.text(made.attestationObject))"}}}
        """
    }

    @Test("are asked for as browsers understand it", arguments: Engine.all)
    func asked(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            let answer = try await server.post(
                "/api/v1/auth/passkeys/options",
                "",
                token: parent.token
            )
            #expect(answer.status == 200)
            let challenge = try #require(try answer.string("challenge"))
            let user = Base64URL.text(Array(parent.id.text.utf8))
            #expect(
                answer.text == """
                    {"rp":{"id":"127.0.0.1","name":"Purser"},"user":{"id":"\(user)",\
                    "name":"parent@example.com","displayName":"John Doe"},\
                    "challenge":"\(challenge)","pubKeyCredParams":[\
                    {"type":"public-key","alg":-7},{"type":"public-key","alg":-257}],\
                    "timeout":300000,"excludeCredentials":[],"authenticatorSelection":{\
                    "residentKey":"required","requireResidentKey":true,\
                    "userVerification":"required"},"attestation":"none"}
                    """
            )
            #expect(try await options(parent).challenge != challenge)
            #expect(try await server.contents() == before)
        }
    }

    @Test("are added, listed and taken away, and the books tell of it", arguments: Engine.all)
    func life(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let edits = try await server.contents().count("edits")
            let phone = try TestAuthenticator(.es256, number: 1)
            let laptop = try TestAuthenticator(.rs256, number: 2)
            let first = try await server.addPasskey(phone, to: parent)
            let second = try await server.addPasskey(laptop, named: " Laptop ", to: parent)
            #expect(first.name == "Phone" && second.name == "Laptop")
            #expect(first.createdAt.instant == server.clock.now && first.lastUsedAt == nil)
            #expect(try await list(parent) == [first, second])
            let excluded = try await options(parent).excludeCredentials.map(\.id)
            #expect(excluded == [phone, laptop].map { Base64URL.text($0.credentialID) })
            let path = "/api/v1/auth/passkeys/\(first.passkeyID.text)"
            #expect(try await server.raw("DELETE", path, nil, token: parent.token).status == 204)
            #expect(try await list(parent) == [second])
            #expect(try await server.raw("DELETE", path, nil, token: parent.token).status == 404)
            let contents = try await server.contents()
            #expect(contents.count("edits") == edits + 3)
            let rows = contents.tables["edits"]?.filter { $0.contains(.text("account.passkey")) }
            #expect(rows?.count == 3)
            let told = try await events(of: parent, server)
            #expect(told.prefix(3) == ["passkey_removed", "passkey_added", "passkey_added"])
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("are added once for a key, and once for a challenge", arguments: Engine.all)
    func once(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let challenge = try #require(Base64URL.bytes(try await options(parent).challenge))
            let made = try TestAuthenticator().make(answering: challenge, server.site)
            let send = { (body: String, key: String?) in
                try await server.post(
                    "/api/v1/auth/passkeys",
                    body,
                    token: parent.token,
                    headers: key.map { ["Idempotency-Key": $0] } ?? [:]
                )
            }
            let answer = try await send(body(made), "k")
            #expect(answer.status == 201)
            let before = try await server.contents()
            let again = try await send(body(made), "k")
            #expect(again.body == answer.body)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            let spent = try await send(body(made), nil)
            #expect(spent.status == 400)
            #expect(spent.text.contains("answers a challenge that is unknown, spent or expired"))
            let other = try TestAuthenticator(number: 2).make(answering: challenge, server.site)
            #expect(try await send(body(other), nil).status == 400)
            #expect(try await server.contents() == before)
        }
    }

    @Test("are refused where anything about them is wrong", arguments: Engine.all)
    func refused(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let authenticator = try TestAuthenticator()
            let own = try #require(Base64URL.bytes(try await options(parent).challenge))
            let others = try #require(Base64URL.bytes(try await options(child).challenge))
            var elsewhere = server.site
            elsewhere.origin = "https://evil.example"
            var party = server.site
            party.relyingPartyID = "evil.example"
            var unverified = server.site
            unverified.flags = 0x01
            var unfit = authenticator
            unfit.publicKey = TestCBOR.map([])
            let challenge = "answers a challenge that is unknown, spent or expired"
            let rows = [
                (authenticator.make(answering: others, server.site), challenge),
                (authenticator.make(answering: [1, 2, 3], server.site), challenge),
                (authenticator.make(answering: own, elsewhere), "was made on another site"),
                (authenticator.make(answering: own, party), "belongs to another relying party"),
                (
                    authenticator.make(answering: own, unverified),
                    "was made without verifying the user"
                ),
                (unfit.make(answering: own, server.site), "has a key that is not ES256 or RS256"),
            ]
            let before = try await server.contents()
            for (made, rule) in rows {
                let path = "/api/v1/auth/passkeys"
                let answer = try await server.post(path, body(made), token: parent.token)
                #expect(answer.status == 400)
                let details = try answer.json()["error"]?["details"]
                #expect(details == .object([JSON.Member("credential", .string(rule))]))
            }
            server.clock.advance(seconds: 300)
            let late = authenticator.make(answering: own, server.site)
            let answer = try await server.post(
                "/api/v1/auth/passkeys",
                body(late),
                token: parent.token
            )
            #expect(answer.status == 400)
            #expect(try await server.contents() == before)
        }
    }

    @Test("have a name and a credential", arguments: Engine.all)
    func faults(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            let long = String(repeating: "a", count: 51)
            let credential =
                #""credential":{"response":{"clientDataJSON":"AA","attestationObject":"AA"}},"#
                + #""password":"password123""#
            let rows = [
                ("{}", "name is required; credential.response.clientDataJSON is required"),
                (#"{"name":" ",\#(credential)}"#, "name is required"),
                (#"{"name":"\#(long)",\#(credential)}"#, "name is too long"),
                (#"{"name":"a","credential":1}"#, "credential has the wrong type"),
                (#"{"name":"a",\#(credential)}"#, "credential is malformed"),
                (
                    #"{"name":"a",\#(credential.replacing("AA", with: "A="))}"#,
                    "credential is malformed"
                ),
            ]
            for (body, message) in rows.dropFirst() {
                let answer = try await server.post(
                    "/api/v1/auth/passkeys",
                    body,
                    token: parent.token
                )
                #expect(answer.status == 400)
                #expect(try answer.json()["error"]?["message"] == .string(message))
            }
            let nothing = try await server.post(
                "/api/v1/auth/passkeys",
                rows[0].0,
                token: parent.token
            )
            #expect(nothing.status == 400 && nothing.text.contains("name is required"))
            #expect(try await server.contents() == before)
        }
    }

    @Test(
        "are added by who shows all that the member signs in with, not by a token alone",
        arguments: Engine.all
    )
    func proven(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let challenge = try #require(Base64URL.bytes(try await options(parent).challenge))
            let made = try TestAuthenticator().make(answering: challenge, server.site)
            let send = { (proof: String) in
                let headers: Headers = ["Idempotency-Key": "k\(proof)"]
                return try await server.post(
                    "/api/v1/auth/passkeys",
                    body(made, proof),
                    token: parent.token,
                    headers: headers
                )
            }
            let code = app.code(server.clock)
            let right = #""password":"password123","code":"\#(code)","#
            let rows = [
                ("", ["password is required", "code is required"]),
                (#""password":"password123","#, ["code is required"]),
                (#""code":"\#(code)","#, ["password is required"]),
                (#""password":"wrong1234","code":"\#(code)","#, ["password is wrong"]),
                (
                    #""password":"password123","code":"\#(app.wrongCode(server.clock))","#,
                    ["code is wrong"]
                ),
            ]
            let before = try await server.contents()
            for (proof, faults) in rows {
                let answer = try await send(proof)
                #expect(answer.status == 400)
                #expect(try answer.faults() == faults)
            }
            let changed = try await server.contents().changed(since: before)
            #expect(changed == ["auth_events", "failed_logins"])
            // None of them used the code or the challenge up.
            #expect(try await send(right).status == 201)
            let after = try await server.contents()
            #expect(try await send(right).headers["Idempotency-Replayed"] == "true")
            #expect(try await server.contents() == after)
            #expect(!server.log.lines.contains { $0.contains("password123") || $0.contains(code) })
        }
    }

    @Test("are no way to guess a password: wrong ones lock as at a sign-in", arguments: Engine.all)
    func locked(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let challenge = try #require(Base64URL.bytes(try await options(parent).challenge))
            let made = try TestAuthenticator().make(answering: challenge, server.site)
            let path = "/api/v1/auth/passkeys"
            for number in 0..<10 {
                let wrong = body(made, #""password":"wrong123\#(number)","#)
                #expect(try await server.post(path, wrong, token: parent.token).status == 400)
            }
            let answer = try await server.post(path, body(made), token: parent.token)
            #expect(answer.status == 429)
            #expect(answer.headers["Retry-After"] == "900")
            #expect(try await server.signIn(parent.email).status == 429)
            #expect(try await server.contents().count("passkeys") == 0)
        }
    }

    @Test("belong to one member only, and are at most twenty", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let other = try await server.registerParent("other@example.com")
            for number in 1...20 {
                let authenticator = try TestAuthenticator(number: UInt8(number))
                try await server.addPasskey(authenticator, to: parent)
            }
            let before = try await server.contents()
            let copied = await refusal {
                _ = try await server.addPasskey(TestAuthenticator(number: 7), to: other)
            }
            #expect(copied?.status == 409)
            let tooMany = await refusal {
                _ = try await server.addPasskey(TestAuthenticator(number: 21), to: parent)
            }
            #expect(tooMany?.status == 409)
            #expect(try await server.contents() == before)
        }
    }

    @Test("of somebody else do not exist, for a parent neither", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let stranger = try await server.registerParent("other@example.com")
            let passkey = try await server.addPasskey(TestAuthenticator(), to: child)
            let before = try await server.contents()
            for member in [parent, stranger] {
                #expect(try await list(member) == [])
                for id in [passkey.passkeyID.text, "x", child.id.text] {
                    let path = "/api/v1/auth/passkeys/\(id)"
                    #expect(
                        try await server.raw("DELETE", path, nil, token: member.token).status == 404
                    )
                }
            }
            #expect(try await server.contents() == before)
            #expect(try await list(child) == [passkey])
        }
    }
}
