import Programs
import Server
import Testbed
import Testing

@testable import ServerTestbed

extension ServerSettings {
    /// Runs `work` with settings of a server on a free port that speaks TLS by a certificate of its
    /// own.
    static func withTLS<R>(_ work: (ServerSettings) async throws -> R) async throws -> R {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let (certificate, key) = (directory.file("tls.pem"), directory.file("tls.key"))
        let made = try await Program.run(
            command: [
                "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=purser", "-days", "2",
                "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
            ]
        )
        try #require(made.isSuccess, "\(made.errors)")
        var settings = ServerSettings.unlimited
        settings.ports = [0]
        settings.tlsCertificate = certificate
        settings.tlsKey = key
        return try await work(settings)
    }
}
