/// What browsers may do with the pages to sign in on (W3C Content Security Policy Level 3).
enum SignInPolicy {
    /// The policy of a page whose form ends at a redirect URI.
    ///
    /// Browsers hold redirects after a form against `form-action` too, so where it ends is named;
    /// without it the form goes nowhere but here.
    static func text(redirect: String?) -> String {
        let target = redirect.flatMap(source).map { " \($0)" } ?? ""
        return """
            default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'\(target); \
            frame-ancestors 'none'; base-uri 'none'
            """
    }

    /// The origin of a web address in lower case; `nil` when it is none, or names a user.
    static func origin(of url: String) -> String? {
        guard let scheme = scheme(of: url), scheme == "http" || scheme == "https" else {
            return nil
        }
        let rest = url.dropFirst(scheme.count + 1)
        guard rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }.lowercased()
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        return "\(scheme)://\(authority)"
    }

    /// Where a redirect goes, in the policy's words: an origin, or a scheme where the words have no
    /// form for the origin.
    private static func source(of redirect: String) -> String? {
        guard let scheme = scheme(of: redirect) else { return nil }
        if let origin = origin(of: redirect),
            origin.dropFirst(scheme.count + 3).utf8.allSatisfy(isHostCharacter)
        {
            return origin
        }
        return "\(scheme):"
    }

    /// The scheme of an address in lower case (RFC 3986, section 3.1); `nil` when it has none.
    private static func scheme(of url: String) -> String? {
        guard let end = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = url[..<end].lowercased()
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
            scheme.utf8.allSatisfy(isSchemeCharacter)
        else { return nil }
        return scheme
    }

    private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
    }

    private static func isHostCharacter(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || [0x2D, 0x2E, 0x3A].contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }
}
