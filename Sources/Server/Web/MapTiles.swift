import Kernel

/// Where the map's tiles come from, and what the page says of whose they are.
public struct MapTiles: Sendable, Equatable {
    /// The address of a tile, with `{z}`, `{x}` and `{y}` where its numbers stand.
    let template: String
    /// Whose the tiles are.
    let attribution: String?
    /// Where they come from, as a policy names it (W3C Content Security Policy Level 3).
    let origin: String

    /// Takes an address; `nil` for one that names no tile, or that others could read or change on
    /// the way: it is https, or http to this machine.
    ///
    /// The host is a name or an IPv4 address, because a policy can name no other.
    public init?(_ template: String, attribution: String? = nil) {
        guard template.utf8.count <= Limits.mapTilesURLBytes,
            template.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = template.wholeMatch(of: Self.address)
        else { return nil }
        let (scheme, host) = (parts.1.lowercased(), parts.2.lowercased())
        let isThisMachine = ["localhost", "127.0.0.1"].contains(host)
        guard scheme == "https" || isThisMachine else { return nil }
        guard parts.3.map({ UInt16($0.dropFirst()) ?? 0 }) != 0 else { return nil }
        var rest = String(parts.4)
        for number in ["{z}", "{x}", "{y}"] {
            guard rest.ranges(of: number).count == 1 else { return nil }
            rest = rest.replacing(number, with: "")
        }
        guard !rest.contains(where: { "{}".contains($0) }) else { return nil }
        self.template = template
        self.attribution = attribution
        origin = "\(scheme)://\(host)\(parts.3 ?? "")"
    }

    /// Scheme, host, port and the rest (RFC 3986), without user and fragment.
    private static var address: Regex<(Substring, Substring, Substring, Substring?, Substring)> {
        #/
        (https?):// ([a-z0-9](?:[a-z0-9.\-]*[a-z0-9])?) (:[0-9]{1,5})?
        (/[a-z0-9!$%&'()*+,\-./:;=?@_~{}]*)
        /#
        .ignoresCase()
    }
}
