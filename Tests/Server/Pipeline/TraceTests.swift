import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The trace of a request")
struct TraceTests {
    static let paths = ["/nope", "/rules", "/api/auth/me", "/api/v1/auth/me", "/health"]

    @Test("is the one the caller names, if it is a trace", arguments: Engine.embedded)
    func echoed(engine: Engine) async throws {
        let traces = [
            "abc-123", "a", String(repeating: "x", count: 128), "A.Z_0:9-", "0",
            "d4b1c0de-0000-4000-8000-000000000000",
        ]
        try await withServer(engine) { server in
            for trace in traces {
                for path in Self.paths {
                    let answer = try await server.get(path, headers: ["X-Request-Trace": trace])
                    #expect(answer.headers["X-Request-Trace"] == trace)
                    if answer.status != 200 { #expect(try answer.string("traceId") == trace) }
                }
            }
        }
    }

    @Test(
        "is a new UUID when the caller names none, or none that is one",
        arguments: Engine.embedded
    )
    func made(engine: Engine) async throws {
        let bad: [String?] = [
            nil, "", String(repeating: "x", count: 129), String(repeating: "x", count: 200), "a b",
            "a\tb", "ä", "a/b", "<script>", "a\"b", "a,b", "{}",
        ]
        try await withServer(engine) { server in
            var traces: Set<String> = []
            for trace in bad {
                for path in Self.paths {
                    var headers: Headers = [:]
                    headers["X-Request-Trace"] = trace
                    let answer = try await server.get(path, headers: headers)
                    let made = try #require(answer.headers["X-Request-Trace"])
                    #expect(RawID(made) != nil, "\(trace ?? "none")")
                    #expect(made.split(separator: "-")[2].hasPrefix("4"))
                    if answer.status != 200 { #expect(try answer.string("traceId") == made) }
                    traces.insert(made)
                }
            }
            #expect(traces.count == bad.count * Self.paths.count)
        }
    }
}
