import Kernel

/// Turns the bytes of a bank file into UTF-8, piece by piece.
///
/// 1. A byte order mark says UTF-8 or UTF-16. Without one, zero bytes between the first letters
///    say UTF-16.
/// 2. Else the head decides between UTF-8 and an encoding of one byte a character: by whether it
///    has more sequences of UTF-8 than other bytes above 0x7F. A head that is ASCII leaves that to
///    the first such byte behind it. What a file declares is often wrong, so it only says which
///    encoding of one byte that is; Windows-1252 when it declares none.
/// 3. In a file of UTF-8 a byte that belongs to no sequence is read as that encoding has it.
///
/// What it decides depends on the bytes alone, not on how they are cut into pieces.
struct TextDecoder: Sendable {
    private enum Mode {
        case undecided
        case utf8
        case singleByte
        case utf16(isLittleEndian: Bool)
    }

    private var mode: Mode
    private let fallback: SingleByteEncoding
    /// Bytes of a byte order mark that are not read yet.
    private var skipped: Int
    /// The beginning of a sequence whose end is in the next piece.
    private var carried: [UInt8] = []

    /// Decides by the beginning of a file.
    init(head: [UInt8]) {
        (mode, skipped) = Self.byMark(head)
        fallback = SingleByteEncoding(declared: Self.declaration(in: head))
        if case .undecided = mode { mode = Self.byCounting(head) }
    }

    /// Whether characters have two bytes, one of which may be zero.
    var isUTF16: Bool {
        if case .utf16 = mode { true } else { false }
    }

    /// Reads the next piece, and adds its text.
    ///
    /// - Returns: Why the rest of the piece, and of the file, is no text.
    mutating func decode(
        _ piece: [UInt8],
        isLast: Bool,
        into text: inout [UInt8]
    ) -> RowFault? {
        let dropped = min(skipped, piece.count)
        skipped -= dropped
        let bytes = carried + piece[dropped...]
        carried = []
        if case .utf16(let isLittleEndian) = mode {
            return decode16(bytes, isLittleEndian, isLast, &text)
        }
        return decode8(bytes, isLast, &text)
    }

    /// The text of the head alone; what is cut off at its end is left out.
    func text(ofHead head: [UInt8]) -> [UInt8] {
        var copy = self
        var text: [UInt8] = []
        _ = copy.decode(head, isLast: false, into: &text)
        return text
    }

    // MARK: One byte after the other

    private mutating func decode8(
        _ bytes: [UInt8],
        _ isLast: Bool,
        _ text: inout [UInt8]
    ) -> RowFault? {
        var index = 0
        while index < bytes.count {
            let start = index
            while index < bytes.count, bytes[index] &- 1 < 0x7F { index += 1 }
            if index > start { text.append(contentsOf: bytes[start..<index]) }
            guard index < bytes.count else { break }
            if bytes[index] == 0 { return RowFault("The file has a zero byte, which no text has.") }
            switch UTF8Sequence(bytes[index...]) {
            case .incomplete where !isLast && !isSingleByte:
                carried = Array(bytes[index...])
                return nil
            case .valid(let length) where !isSingleByte:
                mode = .utf8
                text.append(contentsOf: bytes[index..<(index + length)])
                index += length
            default:
                if case .undecided = mode { mode = .singleByte }
                guard let scalar = fallback.scalar(bytes[index]) else {
                    return RowFault("The file's encoding, as it declares it, is not read.")
                }
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                index += 1
            }
        }
        return nil
    }

    private var isSingleByte: Bool {
        if case .singleByte = mode { true } else { false }
    }

    // MARK: Two bytes

    private mutating func decode16(
        _ bytes: [UInt8],
        _ isLittleEndian: Bool,
        _ isLast: Bool,
        _ text: inout [UInt8]
    ) -> RowFault? {
        func unit(_ index: Int) -> UInt16 {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        var index = 0
        while index + 1 < bytes.count {
            let first = unit(index)
            if first == 0 { return RowFault("The file has a zero character, which no text has.") }
            var scalar = Unicode.Scalar(first)
            var length = 2
            if first & 0xFC00 == 0xD800 {
                guard index + 3 < bytes.count || isLast else { break }
                let second = index + 3 < bytes.count ? unit(index + 2) : 0
                if second & 0xFC00 == 0xDC00 {
                    let high = UInt32(first & 0x3FF) << 10
                    scalar = Unicode.Scalar(0x1_0000 + (high | UInt32(second & 0x3FF)))
                    length = 4
                }
            }
            if let units = UTF8.encode(scalar ?? "\u{FFFD}") { text.append(contentsOf: units) }
            index += length
        }
        if !isLast { carried = Array(bytes[index...]) }
        return nil
    }
}

extension TextDecoder {
    /// What a byte order mark says, and its length.
    private static func byMark(_ head: [UInt8]) -> (Mode, Int) {
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if head.starts(with: [0xFF, 0xFE]) { return (.utf16(isLittleEndian: true), 2) }
        if head.starts(with: [0xFE, 0xFF]) { return (.utf16(isLittleEndian: false), 2) }
        guard head.count >= 4 else { return (.undecided, 0) }
        let areZero = head.prefix(4).map { $0 == 0 }
        if areZero == [false, true, false, true] { return (.utf16(isLittleEndian: true), 0) }
        if areZero == [true, false, true, false] { return (.utf16(isLittleEndian: false), 0) }
        return (.undecided, 0)
    }

    private static func byCounting(_ head: [UInt8]) -> Mode {
        var (sequences, others, index) = (0, 0, 0)
        while index < head.count {
            guard head[index] >= 0x80 else {
                index += 1
                continue
            }
            switch UTF8Sequence(head[index...]) {
            case .valid(let length):
                sequences += 1
                index += length
            case .incomplete:
                index = head.count
            case .invalid:
                others += 1
                index += 1
            }
        }
        if sequences + others == 0 { return .undecided }
        return sequences > others ? .utf8 : .singleByte
    }

    /// The encoding that the head declares, as an XML declaration or a header of OFX does.
    private static func declaration(in head: [UInt8]) -> String? {
        let start = head.prefix(1_024)
        if let name = value(behind: "encoding=", in: start.prefix(256)) { return name }
        guard start.first(range: "OFXHEADER") != nil else { return nil }
        let set = value(behind: "CHARSET:", in: start)
        if let set, set != "none" { return set }
        return value(behind: "ENCODING:", in: start)
    }

    private static func value(behind key: StaticString, in text: ArraySlice<UInt8>) -> String? {
        guard let range = text.first(range: key) else { return nil }
        // Headers of one line may have no space between a value and the next key.
        let rest = text[range.upperBound...].drop { $0 == UInt8(ascii: "\"") || $0 == 0x27 }
        let ends: [Int] = [
            rest.first(range: "COMPRESSION")?.lowerBound,
            rest.first(range: "CHARSET")?.lowerBound,
            rest.firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") },
            rest.firstIndex { $0 == UInt8(ascii: "\"") || $0 == 0x27 },
        ].compactMap(\.self)
        guard let end = ends.min(), end > rest.startIndex else { return nil }
        return String(decoding: rest[..<end].prefix(40), as: UTF8.self).lowercased()
    }
}
