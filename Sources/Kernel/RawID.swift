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

    /// Reads `8-4-4-4-12` hexadecimal digits in any case; `nil` for anything else.
    public init?(_ text: String) {
        var text = text
        let id = text.withUTF8 { bytes in Self(utf8: bytes) }
        guard let id else { return nil }
        self = id
    }

    /// Reads the same from its bytes.
    public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count == Self.characters else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for index in 0..<Self.characters {
            let byte = bytes[index]
            if Self.dashes.contains(index) {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = Self.value(ofHex: byte) else { return nil }
                if index < 18 {
                    halves.0 = halves.0 << 4 | digit
                } else {
                    halves.1 = halves.1 << 4 | digit
                }
            }
        }
        self.init(high: halves.0, low: halves.1)
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
        var position = 0
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 {
                buffer[position] = UInt8(ascii: "-")
                position += 1
            }
            let half = index < 8 ? high : low
            let byte = UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * (index & 7)))
            buffer[position] = Self.digit(byte >> 4)
            buffer[position + 1] = Self.digit(byte & 0xF)
            position += 2
        }
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

    private static let dashes = DashPositions()

    private static func digit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? nibble + 0x30 : nibble + 0x57
    }

    private static func value(ofHex byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte - 0x30)
        case 0x41...0x46: UInt64(byte - 0x37)
        case 0x61...0x66: UInt64(byte - 0x57)
        default: nil
        }
    }
}

/// Where the dashes of a UUID stand.
private struct DashPositions {
    func contains(_ index: Int) -> Bool {
        index == 8 || index == 13 || index == 18 || index == 23
    }
}

extension RawID: CustomStringConvertible {
    /// The id's text.
    public var description: String { text }
}
