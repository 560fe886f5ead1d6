import Foundation

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct PolicyChance {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// True once in so many times.
    mutating func once(in times: Int) -> Bool { below(times) == 0 }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}

/// Random conditions and histories, small enough that what is rare happens often.
extension PolicyChance {
    mutating func condition(depth: Int = 1) -> NaiveCondition {
        guard depth < 4, once(in: 2) else { return leaf() }
        var parts: [NaiveCondition] = []
        for _ in 0...below(3) { parts.append(condition(depth: depth + 1)) }
        switch below(3) {
        case 0: return .all(parts)
        case 1: return .any(parts)
        default: return .not(parts[0])
        }
    }

    private mutating func leaf() -> NaiveCondition {
        switch below(15) {
        case 0: return .amount(Int64(below(12)), nil)
        case 1: return .amount(Int64(below(6)), Int64(6 + below(6)))
        case 2: return .category(["c\(below(3))", "c\(below(3))"])
        case 3: return .merchant(["m\(below(4))", "m\(below(4))", "m9"])
        case 4:
            let first = Int64(1_000 + below(6))
            return .mcc([first...(first + Int64(below(3))), 5_000...5_001])
        case 5: return .firstTime(ofMerchant: once(in: 2))
        case 6: return clock()
        case 7: return .place(isUnknownTrue: once(in: 2))
        case 8: return .avoidable(tenThousandths: Int64(below(10_001)))
        case 9: return .wallet(lessThan: Int64(below(12)))
        case 10, 11, 12:
            var window = window()
            if window.subject == .decline { window.subject = .purchase }
            return .spent(window, moreThan: Int64(below(40)))
        default: return .count(window(), moreThan: Int64(below(5)))
        }
    }

    private mutating func clock() -> NaiveCondition {
        var days = (0..<7).filter { _ in once(in: 2) }
        // All days alone say nothing.
        if days.count == 7 { days.removeLast() }
        let from: Int? = once(in: 4) ? nil : below(1_440)
        var to: Int? = once(in: 4) ? nil : below(1_440)
        if to == from ?? 0 { to = nil }
        return .time(days: days.isEmpty ? [below(7)] : days, from: from, to: to)
    }

    private mutating func window() -> NaiveWindow {
        NaiveWindow(
            calendar: one(of: ["day", "week", "month", nil, nil]),
            hours: Int64(one(of: [1, 2, 24, 25, 100, 744])),
            isOfHousehold: once(in: 2),
            isOfCategory: once(in: 3),
            isOfMerchant: once(in: 3),
            subject: one(of: [.purchase, .purchase, .approval, .decline])
        )
    }

    /// What happened, in order: purchases, and decisions that no purchase followed.
    mutating func history(of count: Int, from start: Int64, in zone: TimeZone) -> [NaiveHappening] {
        var instant = start
        return (0..<count).map { _ in
            let gaps: [Int64] = [
                0, 0, 1, 3_600_000, 1_799_999, 43_200_000, 90_000_000, 260_000_000,
            ]
            instant += one(of: gaps)
            return NaiveHappening(
                kind: once(in: 8) ? one(of: [.approval, .decline]) : .purchase,
                milliseconds: instant,
                member: below(3),
                category: below(3),
                merchant: below(4),
                minor: Int64(1 + below(12)),
                clock: NaiveClock(instant, in: zone),
                mcc: once(in: 3) ? nil : Int64(1_000 + below(8)),
                score: once(in: 4) ? nil : Double(below(1_001)) / 1_000,
                wallet: once(in: 2) ? nil : Int64(below(20)),
                isInside: one(of: [nil, true, false]),
                wasApproved: once(in: 2),
                wasOverridden: once(in: 9),
                isKnownMerchant: once(in: 5),
                isKnownCategory: once(in: 5)
            )
        }
    }
}
