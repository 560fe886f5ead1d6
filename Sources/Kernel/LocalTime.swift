/// A time of day on a clock: hour and minute, without a day and without a zone.
public struct LocalTime: Hashable, Comparable, Sendable {
    /// Minutes since midnight, 0...1439.
    public let minuteOfDay: Int

    /// Makes a time; `nil` when no clock shows it.
    public init?(hour: Int, minute: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        self.init(minuteOfDay: hour * 60 + minute)
    }

    /// Reads `HH:MM`, from `00:00` to `23:59`; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
            let hour = CivilDay.digits(bytes[0..<2]), let minute = CivilDay.digits(bytes[3..<5])
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    /// Makes a time from minutes that are known to be in range.
    init(minuteOfDay: Int) {
        precondition((0..<1_440).contains(minuteOfDay), "a day has 1,440 minutes")
        self.minuteOfDay = minuteOfDay
    }

    /// `HH:MM`.
    public var text: String {
        [minuteOfDay / 60, minuteOfDay % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }

    /// Orders times as they follow in a day.
    public static func < (left: Self, right: Self) -> Bool { left.minuteOfDay < right.minuteOfDay }
}
