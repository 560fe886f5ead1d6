import Kernel

/// Whether the merchant category code (ISO 18245) of a purchase is one of some.
///
/// A purchase without a code has none of them.
public struct MCCLeaf: Sendable, Hashable {
    /// The codes, in order and apart from one another; a single one is a range of one.
    public let codes: [ClosedRange<Int64>]
}

extension MCCLeaf: PolicyQuestion {
    static let key = "mcc"

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        var codes: [ClosedRange<Int64>] = []
        let values = try PolicyReader.list(value, upTo: Limits.policyListEntries, at: path)
        for (index, value) in values.enumerated() {
            let path = "\(path)[\(index)]"
            guard case .text(let text) = value else { throw .wrongType(path) }
            guard let range = Self.range(text) else {
                throw PolicyFault(path, "must be a code such as 5812 or a range such as 7800-7999")
            }
            codes.append(range)
        }
        self.codes = Self.joined(codes)
    }

    var value: PolicyValue { .list(texts.map { .text($0) }) }

    func test(_ needs: PolicyNeeds) -> PolicyTest { .code(codes) }

    func clause(_ isTrue: Bool, _ currency: Currency) -> String {
        "the merchant code \(isTrue ? "is" : "is not") \(PolicyWords.some(texts))"
    }

    func finding(_ facts: PolicyFacts) -> String {
        facts.mcc.map { "code \(Self.text($0))" } ?? "no merchant code"
    }

    private var texts: [String] {
        codes.map { range in
            let first = Self.text(range.lowerBound)
            return range.count == 1 ? first : "\(first)-\(Self.text(range.upperBound))"
        }
    }

    /// Four digits.
    private static func text(_ code: Int64) -> String {
        let digits = String(code)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    private static func range(_ text: String) -> ClosedRange<Int64>? {
        let bytes = Array(text.utf8)
        if bytes.count == 4 { return code(bytes[...]).map { $0...$0 } }
        guard bytes.count == 9, bytes[4] == UInt8(ascii: "-"),
            let first = code(bytes[..<4]), let last = code(bytes[5...]), first <= last
        else { return nil }
        return first...last
    }

    private static func code(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// The same codes in order, what touches as one.
    private static func joined(_ ranges: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        var joined: [ClosedRange<Int64>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
                let end = max(last.upperBound, range.upperBound)
                joined[joined.count - 1] = last.lowerBound...end
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}
