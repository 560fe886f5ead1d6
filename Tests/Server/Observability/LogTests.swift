import Contract
import Kernel
import Logging
import PurserKit
import SQL
import Server
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The log")
struct LogTests {
    /// What nobody who reads a log may learn, each in a form that nothing else has.
    private static let email = "very.secret.address@example.com"
    private static let password = "verySecretPassword1"
    private static let amount = "7654321"
    private static let merchant = "VerySecretMerchant"

    /// Calls everything, rightly and wrongly, and tells the tokens that came of it.
    private func exercise(
        _ server: InProcessServer,
        _ interposed: Interposed
    ) async throws -> [String] {
        let credentials = #"{"email":"\#(Self.email)","password":"\#(Self.password)"}"#
        let register = try await server.post("/api/auth/register", credentials)
        let token = try #require(try register.string("access_token"))
        let refresh = try #require(try register.string("refresh_token"))
        let purchase = #"{"amount_cents":\#(Self.amount),"merchant":"\#(Self.merchant)"}"#
        let secrets = "\(Self.email)\(Self.password)\(Self.amount)\(Self.merchant)"
        for path in API.all.map(\.path.text) + ["/nope/\(Self.email)"] {
            for body in [credentials, purchase, #"{"\#(secrets)":"\#(secrets)"}"#, "\(secrets)"] {
                _ = try await server.post(path, body, token: token)
                _ = try await server.post(path, body, token: "\(token)x")
            }
            _ = try await server.get("\(path)?user_id=\(Self.email)", token: token)
            _ = try await server.get(path, headers: ["X-Request-Trace": Self.email])
        }
        for _ in 0..<11 {
            let wrong = #"{"email":"\#(Self.email)","password":"\#(Self.password)x"}"#
            _ = try await server.post("/api/auth/login", wrong)
        }
        interposed.database?.before { _ in throw DatabaseError(.io, "the disk failed") }
        for endpoint in API.all {
            for body in [credentials, purchase] {
                let body = endpoint.hasBody ? body : nil
                let answer = try await server.raw(
                    endpoint.method.rawValue,
                    endpoint.path.text,
                    body,
                    token: token
                )
                #expect(!answer.text.contains("disk"))
            }
        }
        return [token, refresh]
    }

    @Test(
        "holds no token, address, password, amount or merchant, whatever happens",
        arguments: Engine.embedded
    )
    func secrets(engine: Engine) async throws {
        let interposed = Interposed()
        try await withServer(engine, interposing: interposed.make) { server in
            let tokens = try await exercise(server, interposed)
            let log = server.log.lines.joined(separator: "\n").lowercased()
            #expect(log.contains("request failed"))
            #expect(log.contains("the disk failed"))
            #expect(log.contains("request refused"))
            for secret in tokens + [Self.email, Self.password, Self.amount, Self.merchant] {
                #expect(!log.contains(secret.lowercased()))
            }
        }
    }

    @Test("tells of each failure which operation it was, and its trace")
    func failures() async throws {
        let interposed = Interposed()
        try await withServer(.sqlite, interposing: interposed.make) { server in
            interposed.database?.before { _ in throw DatabaseError(.io, "the disk failed") }
            _ = try await server.get("/health", headers: ["X-Request-Trace": "trace-1"])
            let failures = server.log.lines.filter { $0.contains("request failed") }
            #expect(failures.count == 1)
            let line = try #require(failures.first)
            #expect(line.hasPrefix("error "))
            for part in ["operation=health", "trace=trace-1", "failure=io: the disk failed"] {
                #expect(line.contains(part))
            }
        }
    }

    @Test("of a refusal is for who looks for it, and tells its kind")
    func refusals() async throws {
        try await withServer(.sqlite) { server in
            _ = try await server.get("/rules", headers: ["X-Request-Trace": "trace-1"])
            let line = try #require(server.log.lines.first { $0.contains("request refused") })
            #expect(line.hasPrefix("debug "))
            for part in ["operation=listRules", "trace=trace-1", "kind=unauthenticated"] {
                #expect(line.contains(part))
            }
        }
    }
}

@Suite("Log lines as they are written")
struct JSONLogHandlerTests {
    /// The lines that `work` makes a handler write.
    private func lines(_ work: (inout JSONLogHandler) -> Void) -> [String] {
        let written = Mutex<[String]>([])
        var handler = JSONLogHandler(label: "purser", level: .info) { line in
            written.withLock { $0.append(line) }
        }
        work(&handler)
        return written.withLock { $0 }
    }

    private func log(
        _ message: String,
        _ metadata: [String: String] = [:],
        _ handler: JSONLogHandler
    ) {
        handler.log(
            event: .init(
                level: .warning,
                message: "\(message)",
                metadata: metadata.mapValues { "\($0)" },
                source: "test",
                file: "f",
                function: "g",
                line: 1
            )
        )
    }

    @Test("are one JSON object each, whatever stands in them")
    func shape() throws {
        let message = "a\"b\\c\nd\te\u{0}f\u{1B}[31m\u{2028}g"
        let written = lines { log(message, ["key": "x\ny"], $0) }
        #expect(written.count == 1)
        let line = try #require(written.first)
        #expect(line.hasSuffix("}\n"))
        #expect(line.dropLast().allSatisfy { $0 != "\n" && $0 != "\u{1B}" })
        let json = try JSONParser.parse(Array(line.utf8.dropLast()))
        #expect(json.members.map(\.key) == ["time", "level", "label", "message", "key"])
        #expect(json["level"] == .string("warning"))
        #expect(json["label"] == .string("purser"))
        #expect(json["message"] == .string(message))
        #expect(json["key"] == .string("x\ny"))
    }

    @Test("carry the handler's own metadata, and the record's before it")
    func metadata() throws {
        let written = lines { handler in
            handler[metadataKey: "a"] = "own"
            handler[metadataKey: "b"] = "own"
            log("m", ["b": "record"], handler)
        }
        let json = try JSONParser.parse(Array(try #require(written.first).utf8.dropLast()))
        #expect(json["a"] == .string("own"))
        #expect(json["b"] == .string("record"))
    }

    @Test("have their secrets taken out")
    func redacted() throws {
        // A number that no time of day and no date has in it.
        let written = lines { log("to a@b.c", ["token": "x", "note": "$8,712.50"], $0) }
        let line = try #require(written.first)
        #expect(!line.contains("a@b.c") && !line.contains("8,712") && !line.contains("\"x\""))
    }
}
