public import Kernel

/// Whether the household's clock shows one of some days and times.
///
/// A span over midnight belongs to the day it began on. Where daylight saving takes an hour or
/// doubles one, only what the clock shows counts.
public struct TimeLeaf: Sendable, Hashable {
    /// The days on which the span begins, Monday the lowest of seven bits.
    public let days: UInt8
    /// When it begins, that minute included; `nil` for midnight.
    public let from: LocalTime?
    /// When it ends, that minute not included; `nil` for midnight.
    ///
    /// Where it is not after ``from``, it is the next day's.
    public let to: LocalTime?
}

extension TimeLeaf: PolicyQuestion {
    static let key = "time"

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        var reader = try PolicyReader(value, at: path)
        days = try Self.days(reader.take("days"), at: reader.path("days"))
        from = try Self.time(reader.take("from"), at: reader.path("from"))
        to = try Self.time(reader.take("to"), at: reader.path("to"))
        try reader.finish()
        guard days != Self.everyDay || from != nil || to != nil else {
            throw PolicyFault(path, "must have days, from or to")
        }
        guard to == nil || to?.minuteOfDay != from?.minuteOfDay ?? 0 else {
            throw PolicyFault(reader.path("to"), "must not be the same as from")
        }
    }

    var value: PolicyValue {
        .object(
            ("days", days == Self.everyDay ? nil : .list(words.map { .text($0) })),
            ("from", from.map { .text($0.text) }),
            ("to", to.map { .text($0.text) })
        )
    }

    func test(_ needs: PolicyNeeds) -> PolicyTest {
        .clock(days: days, from: from?.minuteOfDay ?? 0, until: to?.minuteOfDay ?? 1_440)
    }

    func clause(_ isTrue: Bool, _ currency: Currency) -> String {
        var words: [String] = []
        switch (from, to) {
        case (let from?, let to?): words.append("from \(from.text) to \(to.text)")
        case (let from?, nil): words.append("from \(from.text)")
        case (nil, let to?): words.append("before \(to.text)")
        case (nil, nil): break
        }
        if days != Self.everyDay {
            words.append("on \(PolicyWords.list(self.words.map(PolicyClock.shown), "or"))")
        }
        return "the time \(isTrue ? "is" : "is not") \(words.joined(separator: " "))"
    }

    func finding(_ facts: PolicyFacts) -> String { "time \(facts.clock.shown)" }

    private var words: [String] {
        PolicyClock.days.enumerated().filter { days & 1 << $0.offset != 0 }.map(\.element)
    }

    private static let everyDay: UInt8 = 0x7F

    private static func days(
        _ value: PolicyValue?,
        at path: String
    ) throws(PolicyFault) -> UInt8 {
        guard let value else { return everyDay }
        var days: UInt8 = 0
        let values = try PolicyReader.list(value, upTo: PolicyClock.days.count, at: path)
        for (index, value) in values.enumerated() {
            let path = "\(path)[\(index)]"
            guard case .text(let word) = value else { throw .wrongType(path) }
            guard let day = PolicyClock.days.firstIndex(of: word) else {
                throw .notOneOf(PolicyClock.days, path)
            }
            days |= 1 << day
        }
        return days
    }

    private static func time(
        _ value: PolicyValue?,
        at path: String
    ) throws(PolicyFault) -> LocalTime? {
        guard let value else { return nil }
        guard case .text(let text) = value else { throw .wrongType(path) }
        guard let time = LocalTime(text) else {
            throw PolicyFault(path, "must be a time such as 22:00")
        }
        return time
    }
}
