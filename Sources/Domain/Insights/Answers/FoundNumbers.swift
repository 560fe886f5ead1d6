import Kernel

/// The values that figures and sources have, as a text may write them.
///
/// The sign is left to the words: `You spent 45.00` says -45.00.
struct FoundNumbers {
    private var amounts: [Currency: Set<String>] = [:]
    private var percentages: Set<String> = []
    private var counts: Set<String> = []
    private var days: Set<String> = []

    mutating func insert(_ figure: AnswerFigure) {
        switch figure.value {
        case .money(let money): insert(money)
        case .count(let count): counts.insert(Self.text(count, 0))
        case .percent(let basisPoints): percentages.insert(Self.text(basisPoints, 2))
        case .days(let count): days.insert(Self.text(count, 0))
        }
        if let first = figure.first, let last = figure.last, first <= last {
            days.insert(String(last.dayNumber - first.dayNumber + 1))
        }
    }

    mutating func insert(_ source: AnswerSource, _ currency: Currency) {
        insert(Money(minor: source.cents, currency: currency))
    }

    private mutating func insert(_ money: Money) {
        amounts[money.currency, default: []].insert(
            Self.text(money.minor, money.currency.exponent)
        )
    }

    private static func text(_ minor: Int64, _ exponent: Int) -> String {
        String(DecimalText.text(minor: minor, exponent: exponent).trimmingPrefix("-"))
    }

    /// Whether a number is there, by what it counts as far as its sign and the next word tell.
    func contain(_ number: SaidNumber, before next: String) -> Bool {
        switch number.unit {
        case .money(let currency): return amounts[currency]?.contains(number.text) == true
        case .percent: return percentages.contains(number.text)
        case .plain: break
        }
        if Self.countedThings.contains(next) { return counts.contains(number.text) }
        if ["day", "days"].contains(next) { return days.contains(number.text) }
        return counts.contains(number.text) || percentages.contains(number.text)
            || amounts.values.contains { $0.contains(number.text) }
    }

    private static let countedThings: Set<String> = [
        "transaction", "transactions", "purchase", "purchases", "payment", "payments", "charge",
        "charges", "deposit", "deposits", "transfer", "transfers", "entry", "entries", "row",
        "rows",
        "account", "accounts", "merchant", "merchants", "category", "categories", "visit", "visits",
        "times",
    ]
}
