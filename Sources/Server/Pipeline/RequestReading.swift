import Contract
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore

extension Request {
    /// The body as JSON; `nil` when there is none.
    ///
    /// - Throws: ``Problem`` `unsupportedMediaType` or `invalid`.
    func json(_ body: ByteBuffer) throws -> JSON? {
        guard body.readableBytes > 0 else { return nil }
        guard isJSON else { throw Problem(.unsupportedMediaType) }
        do {
            return try JSONParser.parse(body.readableBytesView)
        } catch {
            throw Problem.invalid("The body is not JSON: \(error.reason) at byte \(error.offset)")
        }
    }

    /// Whether the content type is `application/json` or `application/*+json`, or none is given.
    private var isJSON: Bool {
        guard let type = headers.only(.contentType), type != "application/json" else {
            return true
        }
        // No media type has other characters than these, and others take long to look at.
        guard type.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        let essence = type.prefix { $0 != ";" }.trimmingSuffix(while: \.isWhitespace).lowercased()
        return essence == "application/json"
            || essence.hasPrefix("application/") && essence.hasSuffix("+json")
    }

    /// The query's keys and values, decoded, in order.
    ///
    /// - Throws: ``Problem`` `invalid` when an escape is broken, a key is given twice, or a text
    ///   would take long to compare.
    func queryPairs() throws -> [(key: String, value: String)] {
        guard let query = uri.query else { return [] }
        guard let pairs = PercentCoding.pairs(query) else {
            throw Problem.invalid("The query has an escape that is not UTF-8")
        }
        var keys: Set<ExactText> = []
        for (key, _) in pairs where !keys.insert(ExactText(key)).inserted {
            throw Problem.invalid([Fault(field: key, rule: "is given twice")])
        }
        try FormText.requireStreamSafe(pairs)
        return pairs
    }

    /// The token of the Authorization header; `nil` when there is no such header.
    ///
    /// - Returns: An empty text when the header is there and is no bearer token.
    var bearerToken: String? {
        guard let header = headers.only(.authorization) else { return nil }
        let bytes = header.utf8
        guard bytes.count > 7,
            header.hasPrefix("Bearer ")
                || zip(bytes, "bearer ".utf8).allSatisfy(Self.ignoringCase)
        else { return "" }
        return String(header[bytes.index(bytes.startIndex, offsetBy: 7)...])
    }
}

extension Request {
    /// Whether a byte is a given one, a letter in either case.
    private static func ignoringCase(_ byte: UInt8, _ expected: UInt8) -> Bool {
        byte == expected
            || (0x41...0x5A).contains(byte) && byte | 0x20 == expected
    }
}

extension HTTPFields {
    /// The value of a field; several are joined, which costs and seldom happens.
    func only(_ name: HTTPField.Name) -> String? {
        var found: String?
        for field in self where field.name == name {
            guard found == nil else { return self[name] }
            found = field.value
        }
        return found
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, predicate(last) { text.removeLast() }
        return text
    }
}
