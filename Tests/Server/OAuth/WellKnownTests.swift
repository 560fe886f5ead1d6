import Contract
import Kernel
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What clients read before they ask")
struct WellKnownTests {
    @Test(
        "the server describes itself",
        arguments: [
            "/.well-known/openid-configuration", "/.well-known/openid-configuration/",
            "/.well-known/oauth-authorization-server",
        ]
    )
    func discovery(path: String) async throws {
        try await withServer(.sqlite) { server in
            let answer = try await server.get(path)
            #expect(answer.status == 200)
            #expect(answer.headers["Content-Type"] == "application/json")
            let texts: [(String, String)] = [
                ("issuer", ""), ("authorization_endpoint", "/oauth2/authorize"),
                ("token_endpoint", "/oauth2/token"), ("jwks_uri", "/.well-known/jwks.json"),
            ]
            for (name, end) in texts {
                #expect(try answer.string(name) == server.issuer + end)
            }
            let lists = [
                ("response_types_supported", ["code"]), ("response_modes_supported", ["query"]),
                ("grant_types_supported", ["authorization_code", "refresh_token"]),
                ("code_challenge_methods_supported", ["S256"]),
                ("token_endpoint_auth_methods_supported", ["none"]),
                ("id_token_signing_alg_values_supported", ["ES256"]),
                ("subject_types_supported", ["public"]),
                (
                    "scopes_supported",
                    [
                        "openid", "profile", "email", "offline_access", "guardian",
                        "guardian:read", "banking", "banking:read", "rewards", "rewards:read",
                        "allowance", "allowance:read", "insights", "insights:read", "account",
                    ]
                ),
            ]
            for (name, values) in lists {
                #expect(try answer.json()[name] == .array(values.map(JSON.string)))
            }
            let flag = try answer.json()["authorization_response_iss_parameter_supported"]
            #expect(flag == .bool(true))
        }
    }

    @Test(
        "its keys check its tokens, and nothing private is among them",
        arguments: Engine.embedded
    )
    func keys(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let answer = try await server.get("/.well-known/jwks.json")
            guard case .array(let keys) = try answer.json()["keys"] else {
                Issue.record("\(answer.text)")
                return
            }
            let key = try #require(keys.first)
            #expect(keys.count == 1)
            #expect(key.members.map(\.key) == ["kty", "crv", "x", "y", "kid", "use", "alg"])
            #expect(key["kty"] == .string("EC"))
            #expect(key["crv"] == .string("P-256"))
            #expect(key["use"] == .string("sig"))
            #expect(key["alg"] == .string("ES256"))
            let head = String(parent.token.prefix { $0 != "." })
            let header = try JSONParser.parse(try #require(Base64URL.bytes(head)))
            #expect(key["kid"] == header["kid"])
            for name in ["x", "y"] {
                guard case .string(let text) = key[name] else { continue }
                #expect(Base64URL.bytes(text)?.count == 32)
            }
        }
    }

    @Test("other methods are refused")
    func methods() async throws {
        try await withServer(.sqlite) { server in
            for path in ["/.well-known/openid-configuration", "/.well-known/jwks.json"] {
                let answer = try await server.post(path, "{}")
                #expect(answer.status == 405)
                #expect(answer.headers["Allow"] == "GET")
                #expect(try await server.raw("HEAD", path, nil).status == 200)
            }
        }
    }
}
