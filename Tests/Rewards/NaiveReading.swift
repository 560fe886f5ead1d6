import Kernel
import Rewards

/// Section 4 of rewards.md read word by word, with fractions and sorted lists.
///
/// It shares no rule with the code under test: chains are a table of texts, every rate and score is
/// a fraction, all cards are weighed and sorted.
struct NaiveReading {
    var category: String
    var amount: Int64?
    var preferred: PointType
    var thresholdMillionths: Int64
    var year: Int
    var quarter: Int

    /// A card as the contract's table of scores describes it.
    struct Line {
        var id: String
        var name: String
        var rate: Fraction
        var points: PointType
        var spent: Int64
        var limit: Int64
        var isReached: Bool
        var earnsPreferred: Bool
        var total: Fraction
    }

    private static let chains: [String: [String]] = [
        "wholeFoods": ["wholeFoods", "groceries", "general"],
        "restaurants": ["restaurants", "dining", "general"],
        "fastFood": ["fastFood", "dining", "general"],
        "coffee": ["coffee", "dining", "general"],
        "airfare": ["airfare", "travel", "general"],
        "hotels": ["hotels", "travel", "general"],
        "amazon": ["amazon", "online", "general"],
        "paypal": ["paypal", "online", "general"],
    ]

    private var chain: [String] { Self.chains[category] ?? [category, "general"] }

    /// The cards kept: the first two of all active cards in the contract's order.
    func kept(of cards: [RewardCard]) -> [Line] {
        let lines = cards.filter { $0.isActive }.map(line)
        let sorted = lines.sorted { one, other in
            if one.isReached != other.isReached { return !one.isReached }
            if one.total != other.total { return other.total < one.total }
            if one.rate != other.rate { return other.rate < one.rate }
            let names = (one.name.lowercased(), other.name.lowercased())
            return names.0 == names.1 ? one.id < other.id : names.0 < names.1
        }
        return Array(sorted.prefix(2))
    }

    private func line(_ card: RewardCard) -> Line {
        let base = chain.lazy.compactMap { best(of: card, $0) }.first
        let general = best(of: card, "general")
        let limit =
            base.flatMap { row in
                card.limits.first { $0.category.rawValue == row.category.rawValue }
            } ?? card.limits.first { $0.category.rawValue == category }
        let spent = limit.map { $0.enteredCents + $0.postedCents } ?? 0
        let bare = card.rows.first?.pointType ?? .membershipRewards
        var line = Line(
            id: card.id.text,
            name: card.name,
            rate: base.map { Fraction($0.multiplier.hundredths, 100) } ?? Fraction(1, 1),
            points: base?.pointType ?? bare,
            spent: spent,
            limit: limit?.limitCents ?? 0,
            isReached: limit.map { spent >= $0.limitCents } ?? false,
            earnsPreferred: card.rows.contains { $0.isActive && $0.pointType == preferred },
            total: Fraction(0, 1)
        )
        if line.isReached {
            let isGeneral = limit?.category.rawValue == "general"
            line.points = general?.pointType ?? bare
            line.rate =
                isGeneral
                ? Fraction(1, 1)
                : general.map { Fraction($0.multiplier.hundredths, 100) } ?? Fraction(1, 1)
        } else {
            applyBonus(of: card, to: &line)
        }
        line.total =
            Fraction(1, 10) + Fraction(6, 10) * line.rate
            + Fraction(2, 10) * Fraction(line.earnsPreferred ? 12 : 10, 10)
            + Fraction(1, 10) * headroom(limit, spent)
        return line
    }

    private func headroom(_ limit: SpendingLimit?, _ spent: Int64) -> Fraction {
        guard let limit else { return Fraction(1, 1) }
        let used = Fraction(spent, limit.limitCents)
        if !(used < Fraction(1, 1)) { return Fraction(0, 1) }
        return used < Fraction(85, 100) ? Fraction(1, 1) : Fraction(1, 2)
    }

    private func applyBonus(of card: RewardCard, to line: inout Line) {
        guard let bonus = card.bonus, bonus.period.year == year,
            bonus.period.quarter == quarter, chain.contains(bonus.category.rawValue)
        else { return }
        let spent = bonus.enteredCents + bonus.postedCents
        let remaining = bonus.limitCents - spent
        guard remaining > 0 else { return }
        var rate = Fraction(bonus.multiplier.hundredths, 100)
        if let amount, amount > remaining {
            let sum =
                Fraction(remaining, 1) * rate + Fraction(amount - remaining, 1) * line.rate
            rate = (sum * Fraction(1, amount)).toHundredths
        }
        guard line.rate < rate else { return }
        line.rate = rate
        line.points = bonus.pointType
        if line.limit == 0 {
            line.spent = spent
            line.limit = bonus.limitCents
        }
    }

    private func best(of card: RewardCard, _ link: String) -> RewardRow? {
        let rows = card.rows.filter { $0.isActive && $0.category.rawValue == link }
        let most = rows.map(\.multiplier.hundredths).max()
        return rows.first { $0.multiplier.hundredths == most }
    }

    // MARK: Warnings and suggestions

    /// `reached`, `passing`, `close`, or `nil`.
    func warning(_ line: Line) -> String? {
        guard line.limit > 0 else { return nil }
        if line.isReached { return "reached" }
        let after = Fraction(line.spent + (amount ?? 0), line.limit)
        if Fraction(1, 1) < after { return "passing" }
        return after < Fraction(thresholdMillionths, 1_000_000) ? nil : "close"
    }

    /// `better`, `prefer` and `backup`, as far as they are due.
    func suggestions(_ kept: [Line]) -> [String] {
        var due: [String] = []
        if !kept.contains(where: { !($0.total < Fraction(2, 1)) }) { due.append("better") }
        if !kept.contains(where: \.earnsPreferred) { due.append("prefer") }
        if kept.count == 2, warning(kept[0]) != nil { due.append("backup") }
        return due
    }
}

/// A fraction in lowest terms, with a positive denominator.
struct Fraction: Equatable {
    let numerator: Int128
    let denominator: Int128

    init(_ numerator: Int64, _ denominator: Int64) {
        self.init(Int128(numerator), over: Int128(denominator))
    }

    private init(_ numerator: Int128, over denominator: Int128) {
        var (one, other) = (numerator.magnitude, denominator.magnitude)
        while other != 0 { (one, other) = (other, one % other) }
        let divisor = Int128(max(one, 1))
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    static func + (left: Self, right: Self) -> Self {
        Self(
            left.numerator * right.denominator + right.numerator * left.denominator,
            over: left.denominator * right.denominator
        )
    }

    static func * (left: Self, right: Self) -> Self {
        Self(left.numerator * right.numerator, over: left.denominator * right.denominator)
    }

    static func < (left: Self, right: Self) -> Bool {
        left.numerator * right.denominator < right.numerator * left.denominator
    }

    /// The nearest number of hundredths, halves upwards; for what is not negative.
    var toHundredths: Fraction {
        Self((numerator * 200 + denominator) / (denominator * 2), over: 100)
    }
}
