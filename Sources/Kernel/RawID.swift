/// A UUID: 128 bits, written in lower case, read in any case.
///
/// New ones are version 7 (RFC 9562, section 5.7): they sort by the instant they were made, so an
/// index over them grows at one end and its cost does not rise with history.
public struct RawID: Hashable, Comparable, Sendable {
    let high: UInt64
    let low: UInt64

    /// The UUID of zeros only, the author of what the program itself does.
    public static let zero = Self(high: 0, low: 0)

    /// Makes a UUID from its two halves, most significant first.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes a version 7 UUID.
    ///
    /// - Parameters:
    ///   - instant: Goes into the first 48 bits, as milliseconds.
    ///   - counter: 12 bits that order the ids of one millisecond.
    ///   - random: 62 bits of it are used.
    public init(instant: Timestamp, counter: UInt16, random: UInt64) {
        let time = UInt64(clamping: instant.milliseconds) & 0xFFFF_FFFF_FFFF
        high = time << 16 | 0x7000 | UInt64(counter & 0x0FFF)
        low = 0x8000_0000_0000_0000 | random >> 2
    }

    /// The same bits as version 8 (RFC 9562, section 5.8): a second id that follows from the first.
    public var twin: RawID {
        RawID(high: high & ~0xF000 | 0x8000, low: low)
    }

    /// Reads `8-4-4-4-12` hexadecimal digits in any case; `nil` for anything else.
    public init?(_ text: String) {
        var text = text
        let id = text.withUTF8 { bytes in Self(utf8: bytes) }
        guard let id else { return nil }
        self = id
    }

    /// Reads the same from its bytes.
    public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        let dash = UInt8(ascii: "-")
        guard bytes.count == Self.characters,
            bytes[8] == dash, bytes[13] == dash, bytes[18] == dash, bytes[23] == dash
        else { return nil }
        let text = UnsafeRawBufferPointer(bytes)
        let eight = { text.loadUnaligned(fromByteOffset: $0, as: UInt64.self).bigEndian }
        let four = { UInt64(text.loadUnaligned(fromByteOffset: $0, as: UInt32.self).bigEndian) }
        guard let first = HexDigits(ascii: eight(0)),
            let second = HexDigits(ascii: four(9) << 32 | four(14)),
            let third = HexDigits(ascii: four(19) << 32 | four(24)),
            let fourth = HexDigits(ascii: eight(28))
        else { return nil }
        self.init(
            high: UInt64(first.number) << 32 | UInt64(second.number),
            low: UInt64(third.number) << 32 | UInt64(fourth.number)
        )
    }

    /// The 36 characters of the id, in lower case.
    public var text: String {
        String(unsafeUninitializedCapacity: Self.characters) { buffer in
            write(to: buffer)
            return Self.characters
        }
    }

    /// Writes the 36 characters to the beginning of a buffer that has room for them.
    public func write(to buffer: UnsafeMutableBufferPointer<UInt8>) {
        precondition(buffer.count >= Self.characters, "an id's text has 36 characters")
        let text = UnsafeMutableRawBufferPointer(buffer)
        let second = HexDigits(UInt32(truncatingIfNeeded: high)).ascii
        let third = HexDigits(UInt32(truncatingIfNeeded: low >> 32)).ascii
        Self.write(HexDigits(UInt32(truncatingIfNeeded: high >> 32)).ascii, to: text, at: 0)
        Self.write(UInt32(truncatingIfNeeded: second >> 32), to: text, at: 9)
        Self.write(UInt32(truncatingIfNeeded: second), to: text, at: 14)
        Self.write(UInt32(truncatingIfNeeded: third >> 32), to: text, at: 19)
        Self.write(UInt32(truncatingIfNeeded: third), to: text, at: 24)
        Self.write(HexDigits(UInt32(truncatingIfNeeded: low)).ascii, to: text, at: 28)
        let dash = UInt8(ascii: "-")
        buffer[8] = dash
        buffer[13] = dash
        buffer[18] = dash
        buffer[23] = dash
    }

    /// Writes the 36 characters at the end of an array.
    public func append(to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.characters) { buffer in
            write(to: buffer)
            bytes.append(contentsOf: buffer)
        }
    }

    /// Orders ids by their bits, which for version 7 is the order of making.
    public static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }

    /// How many characters the text of every id has.
    public static let characters = 36

    /// Writes characters that a number holds, the first in its highest byte.
    private static func write<Word: FixedWidthInteger & BitwiseCopyable>(
        _ characters: Word,
        to text: UnsafeMutableRawBufferPointer,
        at offset: Int
    ) {
        text.storeBytes(of: characters.bigEndian, toByteOffset: offset, as: Word.self)
    }
}

extension RawID: CustomStringConvertible {
    /// The id's text.
    public var description: String { text }
}
