import Foundation
import Synchronization

/// A time zone by its IANA name: what day an instant belongs to, and when a day begins.
///
/// The rules are the system's time zone data. One value exists for each name, and remembers the
/// offset between two changes of the clock, because a decision asks for it every time.
public final class Zone: Sendable {
    /// The IANA name, such as `America/New_York`.
    public let identifier: String

    /// Coordinated universal time, the zone a household has unless it says otherwise.
    public static let utc = Zone(identifier: "UTC", rules: nil)

    private struct Span {
        var from: Int64 = 0
        var until: Int64 = 0
        var offset: Int64 = 0
    }

    private let rules: TimeZone?
    private let span = Mutex(Span())
    private static let known = Mutex<[String: Zone]>(["UTC": utc])

    private init(identifier: String, rules: TimeZone?) {
        self.identifier = identifier
        self.rules = rules
    }

    /// Finds a zone by its IANA name; `nil` when the system does not know it.
    public static func named(_ identifier: String) -> Zone? {
        known.withLock { known in
            if let zone = known[identifier] { return zone }
            guard isName(identifier), let rules = TimeZone(identifier: identifier) else {
                return nil
            }
            let zone = Zone(identifier: identifier, rules: rules)
            known[identifier] = zone
            return zone
        }
    }

    /// The day on which the instant falls here.
    public func day(of instant: Timestamp) -> CivilDay {
        let local = instant.seconds + offset(at: instant.seconds)
        return CivilDay(dayNumber: Int(Timestamp.floorDivide(local, 86_400)))
    }

    /// The first instant of the day here; midnight, or the end of the gap where there is none.
    public func start(of day: CivilDay) -> Timestamp {
        let midnight = Int64(day.dayNumber) * 86_400
        guard rules != nil else { return Timestamp(seconds: midnight) }
        let around = [offset(at: midnight - 86_400), offset(at: midnight + 86_400)]
        let candidates = around.map { midnight - $0 }.sorted()
        if let start = candidates.first(where: { $0 + offset(at: $0) == midnight }) {
            return Timestamp(seconds: start)
        }
        return Timestamp(seconds: firstSecond(of: day, candidates[0], candidates[1]))
    }

    /// The hour of the day here, 0...23.
    public func hour(of instant: Timestamp) -> Int {
        let local = instant.seconds + offset(at: instant.seconds)
        return Int(local - Timestamp.floorDivide(local, 86_400) * 86_400) / 3_600
    }

    /// The first second between the bounds whose day is `day` or later.
    private func firstSecond(of day: CivilDay, _ lower: Int64, _ upper: Int64) -> Int64 {
        var low = lower
        var high = upper
        while low < high {
            let middle = low + (high - low) / 2
            if self.day(of: Timestamp(seconds: middle)) < day {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// How many seconds the clock here is ahead of UTC.
    func offset(at second: Int64) -> Int64 {
        guard let rules else { return 0 }
        return span.withLock { span in
            if span.from <= second, second < span.until { return span.offset }
            let date = Date(timeIntervalSince1970: TimeInterval(second))
            let change = rules.nextDaylightSavingTimeTransition(after: date)
            span.from = second
            span.until = change.map { Int64($0.timeIntervalSince1970) } ?? second + 86_400
            span.offset = Int64(rules.secondsFromGMT(for: date))
            return span.offset
        }
    }

    /// Whether the text has the form of an IANA name, which `EST5` or `GMT+2` has not.
    private static func isName(_ text: String) -> Bool {
        if undivided.contains(text) { return true }
        return text.utf8.count <= 64 && text.contains("/") && !text.contains("..")
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                    || [0x2B, 0x2D, 0x2F, 0x5F].contains(byte)
            }
    }

    /// The names without a slash; Foundation takes many more such texts for zones.
    ///
    /// Source: IANA time zone database 2025b, files `backward` and `etcetera`.
    private static let undivided: Set = [
        "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire",
        "GMT", "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran",
        "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ",
        "NZ-CHAT", "Navajo", "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore",
        "Turkey", "UCT", "UTC", "Universal", "W-SU", "WET", "Zulu",
    ]
}

extension Zone: Equatable {
    /// Two zones are the same when their names are.
    public static func == (left: Zone, right: Zone) -> Bool { left.identifier == right.identifier }
}
