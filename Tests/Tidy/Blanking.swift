/// Blanks what is not code in Swift text: comments, and what strings say.
///
/// What a string interpolates is code and stays. Every line stays where it is.
struct Blanking {
    private var bytes: [UInt8]
    private var index = 0

    static func code(of text: String) -> String {
        var blanking = Blanking(bytes: Array(text.utf8))
        blanking.walkCode(endsAtParenthesis: false)
        return String(decoding: blanking.bytes, as: UTF8.self)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func walkCode(endsAtParenthesis: Bool) {
        var depth = 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/") where starts(with: "//"): walkLineComment()
            case UInt8(ascii: "/") where starts(with: "/*"): walkBlockComment()
            case UInt8(ascii: "\""): walkString(hashes: 0)
            case UInt8(ascii: "#"): walkHashes()
            case UInt8(ascii: "("):
                depth += 1
                index += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if endsAtParenthesis, depth == 0 { return }
                index += 1
            default: index += 1
            }
        }
    }

    private mutating func walkLineComment() {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blankBytes(1) }
    }

    /// A raw string, or something else that starts with `#`.
    private mutating func walkHashes() {
        let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
        index += hashes
        if starts(with: "\"") { walkString(hashes: hashes) }
    }

    private mutating func walkBlockComment() {
        var depth = 0
        repeat {
            let isStart = starts(with: "/*")
            if isStart { depth += 1 }
            if starts(with: "*/") { depth -= 1 }
            blankBytes(isStart || starts(with: "*/") ? 2 : 1)
        } while depth > 0 && index < bytes.count
    }

    private mutating func walkString(hashes: Int) {
        let fence = String(repeating: "#", count: hashes)
        let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        index += quote.utf8.count
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\"") where starts(with: quote + fence):
                index += quote.utf8.count + hashes
                return
            case UInt8(ascii: "\\") where starts(with: "\\" + fence + "("):
                blankBytes(hashes + 1)
                index += 1
                walkCode(endsAtParenthesis: true)
                index += 1
            case UInt8(ascii: "\\") where starts(with: "\\" + fence): blankBytes(hashes + 2)
            default: blankBytes(1)
            }
        }
    }

    private func starts(with text: String) -> Bool {
        bytes[index...].starts(with: text.utf8)
    }

    private mutating func blankBytes(_ count: Int) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
            index += 1
        }
    }
}
