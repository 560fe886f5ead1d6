import HTTPTypes

/// The proxies that are believed when they say for whom they pass a request on.
///
/// Source of the headers: RFC 7239 and, where it is silent, what proxies write into
/// `X-Forwarded-For`.
struct TrustedProxies: Sendable {
    private let blocks: [AddressBlock]

    init(_ blocks: [AddressBlock]) {
        self.blocks = blocks
    }

    /// Whether somebody is one of them.
    func contains(_ address: IPAddress) -> Bool { blocks.contains { $0.contains(address) } }

    /// The network that a request comes from.
    ///
    /// Going from the right, where the nearest proxy writes, the first address that is not a
    /// trusted proxy. What lies to the left of it, or of an element that is no address, anybody may
    /// have written; then the last proxy found counts as the caller. A proxy writes one of the two
    /// headers and may let the other through as the client sent it: where both are there and
    /// disagree, neither is believed.
    func network(of peer: Peer, _ headers: HTTPFields) -> NetworkAddress {
        guard !blocks.isEmpty, let proxy = peer.address, contains(proxy) else {
            return peer.network
        }
        let standard = headers[values: .forwarded]
        let usual = headers[values: .xForwardedFor]
        switch (standard.isEmpty, usual.isEmpty) {
        case (true, true): return peer.network
        case (false, true): return NetworkAddress(caller(behind: proxy, Self.addresses(standard)))
        case (true, false): return NetworkAddress(caller(behind: proxy, Self.listed(usual)))
        case (false, false):
            let first = NetworkAddress(caller(behind: proxy, Self.addresses(standard)))
            let second = NetworkAddress(caller(behind: proxy, Self.listed(usual)))
            return first == second ? first : peer.network
        }
    }

    /// Goes from address to address, the nearest one first.
    private func caller(behind proxy: IPAddress, _ addresses: [IPAddress?]) -> IPAddress {
        var last = proxy
        for address in addresses {
            guard let address else { break }
            last = address
            guard contains(address) else { break }
        }
        return last
    }

    /// What `X-Forwarded-For` lists, the nearest first; `nil` for an element that is no address.
    private static func listed(_ fields: [String]) -> [IPAddress?] {
        fields.reversed().flatMap { field in
            // By scalars: what stands before the comma must not take it in.
            field.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
                .reversed().map { address(Substring($0).trimmingSpace) }
        }
    }

    /// What `Forwarded` lists by `for`, the nearest first.
    private static func addresses(_ fields: [String]) -> [IPAddress?] {
        fields.reversed().flatMap { field -> [IPAddress?] in
            // Whoever leaves a quote open makes a text of what the next proxy added.
            guard let elements = ForwardedField.nodes(field) else { return [nil] }
            return elements.reversed().map { $0.flatMap(address) }
        }
    }

    /// Reads an address with or without port: `192.0.2.1:80`, `[2001:db8::1]:80`, `2001:db8::1`.
    private static func address(_ text: some StringProtocol) -> IPAddress? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let port = text[text.index(after: end)...]
            let inside = text[text.index(after: text.startIndex)..<end]
            return isPort(port) && inside.contains(":") ? IPAddress(inside) : nil
        }
        guard let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon else {
            return IPAddress(text)
        }
        return isPort(text[colon...]) ? IPAddress(text[..<colon]) : nil
    }

    /// Whether a text is empty, or a colon and a port; RFC 7239 lets names stand for ports.
    private static func isPort(_ text: some StringProtocol) -> Bool {
        guard !text.isEmpty else { return true }
        let port = text.dropFirst()
        return text.hasPrefix(":") && (1...16).contains(port.utf8.count)
            && port.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    || [0x2E, 0x5F, 0x2D].contains(byte)
            }
    }
}

extension HTTPField.Name {
    /// For whom a proxy passes a request on (RFC 7239).
    fileprivate static let forwarded = known("Forwarded")
    /// The same, as most proxies write it.
    fileprivate static let xForwardedFor = known("X-Forwarded-For")
}
