import Foundation
import Programs
import Testbed
import Testing

extension Faults {
    @Suite("Listening")
    struct ListenTests {
        @Test("several ports serve the same routes")
        func ports() async throws {
            try await House.with(.sqlite) { house in
                try await house.serving(ports: 3) { server in
                    #expect(Set(server.ports).count == 3)
                    let token = try await server.signIn()
                    var ids: Set<String> = []
                    for port in server.ports {
                        let request = Request.purchase(token: token, key: "once")
                        let answer = try await server.ask(request, on: port)
                        #expect(answer.status == 200, "\(answer)")
                        #expect(answer.isReplay == !ids.isEmpty)
                        ids.insert(try #require(answer.json().decisionID))
                    }
                    #expect(ids.count == 1)
                    try await server.stop()
                }
            }
        }

        @Test("with a certificate, HTTP/2 and HTTP/1.1 are spoken over TLS 1.2 and 1.3 alone")
        func tls() async throws {
            try await House.with(.sqlite) { house in
                let files = try await Certificate.make(in: house.folder)
                try await house.serving(files.flags) { server in
                    for (flags, version) in [
                        (["--http2"], "2"), (["--http1.1"], "1.1"),
                        (["--http2", "--tls-max", "1.2"], "2"), (["--tlsv1.3"], "2"),
                    ] {
                        let answer = try await Self.curl(flags, "https", server.port)
                        #expect(answer.isSuccess, "\(flags): \(answer.errors)")
                        #expect(answer.output.hasSuffix("200 \(version)"), "\(answer.output)")
                        let policy = "strict-transport-security: max-age="
                        #expect(answer.output.lowercased().contains(policy), "\(answer.output)")
                    }
                    let old = ["--tls-max", "1.1", "--ciphers", "DEFAULT@SECLEVEL=0"]
                    #expect(try await !Self.curl(old, "https", server.port).isSuccess)
                    #expect(try await !Self.curl([], "http", server.port).isSuccess)
                    try await server.stop()
                }
            }
        }

        /// Asks for `/health`; the output ends with status and version.
        private static func curl(
            _ flags: [String],
            _ scheme: String,
            _ port: Int
        ) async throws -> Program.Result {
            let url = "\(scheme)://127.0.0.1:\(port)/health"
            let quiet = ["-k", "-s", "-S", "-i", "--noproxy", "*", "--max-time", "60"]
            let format = ["-w", "\n%{http_code} %{http_version}"]
            let curl = ["/usr/bin/curl"] + quiet + format
            return try await Program.run(command: curl + flags + [url])
        }
    }
}

/// A certificate that signs itself.
struct Certificate {
    let certificate: String
    let key: String

    /// Makes one in a folder, under a name.
    static func make(in folder: String, _ name: String = "tls") async throws -> Certificate {
        let files = Certificate(
            certificate: "\(folder)/\(name).pem",
            key: "\(folder)/\(name).key"
        )
        let result = try await Program.run(
            command: [
                "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=127.0.0.1", "-days", "2",
                "-keyout", files.key, "-out", files.certificate,
            ]
        )
        try #require(result.isSuccess, "\(result.errors)")
        return files
    }

    var flags: [String] { ["--tls-certificate", certificate, "--tls-key", key] }
}
