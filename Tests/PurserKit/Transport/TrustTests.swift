import Contract
import Foundation
import Programs
import Server
import Testbed
import Testing

@testable import PurserKit

extension Carrier {
    /// What it calls a failure of trust: URLSession on Linux does not tell why there is no
    /// connection, and whatever is not told counts as a request that may have been heard.
    fileprivate func name(ofTrust failure: NetworkFailure) -> NetworkFailure {
        #if canImport(FoundationNetworking)
        self == .urlSession ? .connectionLost : failure
        #else
        failure
        #endif
    }
}

@Suite("Whom a transport trusts")
struct TrustTests {
    @Test("a server whose certificate comes from a trusted authority is spoken to, by HTTP/2")
    func trusted() async throws {
        try await Self.withTLSServer { url, authority in
            var configuration = Configuration(.production, at: url)
            configuration.trustedAuthorities = [authority]
            try await Carrier.asyncHTTP.with(configuration, .endless) { transport in
                for _ in 1...3 {
                    let response = try await transport.send(TransportRequest(.get, "/health"))
                    #expect(response.status == 200)
                }
            }
        }
    }

    @Test("a server that no authority vouches for hears nothing", arguments: Carrier.allCases)
    func untrusted(carrier: Carrier) async throws {
        try await Self.withTLSServer { url, _ in
            let configuration = Configuration(.production, at: url)
            try await carrier.with(configuration, .endless) { transport in
                let failure = await #expect(throws: NetworkFailure.self) {
                    try await transport.send(TransportRequest(.get, "/health"))
                }
                #expect(failure == carrier.name(ofTrust: .untrusted))
            }
        }
    }

    @Test("a server under another name hears nothing")
    func anotherName() async throws {
        try await Self.withTLSServer(name: "DNS:purser.example.com") { url, authority in
            var configuration = Configuration(.production, at: url)
            configuration.trustedAuthorities = [authority]
            try await Carrier.asyncHTTP.with(configuration, .endless) { transport in
                await #expect(throws: NetworkFailure.untrusted) {
                    try await transport.send(TransportRequest(.get, "/health"))
                }
            }
        }
    }

    @Test("what speaks no TLS is not spoken to", arguments: Carrier.allCases)
    func plain(carrier: Carrier) async throws {
        try await withLoopbackListener { client in
            try await client.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        } _: { port in
            let configuration = Configuration(.production, at: "https://127.0.0.1:\(port)")
            try await carrier.with(configuration, .endless) { transport in
                let failure = await #expect(throws: NetworkFailure.self) {
                    try await transport.send(TransportRequest(.get, "/health"))
                }
                #expect(failure == carrier.name(ofTrust: .untrusted))
            }
        }
    }

    /// Runs `work` with a server that speaks TLS by a certificate of its own.
    private static func withTLSServer(
        name: String = "IP:127.0.0.1",
        _ work: (_ url: String, _ authority: String) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let (certificate, key) = (directory.file("tls.pem"), directory.file("tls.key"))
        let made = try await Program.run(
            command: [
                "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=purser", "-days", "2",
                "-addext", "subjectAltName=\(name)", "-keyout", key, "-out", certificate,
            ]
        )
        try #require(made.isSuccess, "\(made.errors)")
        let authority = try String(contentsOfFile: certificate, encoding: .utf8)
        var settings = ServerSettings.unlimited
        settings.ports = [0]
        settings.tlsCertificate = certificate
        settings.tlsKey = key
        try await withServer(.sqlite, settings: settings) { server in
            try await server.running { port in
                try await work("https://127.0.0.1:\(port)", authority)
            }
        }
    }
}
