import CZlib

/// The gzip format (RFC 1952).
enum Gzip {
    /// Bytes made as small as they can be; `nil` where that is no smaller.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        let bound = Int(purser_gzip_bound(UInt(bytes.count)))
        let small = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = Int(
                purser_gzip(bytes, UInt32(bytes.count), buffer.baseAddress, UInt32(bound))
            )
        }
        return small.isEmpty || small.count >= bytes.count ? nil : small
    }

    /// Whether a caller takes it, and would not rather have what is not compressed (RFC 9110,
    /// section 12.5.3).
    ///
    /// `header`: Its Accept-Encoding; without one it is asked for nothing.
    static func isAccepted(by header: String?) -> Bool {
        var weights: [String: Int] = [:]
        for element in (header ?? "").split(separator: ",") {
            let parts = element.split(separator: ";", omittingEmptySubsequences: false)
            guard let coding = parts.first.map(trimmed), !coding.isEmpty else { continue }
            let weight = parts.count == 1 ? 1_000 : thousandths(parts.dropFirst())
            // Of a coding that is there twice, the first counts.
            weights[coding.lowercased()] = weights[coding.lowercased()] ?? weight
        }
        // A name from the time before gzip was registered (RFC 9110, section 8.4.1.3).
        let weight = weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0
        return weight > 0 && weight >= weights["identity"] ?? 0
    }

    /// The weight that follows a coding; 0, which refuses it, where it is none.
    private static func thousandths(_ parameters: ArraySlice<Substring>) -> Int {
        guard parameters.count == 1, let text = parameters.first.map(trimmed)?.lowercased(),
            let digits = text.wholeMatch(of: /q=([01])(?:\.([0-9]{0,3}))?/)
        else { return 0 }
        let decimals = digits.2.map(String.init) ?? ""
        let padded = decimals + String(repeating: "0", count: 3 - decimals.count)
        let weight = (Int(digits.1) ?? 0) * 1_000 + (Int(padded) ?? 0)
        return weight > 1_000 ? 0 : weight
    }

    /// A text without the blanks around it.
    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }
}
