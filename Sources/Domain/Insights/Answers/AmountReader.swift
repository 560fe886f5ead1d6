import Kernel

/// The bounds of amounts that a question names.
struct AmountReader {
    /// What was found, in minor units; both are inclusive.
    struct Bounds: Hashable {
        var least: Int64?
        var most: Int64?
    }

    private(set) var text: QuestionText
    private let exponent: Int

    init(_ text: QuestionText, in currency: Currency) {
        self.text = text
        exponent = currency.exponent
    }

    /// Reads the bounds, and marks their words as understood.
    mutating func read() -> Bounds {
        var bounds = Bounds()
        for place in text.tokens.indices {
            guard let word = text.word(place) else { continue }
            if word == "between", let (low, middle) = amount(place + 1),
                text.word(middle) == "and", let (high, end) = amount(middle + 1), low <= high
            {
                bounds = Bounds(least: low, most: high)
                text.use(place..<end)
            } else {
                readBound(at: place, into: &bounds)
            }
        }
        readMoney(into: &bounds)
        return bounds
    }

    private static let above = [
        "over", "above", "exceeding", "more than", "greater than", "bigger than", "larger than",
        "higher than",
    ]
    private static let below = [
        "under", "below", "less than", "cheaper than", "smaller than", "lower than",
    ]
    private static let atLeast = ["at least", "no less than", "minimum"]
    private static let atMost = ["at most", "no more than", "up to", "maximum"]

    private mutating func readBound(at place: Int, into bounds: inout Bounds) {
        if let (minor, end) = bound(Self.atLeast, at: place) {
            bounds.least = minor
            text.use(place..<end)
        } else if let (minor, end) = bound(Self.atMost, at: place) {
            bounds.most = minor
            text.use(place..<end)
        } else if let (minor, end) = bound(Self.above, at: place) {
            bounds.least = minor + 1
            text.use(place..<end)
        } else if let (minor, end) = bound(Self.below, at: place) {
            bounds.most = max(0, minor - 1)
            text.use(place..<end)
        }
    }

    /// The amount behind one of some phrases at a place.
    private func bound(_ phrases: [String], at place: Int) -> (Int64, end: Int)? {
        for phrase in phrases {
            let words = phrase.split(separator: " ")
            let isThere = words.indices.allSatisfy { index in
                text.word(place + index).map { $0 == words[index] } ?? false
            }
            if isThere, let found = amount(place + words.count) { return found }
        }
        return nil
    }

    /// An amount that stands alone, such as `$15.99`.
    private mutating func readMoney(into bounds: inout Bounds) {
        guard bounds == Bounds() else { return }
        for place in text.tokens.indices {
            guard let token = text.token(place), token.isNumber,
                let (minor, end) = amount(place)
            else { continue }
            let isMoney = token.kind == .number(isMoney: true) || end > place + 1
            guard isMoney else { continue }
            bounds = Bounds(least: minor, most: minor)
            text.use(place..<end)
            return
        }
    }

    private func amount(_ place: Int) -> (Int64, end: Int)? {
        guard let token = text.token(place), token.isNumber,
            let minor = try? DecimalText.minorUnits(token.text, exponent: exponent)
        else { return nil }
        let isNamed = ["dollars", "dollar", "bucks", "usd"].contains(text.word(place + 1) ?? "")
        return (minor, place + (isNamed ? 2 : 1))
    }
}
