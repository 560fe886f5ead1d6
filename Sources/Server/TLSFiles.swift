import NIOSSL

/// The files that a server speaks TLS with.
struct TLSFiles {
    /// The path of the certificate chain (PEM), its own certificate first.
    let certificate: String
    /// The path of the certificate's private key (PEM).
    let key: String

    /// What the library makes of them.
    ///
    /// - Throws: ``StartError``, naming the setting and the file.
    func configuration() throws -> TLSConfiguration {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(certificate)
        } catch {
            throw StartError("tlsCertificate: \(certificate) is no certificate chain in PEM")
        }
        let privateKey: NIOSSLPrivateKey
        do {
            privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
        } catch {
            throw StartError("tlsKey: \(key) is no private key in PEM")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(privateKey)
        )
        configuration.minimumTLSVersion = .tlsv12
        do {
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw StartError("tlsKey: \(key) is not the key of \(certificate)")
        }
        return configuration
    }
}
