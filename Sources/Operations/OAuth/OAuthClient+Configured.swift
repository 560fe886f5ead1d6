/// A configured client that cannot be used, and the rule that it breaks.
public struct OAuthClientFault: Error, Equatable, CustomStringConvertible {
    /// The rule, so that the setting's key and the rule together are a sentence.
    public let rule: String

    /// The rule.
    public var description: String { rule }
}

extension OAuthClient {
    /// Reads a client as it is configured: `id=uri|uri`.
    ///
    /// - Throws: ``OAuthClientFault``.
    public init(configured text: String) throws(OAuthClientFault) {
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2 else {
            throw OAuthClientFault(rule: "must be like my-app=https://app.example.com/callback")
        }
        let id = String(sides[0])
        guard (1...100).contains(id.utf8.count), id.utf8.allSatisfy(Self.isNameByte) else {
            throw OAuthClientFault(rule: "must name each client by letters, digits and . _ -")
        }
        let redirects = sides[1].split(separator: "|").map(String.init)
        guard !redirects.isEmpty else {
            throw OAuthClientFault(rule: "names no redirect URI for \(id)")
        }
        for redirect in redirects {
            if let fault = Self.fault(in: redirect) {
                throw OAuthClientFault(rule: "has for \(id) a redirect URI that \(fault)")
            }
        }
        self.init(id: id, redirects: redirects)
    }

    /// Schemes that a browser runs or reads by itself instead of handing them to an app.
    private static let unsafeSchemes: Set<String> = [
        "about", "blob", "data", "file", "filesystem", "ftp", "javascript", "vbscript",
        "view-source", "ws", "wss",
    ]

    /// What is wrong with a redirect URI; `nil` when codes may be sent there.
    private static func fault(in redirect: String) -> String? {
        guard redirect.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return "is not written in visible ASCII"
        }
        guard !redirect.utf8.contains(where: { #""<>\^`{}"#.utf8.contains($0) }) else {
            return "has a character that no URI has"
        }
        guard let colon = redirect.firstIndex(of: ":"), isScheme(redirect[..<colon]) else {
            return "is not absolute"
        }
        guard !redirect.contains("#") else { return "has a fragment" }
        let scheme = redirect[..<colon].lowercased()
        guard !unsafeSchemes.contains(scheme) else { return "has a scheme that no app has" }
        guard scheme == "http" || scheme == "https" else {
            return redirect.contains("*") ? "has a * where no port is" : nil
        }
        return webFault(in: redirect, scheme)
    }

    private static func webFault(in redirect: String, _ scheme: String) -> String? {
        guard redirect.hasPrefix("\(scheme)://") else { return "is not like \(scheme)://host/path" }
        if scheme == "http" {
            guard LoopbackURI(redirect) != nil else {
                return "is http and not on 127.0.0.1 or [::1]"
            }
            return nil
        }
        let authority = redirect.dropFirst("https://".count).prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty, !authority.hasPrefix(":") else { return "names no host" }
        guard !authority.contains("@") else { return "names a user" }
        return redirect.contains("*") ? "has a * where no port is" : nil
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (0x61...0x7A).contains(first | 0x20) else {
            return false
        }
        return text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                || [0x2B, 0x2D, 0x2E].contains(byte)
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            || [0x2D, 0x2E, 0x5F].contains(byte)
    }
}
