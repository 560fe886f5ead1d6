/// A redirect URI on the app's own machine: `http`, an address, not a name, and any port.
///
/// Source: RFC 8252, section 7.3, read 2026-11-21. `localhost` is left out as section 8.3 says: it
/// may lead elsewhere.
struct LoopbackURI {
    private let host: String
    private let port: Substring?
    private let rest: Substring

    private static let hosts = ["http://127.0.0.1", "http://[::1]"]

    /// Takes a URI apart; `nil` when it is no such URI.
    init?(_ uri: String) {
        guard uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let host = Self.hosts.first(where: { uri.hasPrefix($0) })
        else { return nil }
        self.host = host
        let tail = uri.dropFirst(host.count)
        guard tail.first == ":" else {
            guard tail.first.map({ $0 == "/" || $0 == "?" }) ?? true else { return nil }
            port = nil
            rest = tail
            return
        }
        let end = tail.firstIndex { $0 == "/" || $0 == "?" } ?? tail.endIndex
        port = tail[..<end].dropFirst()
        rest = tail[end...]
    }

    /// Whether it is a registered URI with a port that an app can have been given.
    func differsByPort(from registered: LoopbackURI) -> Bool {
        guard host == registered.host, rest == registered.rest else { return false }
        return port.map(Self.isPort) ?? (registered.port == nil)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first != "0" && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && UInt16(text) != nil
    }
}
