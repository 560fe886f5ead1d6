import Contract

/// The address that the sign-in page sent the browser to.
struct SignInCallback: Equatable {
    /// The parameters; what stands twice is not one answer but two.
    private let parameters: [String: String]

    /// Reads an address; `nil` when it is not the redirect URI with parameters of its own.
    init?(_ address: String, redirectURI: String) {
        guard address.hasPrefix(redirectURI) else { return nil }
        var rest = address.dropFirst(redirectURI.count)
        guard let mark = rest.popFirst(), mark == (redirectURI.contains("?") ? "&" : "?") else {
            return nil
        }
        // What a browser keeps behind the mark was never sent by the page.
        let query = rest.prefix { $0 != "#" }
        var parameters: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = PercentCoding.decoded(parts[0], plusIsSpace: true),
                let value = PercentCoding.decoded(parts[1], plusIsSpace: true),
                parameters.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        self.parameters = parameters
    }

    /// The code in it.
    ///
    /// - Throws: ``PurserError`` `invalid` when it is no answer to the request, `unauthorized` when
    ///   the member was not signed in.
    func code(for request: SignInRequest) throws -> String {
        guard parameters["state"] == request.state else {
            throw PurserError(.invalid, "This is the answer to another sign-in")
        }
        guard parameters["iss"] == request.issuer else {
            throw PurserError(.invalid, "This is the answer of another server")
        }
        if let error = parameters["error"] {
            let isWord = error.utf8.count <= 64 && error.utf8.allSatisfy(Self.isOfWord)
            let word = isWord ? error : "an error"
            throw PurserError(.unauthorized, "The sign-in page says: \(word).").ofSignIn()
        }
        guard let code = parameters["code"], !code.isEmpty else {
            throw PurserError(.invalid, "The sign-in page gave no code")
        }
        return code
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
