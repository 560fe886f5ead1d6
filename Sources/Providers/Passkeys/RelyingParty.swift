import Foundation

/// Whom passkeys are made for: this installation, by its public URL.
public struct RelyingParty: Sendable, Equatable {
    /// The host that passkeys are bound to.
    public let id: String
    /// The one site that may use them, as browsers write it.
    public let origin: String

    /// Takes scheme, host and port of a URL; `nil` when it has no scheme and host.
    public init?(publicURL: String) {
        guard let url = URLComponents(string: publicURL), let scheme = url.scheme?.lowercased(),
            let host = url.host?.lowercased(), !host.isEmpty
        else { return nil }
        let usual = ["http": 80, "https": 443][scheme]
        id = host
        origin = "\(scheme)://\(host)" + (url.port.map { $0 == usual ? "" : ":\($0)" } ?? "")
    }

    /// Whether browsers make passkeys for it: they want a name, not an address.
    public var hasName: Bool {
        !id.contains(":") && id.contains { $0.isLetter }
    }
}
