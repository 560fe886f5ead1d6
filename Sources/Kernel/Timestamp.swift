/// An instant: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since the epoch; negative before 1970.
    public let milliseconds: Int64

    /// Makes an instant from milliseconds since the epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Makes an instant from seconds since the epoch.
    public init(seconds: Int64) {
        self.init(milliseconds: seconds * 1_000)
    }

    /// Whole seconds since the epoch, rounded down.
    public var seconds: Int64 { Self.floorDivide(milliseconds, 1_000) }

    /// The instant that many milliseconds later.
    public func adding(milliseconds other: Int64) -> Timestamp {
        Timestamp(milliseconds: milliseconds + other)
    }

    /// The instant that many seconds later.
    public func adding(seconds other: Int64) -> Timestamp {
        adding(milliseconds: other * 1_000)
    }

    /// Orders instants by time.
    public static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Timestamp {
    /// `2025-01-15T10:30:00Z`: UTC in whole seconds, the form of most surfaces.
    public var text: String { textWithoutZone + "Z" }

    /// `2025-01-15T10:30:00`: UTC in whole seconds without a zone, the Guardian form.
    public var textWithoutZone: String {
        let day = CivilDay(dayNumber: Int(Self.floorDivide(seconds, 86_400)))
        let second = Int(seconds - Int64(day.dayNumber) * 86_400)
        let time = [second / 3_600, second / 60 % 60, second % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
        return "\(day.text)T\(time)"
    }

    /// Reads an RFC 3339 instant, with or without fraction, with `Z`, an offset, or none for UTC.
    ///
    /// A fraction is read to the millisecond. `nil` for anything else, also for a day alone.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20,
            let day = CivilDay(String(text.prefix(10))),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let hour = Self.number(bytes[11..<13], below: 24),
            let minute = Self.number(bytes[14..<16], below: 60),
            let second = Self.number(bytes[17..<19], below: 60)
        else { return nil }
        var rest = bytes[19...]
        guard let fraction = Self.takeFraction(&rest), let offset = Self.offset(rest) else {
            return nil
        }
        let local = Int64(day.dayNumber) * 86_400 + hour * 3_600 + minute * 60 + second
        self.init(milliseconds: (local - offset) * 1_000 + fraction)
    }

    private static func takeFraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        rest = rest.dropFirst()
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        let padded = (digits.prefix(3) + [0x30, 0x30]).prefix(3)
        return padded.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func offset(_ rest: ArraySlice<UInt8>) -> Int64? {
        if rest.isEmpty { return 0 }
        let bytes = Array(rest)
        if bytes.count == 1, bytes[0] | 0x20 == UInt8(ascii: "z") { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
            bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            let hours = number(bytes[1..<3], below: 24),
            let minutes = number(bytes[4..<6], below: 60)
        else { return nil }
        let size = hours * 3_600 + minutes * 60
        return bytes[0] == UInt8(ascii: "-") ? -size : size
    }

    private static func number(_ digits: ArraySlice<UInt8>, below bound: Int64) -> Int64? {
        guard let value = CivilDay.digits(digits).map({ Int64($0) }), value < bound else {
            return nil
        }
        return value
    }

    static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
