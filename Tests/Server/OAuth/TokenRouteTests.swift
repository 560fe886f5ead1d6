import Contract
import Kernel
import PurserKit
import Server
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The token endpoint's words")
struct TokenRouteTests {
    private let flow = CodeFlow()

    @Test(
        "a field that is missing, empty or given twice is told",
        arguments: [
            ("", 400, "invalid_request"), ("grant_type=", 400, "invalid_request"),
            ("grant_type=password&username=a&password=b", 400, "unsupported_grant_type"),
            ("grant_type=client_credentials", 400, "unsupported_grant_type"),
            ("grant_type=implicit&grant_type=implicit", 400, "invalid_request"),
            ("grant_type=refresh_token", 400, "invalid_request"),
            ("grant_type=refresh_token&refresh_token=x", 400, "invalid_request"),
            ("grant_type=refresh_token&refresh_token=&client_id=a", 400, "invalid_request"),
            ("grant_type=refresh_token&refresh_token=x&client_id=no", 401, "invalid_client"),
            (
                "grant_type=refresh_token&refresh_token=x&client_id=purser-native", 400,
                "invalid_grant"
            ),
            (
                "grant_type=refresh_token&refresh_token=x&client_id=purser-native&a=1&a=1", 400,
                "invalid_request"
            ),
            ("grant_type=authorization_code&code=c", 400, "invalid_request"),
            ("grant_type=%zz", 400, "invalid_request"), ("grant_type=%ff", 400, "invalid_request"),
            (#"{"grant_type":"refresh_token"}"#, 400, "invalid_request"),
        ]
    )
    func fields(body: String, status: Int, error: String) async throws {
        try await withServer(.sqlite) { server in
            let before = try await server.contents()
            let answer = try await server.post(
                "/oauth2/token",
                body,
                headers: [
                    "Content-Type": "application/x-www-form-urlencoded; charset=UTF-8",
                    "X-Request-Trace": "t-1",
                ]
            )
            #expect(answer.status == status)
            #expect(try answer.string("error") == error)
            #expect(try answer.string("error_description")?.isEmpty == false)
            #expect(try answer.string("traceId") == "t-1")
            #expect(answer.headers["Cache-Control"] == "no-store")
            #expect(answer.headers["WWW-Authenticate"] == (status == 401 ? "Bearer" : nil))
            #expect(try await server.contents() == before)
        }
    }

    @Test(
        "each field of a code's form is needed, once",
        arguments: ["grant_type", "code", "redirect_uri", "client_id", "code_verifier"]
    )
    func needed(name: String) async throws {
        try await withServer(.sqlite) { server in
            try await server.registerParent()
            let code = try await flow.code(server)
            let before = try await server.contents()
            let form = flow.form(code)
            let forms = [
                flow.form(code, [name: String?.none]), flow.form(code, [name: ""]),
                form + form.filter { $0.0 == name },
            ]
            for form in forms {
                let answer = try await server.token(form)
                #expect(answer.status == 400)
                #expect(try answer.string("error") == "invalid_request")
            }
            #expect(try await server.contents() == before)
        }
    }

    @Test("a client that names itself by a header is refused in that header's scheme")
    func basic() async throws {
        try await withServer(.sqlite) { server in
            let answer = try await server.token(
                [("grant_type", "refresh_token"), ("refresh_token", "x"), ("client_id", "no")],
                headers: ["Authorization": "Basic bm86eA=="]
            )
            #expect(answer.status == 401)
            #expect(answer.headers["WWW-Authenticate"] == #"Basic realm="purser""#)
        }
    }

    @Test("a token or a key that is sent besides is not looked at", arguments: Engine.embedded)
    func besides(engine: Engine) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let headers: Headers = ["Authorization": "Bearer nonsense", "Idempotency-Key": "k"]
            for _ in 0..<2 {
                let form = flow.form(try await flow.code(server))
                #expect(try await server.token(form, headers: headers).status == 200)
            }
            #expect(try await server.contents().count("idempotency_keys") == 0)
        }
    }

    @Test("what is no form, too large, too often or of another method is refused in its shape")
    func shapes() async throws {
        try await withServer(.sqlite) { server in
            for type in ["application/json", "text/plain", "multipart/form-data; boundary=x"] {
                let answer = try await server.token([("a", "b")], headers: ["Content-Type": type])
                #expect(answer.status == 415)
                #expect(try answer.string("error") == "invalid_request")
            }
            let large = String(repeating: "a", count: Limits.bodyBytes)
            let answer = try await server.token([("grant_type", large)])
            #expect(answer.status == 413)
            #expect(try answer.string("error") == "invalid_request")
            for method in ["GET", "PUT", "DELETE"] {
                let answer = try await server.raw(method, "/oauth2/token", nil)
                #expect(answer.status == 405)
                #expect(answer.headers["Allow"] == "POST")
                #expect(try answer.string("error") == "invalid_request")
            }
            #expect(try await server.post("/oauth2/token/", nil).status == 400)
        }
        var settings = ServerSettings()
        settings.requestsPerSecond = 1
        settings.requestBurst = 1
        try await withServer(.sqlite, settings: settings) { server in
            #expect(try await server.token([]).status == 400)
            let answer = try await server.token([])
            #expect(answer.status == 429)
            #expect(answer.headers["Retry-After"] == "1")
            #expect(try answer.string("error") == "temporarily_unavailable")
        }
    }
}
