import Kernel

extension PolicyFacts {
    /// What was read, as lines for who explains a decision: what it is, and what was found.
    public var lines: [(what: String, found: String)] {
        var lines = [("clock", clock.shown)]
        if let mcc { lines.append(("code", String(mcc))) }
        if let isFirstAtMerchant {
            lines.append(("first at this merchant", isFirstAtMerchant ? "yes" : "no"))
        }
        if let isFirstInCategory {
            lines.append(("first in this category", isFirstInCategory ? "yes" : "no"))
        }
        if let avoidable {
            lines.append(("avoidable", "\(avoidable) of 10000"))
        }
        lines += zip(windows, windowValues).map { window, value in
            (window.words, window.measure == .sum ? money(value) : String(value))
        }
        lines += zip(places, placeFindings).map { ("within \($0.words)", $1.words) }
        lines += zip(goals, goalLacks).map { goal, lack in
            ("goal \(goal.text)", lack.map { "lacks \(money($0))" } ?? "not there")
        }
        return lines
    }

    private func money(_ minor: Int64) -> String {
        Money(minor: minor, currency: amount.currency).display
    }
}

extension PolicyPlace.Finding {
    fileprivate var words: String {
        switch self {
        case .unknown: "not known"
        case .outside: "no"
        case .inside(let centimetres): "yes, \(centimetres) cm from the centre"
        }
    }
}
