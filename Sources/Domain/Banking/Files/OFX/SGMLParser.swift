import Kernel

/// Reads OFX 1, which is SGML.
///
/// Tolerant where the meaning is clear: elements without ends, text with `<` or `&` of its own,
/// tags in lower case, comments, marked sections (CDATA), a header of one line or none. What is
/// outside of `<OFX>` and `</OFX>` is skipped.
struct SGMLParser: BankFileParser {
    private enum State {
        /// In text.
        case text
        /// Behind `<`.
        case tagStart
        /// In the name of a tag.
        case tag
        /// In a tag behind its name.
        case attributes
        /// Behind `<!` or `<?`, until it is clear what it is.
        case declaration
        /// In a comment.
        case comment
        /// In a marked section.
        case marked
    }

    private(set) var line = 1
    private var interpreter: OFXInterpreter
    private var state = State.text
    private var isInside = false
    private var isEnd = false
    private var name: [UInt8] = []
    private var value: [UInt8] = []
    private var isTooLong = false
    /// The last two bytes of a comment or a section.
    private var last: (UInt8, UInt8) = (0, 0)

    init(currency: Currency) {
        interpreter = OFXInterpreter(currency: currency)
    }

    mutating func read(
        _ text: [UInt8],
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        var index = 0
        while index < text.count {
            if state == .text {
                let start = index
                while index < text.count, text[index] != UInt8(ascii: "<") {
                    if text[index] == 0x0A { line += 1 }
                    index += 1
                }
                keep(text[start..<index])
                if index < text.count { state = .tagStart }
            } else {
                if text[index] == 0x0A { line += 1 }
                try take(text[index], into: &events)
            }
            index += 1
        }
    }

    mutating func finish(into events: inout [BankFileEvent]) throws(BankFileRefusal) {
        try interpreter.finish(line: line)
    }

    // MARK: Bytes

    private mutating func take(
        _ byte: UInt8,
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        switch state {
        case .text: preconditionFailure("text is read in runs")
        case .tagStart: beginTag(byte)
        case .tag: try takeName(byte, into: &events)
        case .attributes:
            if byte == UInt8(ascii: ">") { try endTag(into: &events) }
        case .declaration: try takeDeclaration(byte)
        case .comment:
            if byte == UInt8(ascii: ">"), last == (0x2D, 0x2D) { state = .text }
            last = (last.1, byte)
        case .marked:
            if byte == UInt8(ascii: ">"), last == (0x5D, 0x5D) {
                value.removeLast(min(2, value.count))
                state = .text
            } else {
                keep([byte])
            }
            last = (last.1, byte)
        }
    }

    private mutating func beginTag(_ byte: UInt8) {
        name.removeAll(keepingCapacity: true)
        isEnd = byte == UInt8(ascii: "/")
        switch byte {
        case UInt8(ascii: "/"): state = .tag
        case UInt8(ascii: "!"), UInt8(ascii: "?"):
            name.append(byte)
            state = .declaration
        case _ where byte.isLetter:
            name.append(byte.raised)
            state = .tag
        case UInt8(ascii: "<"): keep([byte])
        default:
            keep([UInt8(ascii: "<"), byte])
            state = .text
        }
    }

    private mutating func takeName(
        _ byte: UInt8,
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        switch byte {
        case UInt8(ascii: ">"): try endTag(into: &events)
        case _ where byte.isLetter || byte.isDigit || ".-_".utf8.contains(byte):
            name.append(byte.raised)
            if name.count > Self.longestName { giveUpTag(byte: nil) }
        case _ where !name.isEmpty && " \t/".utf8.contains(byte): state = .attributes
        default: giveUpTag(byte: byte)
        }
    }

    /// Takes for text what began like a tag.
    private mutating func giveUpTag(byte: UInt8?) {
        keep([UInt8(ascii: "<")])
        if isEnd { keep([UInt8(ascii: "/")]) }
        keep(name[...])
        state = .text
        if byte == UInt8(ascii: "<") {
            state = .tagStart
        } else if let byte {
            keep([byte])
        }
    }

    private mutating func takeDeclaration(_ byte: UInt8) throws(BankFileRefusal) {
        if byte == UInt8(ascii: ">") {
            state = .text
            return
        }
        guard name.count < Self.longestName else { return }
        name.append(byte)
        if name[...].hasPrefix("!DOCTYPE") || name[...].hasPrefix("!ENTITY") {
            throw .malformed(line: line, reason: "A document type declaration is not read.")
        }
        last = (0, 0)
        if name == Array("!--".utf8) { state = .comment }
        if name == Array("![CDATA[".utf8) { state = .marked }
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        guard isInside, !bytes.isEmpty else { return }
        // White space before a value is no part of it and may be long.
        let bytes = value.isEmpty ? bytes.drop(while: \.isSpace) : bytes
        let room = Limits.bankFileCellBytes - value.count
        // The white space behind a value may be cut off.
        if bytes.count > room, bytes.dropFirst(room).contains(where: { !$0.isSpace }) {
            isTooLong = true
        }
        value.append(contentsOf: bytes.prefix(room))
    }

    // MARK: Tags

    private mutating func endTag(into events: inout [BankFileEvent]) throws(BankFileRefusal) {
        state = .text
        let tag = String(decoding: name, as: UTF8.self)
        if !isInside {
            isInside = tag == "OFX" && !isEnd
            if isInside { try interpreter.open(tag, line: line, into: &events) }
            return
        }
        let text = value.trimmedSpace
        if !text.isEmpty {
            let plain = text.contains(UInt8(ascii: "&")) ? SGMLEntity.replaced(text) : Array(text)
            try interpreter.value(plain, isTooLong: isTooLong, line: line)
        }
        value.removeAll(keepingCapacity: true)
        isTooLong = false
        if isEnd {
            try interpreter.close(tag, line: line, into: &events)
            isInside = tag != "OFX"
        } else {
            try interpreter.open(tag, line: line, into: &events)
        }
    }

    private static let longestName = 64
}
