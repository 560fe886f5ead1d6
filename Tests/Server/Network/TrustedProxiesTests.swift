import Contract
import HTTPTypes
import NIOCore
import NIOEmbedded
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Who a proxy says it is that sends a request")
struct TrustedProxiesTests {
    private static let proxies = ["192.0.2.0/24", "2001:db8:aaaa::/48"]

    private func network(
        of peer: String?,
        trusting proxies: [String] = proxies,
        _ fields: [(String, String)]
    ) throws -> String {
        let blocks = try proxies.map { try #require(AddressBlock($0)) }
        let channel = EmbeddedChannel()
        channel.remoteAddress = try peer.map { try SocketAddress(ipAddress: $0, port: 1) }
        var headers: HTTPFields = [:]
        for (name, value) in fields {
            headers.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return TrustedProxies(blocks).network(of: Peer(channel), headers).text
    }

    @Test(
        "is the rightmost address that is no trusted proxy",
        arguments: [
            (["203.0.113.9"], "203.0.113.9"), (["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
            (["198.51.100.1,203.0.113.9,192.0.2.7"], "203.0.113.9"),
            (["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
            (["203.0.113.9", "192.0.2.7, 192.0.2.8"], "203.0.113.9"),
            ([" 203.0.113.9\t"], "203.0.113.9"), (["203.0.113.9:4711"], "203.0.113.9"),
            (["2001:db8:1:2:3::4"], "2001:db8:1:2::/64"),
            (["[2001:db8:1:2:3::4]:4711"], "2001:db8:1:2::/64"),
            (["[2001:db8:1:2:3::4]"], "2001:db8:1:2::/64"),
            (["::ffff:203.0.113.9"], "203.0.113.9"),
            (["203.0.113.9, 2001:db8:aaaa::1"], "203.0.113.9"),
            // Where all are proxies, the first of them sends it by itself.
            (["192.0.2.7"], "192.0.2.7"), (["192.0.2.7, 192.0.2.8"], "192.0.2.7"),
            // A client's last scalar that would be one character with the proxy's comma.
            (["x\u{600}, 203.0.113.9"], "203.0.113.9"),
        ]
    )
    func listed(values: [String], expected: String) throws {
        let fields = values.map { ("X-Forwarded-For", $0) }
        #expect(try network(of: "192.0.2.1", fields) == expected)
    }

    @Test(
        "is told by RFC 7239 likewise",
        arguments: [
            (["for=203.0.113.9"], "203.0.113.9"), (["For=\"203.0.113.9\""], "203.0.113.9"),
            (["for=203.0.113.9;proto=https;by=192.0.2.1"], "203.0.113.9"),
            (["proto=https; for = 203.0.113.9"], "203.0.113.9"),
            (["for=\"[2001:db8:1:2:3::4]:4711\""], "2001:db8:1:2::/64"),
            (["for=198.51.100.1, for=203.0.113.9"], "203.0.113.9"),
            (["for=203.0.113.9, for=192.0.2.7"], "203.0.113.9"),
            (["for=203.0.113.9", "for=192.0.2.7"], "203.0.113.9"),
            (["for=203.0.113.9:_port"], "203.0.113.9"),
            (["for=203.0.113.9;host=\"a,b;for=c\""], "203.0.113.9"),
            (["for=x\u{600}, for=203.0.113.9"], "203.0.113.9"),
        ]
    )
    func standard(values: [String], expected: String) throws {
        let fields = values.map { ("Forwarded", $0) }
        #expect(try network(of: "192.0.2.1", fields) == expected)
    }

    @Test(
        "is the proxy itself, or the last good one, where an element is no address",
        arguments: [
            ("X-Forwarded-For", ["unknown"], "192.0.2.1"), ("X-Forwarded-For", [""], "192.0.2.1"),
            ("X-Forwarded-For", ["203.0.113.9, "], "192.0.2.1"),
            ("X-Forwarded-For", ["203.0.113.9, x"], "192.0.2.1"),
            ("X-Forwarded-For", ["203.0.113.9, x, 192.0.2.7"], "192.0.2.7"),
            ("X-Forwarded-For", ["203.0.113.999"], "192.0.2.1"),
            ("X-Forwarded-For", ["203.0.113.9:"], "192.0.2.1"),
            ("X-Forwarded-For", ["[203.0.113.9]"], "192.0.2.1"),
            ("X-Forwarded-For", ["[2001:db8::1"], "192.0.2.1"),
            ("X-Forwarded-For", ["[2001:db8::1]x"], "192.0.2.1"),
            ("X-Forwarded-For", ["2001:db8::1%eth0"], "192.0.2.1"),
            ("X-Forwarded-For", ["\"203.0.113.9\""], "192.0.2.1"),
            ("Forwarded", ["for=unknown"], "192.0.2.1"),
            ("Forwarded", ["for=_hidden"], "192.0.2.1"),
            ("Forwarded", ["proto=https"], "192.0.2.1"),
            ("Forwarded", ["203.0.113.9"], "192.0.2.1"),
            ("Forwarded", ["for=203.0.113.9;for=198.51.100.1"], "192.0.2.1"),
            ("Forwarded", ["for=\"203.0.113.9"], "192.0.2.1"),
            ("Forwarded", ["for=\"203.0.113.9\\\""], "192.0.2.1"),
            ("Forwarded", ["for=\"203.0.113.9\\\"\""], "192.0.2.1"),
            ("Forwarded", ["for=\"203.0.113.9\"x\""], "192.0.2.1"),
            // A client leaves a quote open, and the proxy adds what it saw behind it.
            ("Forwarded", ["for=\"198.51.100.1, for=203.0.113.9"], "192.0.2.1"),
            ("Forwarded", ["for=\"198.51.100.1, for=\"203.0.113.9\""], "192.0.2.1"),
            ("Forwarded", ["for=\"x", "for=203.0.113.9"], "203.0.113.9"),
        ]
    )
    func malformed(name: String, values: [String], expected: String) throws {
        #expect(try network(of: "192.0.2.1", values.map { (name, $0) }) == expected)
    }

    @Test("is nobody's word where both headers are there and disagree")
    func both() throws {
        let usual = ("X-Forwarded-For", "203.0.113.9")
        let rows = [
            ("for=203.0.113.9", "203.0.113.9"), ("for=198.51.100.1", "192.0.2.1"),
            ("for=\"x", "192.0.2.1"), ("", "192.0.2.1"),
        ]
        for (standard, expected) in rows {
            let found = try network(of: "192.0.2.1", [usual, ("Forwarded", standard)])
            #expect(found == expected, "\(standard)")
        }
    }

    @Test("is not heard from anybody who is no trusted proxy")
    func untrusted() throws {
        let fields = [("X-Forwarded-For", "203.0.113.9")]
        #expect(try network(of: "198.51.100.7", fields) == "198.51.100.7")
        #expect(try network(of: "2001:db8:bbbb::1", fields) == "2001:db8:bbbb:0::/64")
        #expect(try network(of: nil, fields) == "unknown")
        #expect(try network(of: "192.0.2.1", trusting: [], fields) == "192.0.2.1")
        #expect(try network(of: "192.0.2.1", []) == "192.0.2.1")
    }

    @Test("does not depend on what else is long and strange")
    func hostile() throws {
        let texts = ["\"", "\\", ",", ";", "=", "for=", "[", "]", ":", "\u{E9}", "1.2.3.4", " "]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let value = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
                texts.randomElement(using: &random) ?? ""
            }
            .joined()
            for name in ["Forwarded", "X-Forwarded-For"] {
                // Whatever a client sends, the proxy writes to the right of it whom it saw.
                let own = name == "Forwarded" ? "for=203.0.113.9" : "203.0.113.9"
                let found = try network(of: "192.0.2.1", [(name, "\(value), \(own)")])
                #expect(["203.0.113.9", "192.0.2.1"].contains(found), "\(value)")
            }
        }
    }
}

@Suite("Callers behind one another's addresses")
struct CallerAddressTests {
    private func settings(_ proxies: [String]) throws -> ServerSettings {
        var settings = ServerSettings()
        settings.requestsPerSecond = 1
        settings.requestBurst = 2
        settings.trustedProxies = try proxies.map { try #require(AddressBlock($0)) }
        return settings
    }

    private func statuses(
        _ server: InProcessServer,
        _ senders: [(address: String, forwarded: String?)]
    ) async throws -> [Int] {
        var statuses: [Int] = []
        for sender in senders {
            let headers: Headers = sender.forwarded.map { ["X-Forwarded-For": $0] } ?? [:]
            let answer = try await server.raw(
                "GET",
                "/health",
                nil,
                headers: headers,
                from: sender.address
            )
            statuses.append(answer.status)
        }
        return statuses
    }

    @Test("an IPv6 caller is its /64, and IPv4 in IPv6's clothes is itself")
    func networks() async throws {
        try await withServer(.sqlite, settings: try settings([])) { server in
            let found = try await statuses(
                server,
                [
                    ("2001:db8::1", nil), ("2001:db8::2", nil), ("2001:db8::ffff:3", nil),
                    ("2001:db8:0:1::1", nil), ("192.0.2.9", nil), ("::ffff:192.0.2.9", nil),
                    ("192.0.2.9", nil),
                ]
            )
            #expect(found == [200, 200, 429, 200, 200, 200, 429])
        }
    }

    @Test("behind a trusted proxy each is counted by itself, elsewhere nobody by what it says")
    func proxies() async throws {
        try await withServer(.sqlite, settings: try settings(["192.0.2.1"])) { server in
            let found = try await statuses(
                server,
                [
                    ("192.0.2.1", "203.0.113.1"), ("192.0.2.1", "203.0.113.1"),
                    ("192.0.2.1", "9.9.9.9, 203.0.113.1"), ("192.0.2.1", "203.0.113.2"),
                    ("192.0.2.7", "203.0.113.3"), ("192.0.2.7", "203.0.113.4"),
                    ("192.0.2.7", "203.0.113.5"), ("192.0.2.1", "203.0.113.5"),
                ]
            )
            #expect(found == [200, 200, 429, 200, 200, 200, 429, 200])
        }
    }

    @Test("guesses are counted by the address that a trusted proxy tells")
    func guesses() async throws {
        var settings = ServerSettings.unlimited
        settings.failedSignIns = 2
        settings.trustedProxies = [try #require(AddressBlock("192.0.2.1"))]
        try await withServer(.sqlite, settings: settings) { server in
            let guess = { (address: String) in
                try await server.raw(
                    "POST",
                    "/api/auth/login",
                    #"{"email":"nobody@example.com","password":"wrong password"}"#,
                    headers: ["X-Forwarded-For": address]
                ).status
            }
            for (address, status) in [
                ("203.0.113.1", 401), ("203.0.113.1", 401), ("203.0.113.1", 429),
                ("203.0.113.2", 401),
            ] {
                let found = try await guess(address)
                #expect(found == status)
            }
        }
    }
}
