import Contract
import Metrics
import PurserKit
import Server
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Metrics")
struct MetricsTests {
    @Test("count each answer under its operation and status", arguments: Engine.embedded)
    func counted(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            for _ in 0..<3 { _ = try await server.get("/health") }
            _ = try await server.get("/rules")
            _ = try await server.get("/rules", token: parent.token)
            let samples = try await scrape(server).samples
            let count = { (operation: String, status: Int) in
                samples["purser_requests_total{operation=\"\(operation)\",status=\"\(status)\"}"]
            }
            #expect(count("health", 200) == "3")
            #expect(count("listRules", 401) == "1")
            #expect(count("listRules", 200) == "1")
            #expect(count("registerParent", 201) == "1")
            #expect(samples["purser_request_seconds_count{operation=\"health\"}"] == "3")
            #expect(samples["purser_request_seconds_count{operation=\"listRules\"}"] == "2")
            #expect(samples["purser_request_seconds_count{operation=\"setRule\"}"] == "0")
        }
    }

    /// What a monitor reads: every sample by its name and labels, and the type of each name.
    private func scrape(
        _ server: InProcessServer
    ) async throws -> (samples: [String: String], types: [String: String]) {
        let answer = try await server.raw("GET", "/metrics", nil, from: "127.0.0.1")
        #expect(answer.status == 200)
        #expect(answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(answer.text.hasSuffix("\n"))
        var samples: [String: String] = [:]
        var types: [String: String] = [:]
        for line in answer.text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            if line.hasPrefix("#") {
                try #require(parts.count == 4 && parts[1] == "TYPE", "\(line)")
                #expect(types.updateValue(String(parts[3]), forKey: String(parts[2])) == nil)
            } else {
                try #require(parts.count == 2, "\(line)")
                #expect(Double(parts[1]) != nil, "\(line)")
                #expect(samples.updateValue(String(parts[1]), forKey: String(parts[0])) == nil)
            }
        }
        return (samples, types)
    }

    @Test("are in the text format of Prometheus: types before samples, histograms that add up")
    func format() async throws {
        try await withServer(.sqlite) { server in
            for _ in 0..<5 { _ = try await server.get("/health") }
            let (samples, types) = try await scrape(server)
            #expect(
                types == [
                    "purser_requests_total": "counter", "purser_request_seconds": "histogram",
                ]
            )
            for name in samples.keys {
                let base = name.prefix { $0 != "{" }
                let known = types.keys.contains { name in
                    base == name || ["_bucket", "_sum", "_count"].contains { base == name + $0 }
                }
                #expect(known, "\(name)")
            }
            let bounds = [
                "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1",
                "0.25", "0.5", "1.0", "2.5", "5.0", "10.0", "+Inf",
            ]
            let counts = try bounds.map { bound in
                let name = "purser_request_seconds_bucket{operation=\"health\",le=\"\(bound)\"}"
                return try #require(samples[name].flatMap { Int($0) }, "\(bound)")
            }
            #expect(counts == counts.sorted())
            #expect(counts.last == 5)
            #expect(samples["purser_request_seconds_count{operation=\"health\"}"] == "5")
        }
    }

    @Test("are for the operator: at the machine, or with the token where there is one")
    func operators() async throws {
        let rows: [(String?, String?, String?, Int)] = [
            (nil, "127.0.0.1", nil, 200), (nil, "::1", nil, 200), (nil, nil, nil, 404),
            (nil, "192.0.2.1", nil, 404), (nil, "127.0.0.2", nil, 404),
            ("s3cret", "127.0.0.1", nil, 404), ("s3cret", "127.0.0.1", "s3cret", 200),
            ("s3cret", "192.0.2.1", "s3cret", 200), ("s3cret", "192.0.2.1", "s3creT", 404),
            ("s3cret", "192.0.2.1", "s3cretx", 404), ("s3cret", "192.0.2.1", "", 404),
        ]
        for (token, address, sent, status) in rows {
            var settings = ServerSettings.unlimited
            settings.operatorToken = token
            try await withServer(.sqlite, settings: settings) { server in
                let answer = try await server.raw(
                    "GET",
                    "/metrics",
                    nil,
                    token: sent,
                    from: address
                )
                #expect(answer.status == status, "\(sent ?? "no token") from \(address ?? "-")")
                guard status == 404 else { return }
                #expect(try answer.string("error.code") == "NOT_FOUND")
            }
        }
        try await withServer(.sqlite) { server in
            for header in ["Forwarded", "X-Forwarded-For", "X-Real-IP"] {
                let answer = try await server.raw(
                    "GET",
                    "/metrics",
                    nil,
                    headers: [header: "192.0.2.1"],
                    from: "127.0.0.1"
                )
                #expect(answer.status == 404, "passed on, says \(header)")
            }
        }
    }

    @Test(
        "are not for a browser's page whose site's name was made to lead to this machine",
        arguments: [
            ("localhost", true), ("LocalHost:8080", true), ("127.0.0.1", true),
            ("127.0.0.1:9", true), ("[::1]:8080", true), ("evil.example", false),
            ("evil.example:8080", false), ("localhost.evil.example", false),
            ("127.0.0.1.evil.example", false), ("localhost:", false), ("localhost:x", false),
            ("localhost@evil.example", false), ("evil.example#localhost", false),
        ]
    )
    func rebinding(host: String, isServed: Bool) async throws {
        var settings = ServerSettings.unlimited
        settings.ports = [0]
        try await withServer(.sqlite, settings: settings) { server in
            try await server.running { port in
                let wire = try await AttackWire.open(port)
                try await wire.send("GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                await eventually("the server answers") { wire.status != nil }
                #expect(wire.status == (isServed ? 200 : 404))
                await wire.close()
            }
        }
        settings.operatorToken = "s3cret"
        try await withServer(.sqlite, settings: settings) { server in
            try await server.running { port in
                let wire = try await AttackWire.open(port)
                let token = "Authorization: Bearer s3cret"
                try await wire.send("GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\(token)\r\n\r\n")
                await eventually("the server answers") { wire.status != nil }
                #expect(wire.status == 200)
                await wire.close()
            }
        }
    }

    @Test("tell of a member's token no more than of none")
    func members() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let answer = try await server.get("/metrics", token: parent.token)
            #expect(answer.status == 404)
        }
    }

    @Test("escape what stands in a label")
    func escapes() {
        let registry = PrometheusRegistry()
        let dimensions = [("path", "a\"b\\c\nd")]
        registry.makeCounter(label: "things_total", dimensions: dimensions).increment(by: 2)
        registry.makeCounter(label: "things_total", dimensions: dimensions).increment(by: 3)
        registry.makeRecorder(label: "depth", dimensions: [], aggregate: false).record(1.5)
        #expect(
            registry.text() == """
                # TYPE things_total counter
                things_total{path="a\\"b\\\\c\\nd"} 5
                # TYPE depth gauge
                depth 1.5

                """
        )
    }
}
