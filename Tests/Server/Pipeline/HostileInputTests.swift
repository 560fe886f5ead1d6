import Contract
import Kernel
import PurserKit
import Server
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Hostile input")
struct HostileInputTests {
    /// Bodies that are no JSON, and what is said of them.
    static let malformed: [[UInt8]] = [
        Array("{".utf8), Array("}".utf8), Array("{}{}".utf8), Array("nul".utf8), Array("'a'".utf8),
        Array(#"{"a":1,}"#.utf8), Array(#"{"a" 1}"#.utf8), Array(#"{a:1}"#.utf8),
        Array(#"{"a":01}"#.utf8), Array(#"{"a":+1}"#.utf8), Array(#"{"a":.5}"#.utf8),
        Array(#"{"a":NaN}"#.utf8), Array(#"{"a":Infinity}"#.utf8), Array(#"{"a":1e}"#.utf8),
        Array(#"{"a":"\x"}"#.utf8), Array(#"{"a":"\u12"}"#.utf8), Array(#"{"a":"\ud800"}"#.utf8),
        Array(#"{"a":"unfinished"#.utf8), Array(#"{"a":1,"a":2}"#.utf8), Array("// a\n{}".utf8),
        Array("{\"a\":\"line\nbreak\"}".utf8), Array("\u{FEFF}{}".utf8), [0], [0xFF, 0xFE],
        Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8),
        Array(#"{"a":""#.utf8) + [0xC0, 0xAF] + Array(#""}"#.utf8),
        Array(#"{"a":""#.utf8) + [0xED, 0xA0, 0x80] + Array(#""}"#.utf8),
        Array("{\"a\":\"\u{0}\"}".utf8), Array("{}\u{0}".utf8),
        Array(#"{"a":\#(String(repeating: "9", count: 401))}"#.utf8),
        Array(String(repeating: "[", count: 33).utf8),
        Array((String(repeating: "[", count: 33) + String(repeating: "]", count: 33)).utf8),
        Array(String(repeating: #"{"a":"#, count: 100_000).utf8),
        Array(String(repeating: "[", count: 1_000_000).utf8),
    ]

    /// Values that no field takes as they are, or that some field takes and no harm comes of it.
    static let values: [String] = [
        "null", "true", "[]", "{}", "-1", "0", "1e400", "-1e400", "1e-400", "0.1", "1e18",
        "9223372036854775807", "9223372036854775808", "-9223372036854775809",
        String(repeating: "9", count: 400), #""""#, #"" ""#, #""\u0000""#, #""a\u0000b""#,
        #""\u0007""#, #""\u007f""#, #""\u0085""#, #""\u202e""#, #""\ufffe""#, #""\n""#,
        #""' OR 1=1; DROP TABLE members; --""#, #""%s%n%x""#, #""../../etc/passwd""#,
        #""<script>alert(1)</script>""#, #""${jndi:ldap://x}""#, #""\ud83d\udc37""#,
        "\"\(String(repeating: "a", count: 10_000))\"",
        "\"\(String(repeating: "🐷", count: 10_000))\"",
        "\"a\(String(repeating: "\u{301}", count: 10_000))@b.c\"",
        "[\(Array(repeating: "1", count: 10_000).joined(separator: ","))]",
        #"{"a":{"b":{"c":[{"d":null}]}}}"#,
    ]

    /// A file is no JSON, and has tests of its own.
    private static let posts = API.all.filter { $0.method == .post }.map(\.name)
        .filter { $0 != API.Banking.importBankFile.name }

    /// Sends bodies to an endpoint, as a parent, or a child where one is asked for; those that are
    /// refused twice, to see that nothing comes of them.
    private func send(
        _ bodies: [[UInt8]],
        to name: String,
        _ engine: Engine,
        expecting check: (TransportResponse, String) throws -> Void
    ) async throws {
        let endpoint = try #require(API.all.first { $0.name == name })
        try await withServer(engine) { server in
            let parent = try await server.registerParent("hostile@example.com")
            let sender =
                endpoint.access == .child ? try await server.registerChild(of: parent) : parent
            let headers: Headers = [
                "Authorization": "Bearer \(sender.token)", "Content-Type": "application/json",
            ]
            let post = { (body: [UInt8]) in
                try await server.transport().send(
                    "POST",
                    endpoint.path.text,
                    headers: headers,
                    body: body
                )
            }
            var refused: [[UInt8]] = []
            for body in bodies {
                let answer = try await post(body)
                let shown = String(decoding: body.prefix(120), as: UTF8.self)
                #expect(answer.status < 500, "\(shown)")
                try check(answer, shown)
                guard answer.status >= 400 else { continue }
                refused.append(body)
                try expectSentence(answer, endpoint, shown)
            }
            let before = try await server.contents()
            for body in refused { #expect(try await post(body).status >= 400) }
            let changed = try await server.contents().changed(since: before)
            #expect(Set(changed).isSubset(of: allowedChanges(of: name)))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// Failed sign-ins are counted; nothing else comes of what is refused.
    private func allowedChanges(of name: String) -> Set<String> {
        switch name {
        case "loginUser", "loginMember": ["failed_logins", "login_locks"]
        case "beginSecondFactor", "disableSecondFactor", "createInvitation":
            ["auth_events", "failed_logins", "login_locks"]
        default: []
        }
    }

    /// A refusal has a sentence and a trace, and does not send back what it was sent.
    private func expectSentence(
        _ answer: TransportResponse,
        _ endpoint: any EndpointDeclaration,
        _ shown: String
    ) throws {
        let json = try answer.json()
        let message = try answer.string(
            endpoint.surface == .guardian ? "message" : "error.message"
        )
        #expect(message?.isEmpty == false, "\(shown)")
        #expect(json["traceId"] != nil)
        // Of a list each element may be at fault, up to a most.
        #expect(answer.body.count < 100 * Limits.faultsPerAnswer, "\(shown)")
    }

    @Test(
        "that is no JSON is refused with the byte where it stops being it",
        arguments: Engine.embedded,
        posts
    )
    func malformed(engine: Engine, name: String) async throws {
        try await send(Self.malformed, to: name, engine) { answer, shown in
            #expect(answer.status == 400, "\(shown)")
            #expect(answer.text.contains("The body is not JSON: "), "\(shown)")
        }
    }

    @Test(
        "in any field of any endpoint is refused by name or taken, and breaks nothing",
        arguments: Engine.all,
        posts
    )
    func fields(engine: Engine, name: String) async throws {
        let endpoint = try #require(API.all.first { $0.name == name })
        let example = try endpoint.exampleJSON()
        for member in endpoint.inputSchema.properties {
            let bodies = Self.values.map { value in
                let others = example.members.filter { $0.key != member.name }
                let fields = others.map { String(JSON.object([$0]).text.dropFirst().dropLast()) }
                let all = fields + ["\"\(member.name)\":\(value)"]
                return Array("{\(all.joined(separator: ","))}".utf8)
            }
            try await send(bodies, to: name, engine) { answer, shown in
                guard answer.status == 400 else { return }
                let fields = [member.name] + (Self.neverTaken[name].map { [$0] } ?? [])
                #expect(fields.contains(where: answer.text.contains), "\(fields): \(shown)")
            }
        }
    }

    /// Fields of examples that hold what no server has made: a code, a passkey; or what the
    /// household lacks: cards.
    private static let neverTaken = [
        "registerInvited": "code", "addPasskey": "credential", "recommendCard": "userCards",
    ]

    @Test("in headers is refused or ignored", arguments: Engine.embedded)
    func headers(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let texts = [
                "", " ", "\u{1}", "é", "🐷", "a,b", "\"", String(repeating: "a", count: 10_000),
                "Bearer", "Bearer \(String(repeating: "a.", count: 5_000))", "' OR 1=1 --",
            ]
            for name in ["Authorization", "Idempotency-Key", "X-Request-Trace", "Content-Type"] {
                for text in texts {
                    var headers: Headers = ["Authorization": "Bearer \(parent.token)"]
                    headers[name] = text
                    let answer = try await server.post(
                        "/guardian/authorize",
                        #"{"amount_cents":1,"merchant":"a"}"#,
                        headers: headers
                    )
                    #expect(answer.status < 500, "\(name): \(text.prefix(20))")
                }
            }
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("in headers and queries is not looked at where that would take long")
    func longTexts() async throws {
        var settings = ServerSettings.unlimited
        settings.corsOrigins = ["https://app.example.com"]
        try await withServer(.sqlite, settings: settings) { server in
            let most = "a" + String(repeating: "\u{301}\u{316}", count: 15)
            let names = ["Origin", "Content-Type", "Cookie", "X-Forwarded-For", "X-Any"]
            for name in names {
                let fits = try await server.get("/health", headers: [name: most])
                #expect(fits.status == 200, "\(name)")
                let long = try await server.get("/health", headers: [name: most + "\u{301}"])
                #expect(long.status == 400, "\(name)")
                #expect(try long.string("error.message")?.contains("combining marks") == true)
                #expect(long.headers["X-Request-Trace"] != nil)
                let marks: Headers = [name: most + "\u{301}"]
                let head = try await server.raw("HEAD", "/health", nil, headers: marks)
                #expect(head.status == 400 && head.body.isEmpty, "\(name)")
                #expect(long.headers["Access-Control-Allow-Origin"] == nil)
            }
            let query = PercentCoding.encoded(most)
            let fits = try await server.get(
                "/location-check?user_id=\(query)&lat=1&lon=1&\(query)=1"
            )
            #expect(fits.status == 200)
            for target in ["user_id=a&lat=1&lon=1&\(query)%CC%81=1", "a=\(query)%CC%81"] {
                #expect(try await server.get("/location-check?\(target)").status == 400)
            }
        }
    }
}
