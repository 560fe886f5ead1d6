import Kernel

/// The amount of money that a sentence names.
///
/// A number with the household's sign comes before one with a word for money, and that before any
/// other; of several of one kind the first counts.
public struct SaidAmount: Hashable, Sendable {
    /// By what a number is known to be money, the surest first.
    public enum Mark: Int, Comparable, Sendable {
        /// A sign such as `$`.
        case sign
        /// A word such as `dollars` or `bucks`.
        case word
        /// Nothing.
        case none

        /// Orders marks, the surest first.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The amount in cents, 1...``Limits/amountMinor``.
    public let cents: Int64
    /// By what it is known.
    public let mark: Mark

    /// Finds the amount in a text; `nil` when it names none.
    ///
    /// Thousands commas and one or two decimals are understood. What is part of a word, a date, a
    /// time, a percentage or an amount in another currency is no amount, nor is nothing or what is
    /// more than ``Limits/amountMinor``.
    public init?(in text: String) {
        self.init(in: SentenceWords(text))
    }

    init?(in sentence: SentenceWords) {
        let written = NumberScan(sentence).amounts
        let spoken = NumberWords.amounts(in: sentence)
        let all = (written + spoken).filter {
            $0.cents > 0 && $0.cents <= Int64(Limits.amountMinor)
        }
        let best = all.min { ($0.mark, $0.place) < ($1.mark, $1.place) }
        guard let best else { return nil }
        cents = best.cents
        mark = best.mark
    }

    /// An amount and where it stands.
    struct Found {
        var cents: Int64
        var mark: Mark
        var place: Int
    }

    /// The words that make a number money, with what one of them is in cents.
    static let units: [String: Int64] = [
        "dollar": 100, "dollars": 100, "buck": 100, "bucks": 100, "usd": 100,
        "cent": 1, "cents": 1,
    ]

    /// The words that make a number something else.
    static let otherUnits: Set<String> = [
        "percent", "euro", "euros", "eur", "pound", "pounds", "gbp", "yen", "jpy", "yuan", "rmb",
        "cny", "rupees", "inr", "pesos", "mxn", "francs", "chf", "cad", "aud",
    ]
}
