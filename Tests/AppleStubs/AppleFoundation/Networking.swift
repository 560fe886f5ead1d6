@_exported public import AppleCoreFoundation
@_exported public import FoundationNetworking
public import Security

/// The versions of TLS.
public enum tls_protocol_version_t: UInt16, Sendable {
    /// Version 1.2.
    case TLSv12 = 0x0303
    /// Version 1.3.
    case TLSv13 = 0x0304
}

extension URLSessionConfiguration {
    /// Whether a task waits until there is a way.
    public var waitsForConnectivity: Bool {
        get { fatalError("a declaration alone") }
        set { fatalError("a declaration alone") }
    }

    /// The oldest version of TLS that is spoken.
    public var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t {
        get { fatalError("a declaration alone") }
        set { fatalError("a declaration alone") }
    }
}

extension URLProtectionSpace {
    /// What a server shows of itself.
    public var serverTrust: SecTrust? { fatalError("a declaration alone") }
}

extension URLCredential {
    /// Makes one that takes what a server shows.
    public convenience init(trust: SecTrust) { fatalError("a declaration alone") }
}
