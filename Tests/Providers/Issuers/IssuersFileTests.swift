import Kernel
import Testing

@testable import Providers

@Suite("The file with other issuers")
struct IssuersFileTests {
    private static let supabase =
        #""label":"sb","kind":"supabase-jwks","issuer":"https://x.supabase.co/auth/v1""#
    private static let legacy =
        #""label":"old","kind":"supabase-secret","issuer":"https://y.supabase.co/auth/v1""#
    private static let pool = #""label":"pool","kind":"cognito","issuer":"https://pool.example""#
    private static let generic =
        #""label":"any","kind":"openid","issuer":"https://any.example","audiences":["app"]"#

    private func read(_ text: String) throws -> IssuersFile {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("issuers.json", text)
        return try IssuersFile(
            path: folder.path("issuers.json"),
            publicURL: "https://purser.example",
            environment: [
                "SHARED": "a secret of more than thirty-two bytes", "SHORT": "short", "EMPTY": "",
            ]
        )
    }

    private func complaint(_ text: String) -> String? {
        do {
            _ = try read(text)
            return nil
        } catch let error as IssuersFileError {
            return "\(error.key ?? "file") \(error.rule)"
        } catch {
            return "\(error)"
        }
    }

    @Test("says what is to be known of each kind, and what is usual is left out")
    func kinds() throws {
        let file = try read(
            """
            {"issuers":[{\(Self.supabase)},{\(Self.legacy),"secretEnvironment":"SHARED"},
            {\(Self.pool),"clientIds":["c"],"jwksUrl":"http://127.0.0.1:5000/pool/jwks.json"},
            {\(Self.generic),"jwksUrl":"https://any.example/keys","algorithm":"ES256"}],
            "provider":{"tokenUrl":"https://any.example/token","nativeClientId":"app"}}
            """
        )
        #expect(file.issuers.map(\.algorithm) == [.es256, .hs256, .rs256, .es256])
        let usual: Set = ["authenticated"]
        #expect(file.issuers.map(\.audiences) == [usual, usual, [], ["app"]])
        let secret = Secret(Array("a secret of more than thirty-two bytes".utf8))
        #expect(
            file.issuers.map(\.keys) == [
                .url("https://x.supabase.co/auth/v1/.well-known/jwks.json"), .secret(secret),
                .url("http://127.0.0.1:5000/pool/jwks.json"), .url("https://any.example/keys"),
            ]
        )
        #expect(file.provider != nil && file.external.verifier != nil)
        let none = try read("{}")
        #expect(none.external.provider == nil && none.external.verifier == nil)
    }

    @Test("gives an issuer's tokens everything, or the scopes that it names")
    func scopes() throws {
        let file = try read(
            """
            {"issuers":[{\(Self.supabase)},
            {\(Self.generic),"jwksUrl":"https://any.example/keys",
            "scopes":["guardian:read","account"]}]}
            """
        )
        #expect(file.issuers.map(\.scopes) == [.all, [.guardianRead, .account]])
        let words = APIScopes.words.map(\.word).joined(separator: ", ")
        for (list, rule) in [
            (#"["openid"]"#, "must be of \(words)"),
            (#"["guardian","all"]"#, "must be of \(words)"),
            ("[]", "must be a list of texts"), (#""guardian""#, "must be a list of texts"),
        ] {
            let text = "{\"issuers\":[{\(Self.supabase),\"scopes\":\(list)}]}"
            #expect(complaint(text) == "issuers[0].scopes \(rule)")
        }
    }

    @Test("leads to secrets that stand elsewhere")
    func secrets() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path("secret")
            try folder.write("secret", "another secret of more than 32 bytes\n")
            let text = #"{"issuers":[{\#(Self.legacy),"secretFile":"\#(path)"}]}"#
            let secret = Secret(Array("another secret of more than 32 bytes".utf8))
            #expect(try read(text).issuers.map(\.keys) == [.secret(secret)])
            try folder.setMode("secret", 0o644)
            #expect(throws: KeyFileError.exposed(path: path, mode: 0o644)) { try read(text) }
        }
    }

    @Test(
        "that is wrong is refused by the key and the rule",
        arguments: [
            ("[]", "file is not a JSON object"), ("{", "file is not a JSON object"),
            (
                #"{"issuer":[]}"#,
                "issuer is not known here"
            ),
            (
                #"{"issuers":{}}"#,
                "issuers must be a list of objects"
            ),
            (
                #"{"issuers":[{}]}"#,
                "issuers[0].label is required"
            ),
            (
                #"{"issuers":[{"label":"a b"}]}"#,
                "issuers[0].label must be 1 to 32 of a to z, 0 to 9 and -"
            ),
            (
                #"{"issuers":[{"label":"a","kind":"saml"}]}"#,
                "issuers[0].kind must be one of supabase-secret, supabase-jwks, cognito, openid"
            ),
            (
                #"{"issuers":[{\#(supabase),"secret":"x"}]}"#,
                "issuers[0].secret is not known here"
            ),
            (
                #"{"issuers":[{"label":"a","kind":"openid","issuer":"https://purser.example"}]}"#,
                "issuers[0].issuer must not be publicUrl, whose tokens are our own"
            ),
            (
                #"{"issuers":[{\#(supabase)},{\#(supabase)}]}"#,
                "issuers has two with the same label"
            ),
            (
                #"{"issuers":[{\#(supabase),"algorithm":"HS256"}]}"#,
                "issuers[0].algorithm must be ES256 or RS256 for supabase-jwks"
            ),
            (
                #"{"issuers":[{\#(supabase),"algorithm":"none"}]}"#,
                "issuers[0].algorithm must be one of HS256, RS256, ES256"
            ),
            (
                #"{"issuers":[{\#(supabase),"audiences":[]}]}"#,
                "issuers[0].audiences must be a list of texts"
            ),
            (
                #"{"issuers":[{\#(supabase),"jwksUrl":"http://x.example/keys"}]}"#,
                "issuers[0].jwksUrl must be an https URL, or an http one of this machine"
            ),
            (
                #"{"issuers":[{\#(supabase),"jwksUrl":"file:///etc/passwd"}]}"#,
                "issuers[0].jwksUrl must be an https URL, or an http one of this machine"
            ),
            (
                #"{"issuers":[{\#(legacy)}]}"#,
                "issuers[0].secretFile or secretEnvironment is required"
            ),
            (
                #"{"issuers":[{\#(legacy),"secretEnvironment":"SHORT"}]}"#,
                "issuers[0].secretFile must lead to a secret of at least 32 bytes"
            ),
            (
                #"{"issuers":[{\#(legacy),"secretEnvironment":"EMPTY"}]}"#,
                "issuers[0].secretEnvironment names a variable that is not set"
            ),
            (
                #"{"issuers":[{\#(pool)}]}"#,
                "issuers[0].clientIds or audiences is required"
            ),
            (
                #"{"issuers":[{\#(generic)}]}"#,
                "issuers[0].jwksUrl is required"
            ),
            (
                #"{"issuers":[{\#(generic),"clientIds":["c"]}]}"#,
                "issuers[0].clientIds is for cognito only"
            ),
            (
                #"{"provider":{}}"#,
                "provider.clientId or nativeClientId is required"
            ),
            (
                #"{"provider":{"clientId":"c"}}"#,
                "provider.tokenUrl is required"
            ),
            (
                #"{"provider":{"nativeClientId":"c","secretEnvironment":"SHARED"}}"#,
                "provider.secretFile is set only with clientId"
            ),
        ]
    )
    func faults(text: String, expected: String) {
        #expect(complaint(text) == expected)
    }

    @Test("that is not there is told by its path")
    func missing() {
        let path = "/nowhere/issuers.json"
        let error = IssuersFileError(path: path, key: nil, rule: "cannot be read")
        #expect(throws: error) { try IssuersFile(path: path, publicURL: "", environment: [:]) }
        #expect("\(error)" == "issuers: /nowhere/issuers.json cannot be read")
    }
}
