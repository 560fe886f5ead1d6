public import Contract
import Kernel

/// What would be left after a purchase: of its limit, and of the money there is.
public struct LeftAfter: Sendable {
    /// What a purchase is held against; what is not known is left out.
    public struct Answers: Sendable {
        /// The price in the currency's minor units.
        public var minor: Int64
        /// The price in hundredths.
        public var hundredths: Int64
        /// The limit of its kind, and what is spent of it.
        public var assessment: API.Guardian.Assessment?
        /// What a child's wallet holds.
        public var wallet: DecimalAmount?
        /// What is safe to spend today; `nil` where nothing was ever booked, too.
        public var safe: API.Insights.SafeToSpend?

        /// Gathers what is known.
        public init(
            minor: Int64,
            hundredths: Int64,
            assessment: API.Guardian.Assessment? = nil,
            wallet: DecimalAmount? = nil,
            safe: API.Insights.SafeToSpend? = nil
        ) {
            self.minor = minor
            self.hundredths = hundredths
            self.assessment = assessment
            self.wallet = wallet
            self.safe = safe
        }
    }

    struct Sum: Sendable {
        let name: String
        let after: String
        let before: String
        /// What is wrong with it, in a word; `nil` where there is enough.
        let trouble: String?
    }

    let sums: [Sum]
    let limit: LimitView?
    /// That no limit is set, where the kind is known.
    let unlimited: String?
    let alert = "\(WebApp.icons.path)#alert"

    /// Makes the card; `nil` where nothing is known.
    public init?(_ answers: Answers, _ format: PageFormat) {
        let sum = { (name: String, held: Int64, trouble: String) in
            let after = Int64(clamping: Int128(held) - Int128(answers.hundredths))
            return Sum(
                name: name,
                after: format.money(hundredths: after),
                before: "\(format.money(hundredths: held)) now",
                trouble: after < 0 ? trouble : nil
            )
        }
        var sums: [Sum] = []
        if let wallet = answers.wallet {
            sums.append(sum("In your wallet", wallet.minor, "not enough"))
        }
        if let safe = answers.safe {
            let held = max(0, safe.safeToSpendToday.minor)
            sums.append(sum("Safe to spend today", held, "more than is safe"))
        }
        self.sums = sums
        let metrics = answers.assessment?.metrics
        let category = answers.assessment?.input.category ?? ""
        limit = metrics.flatMap { metrics in
            metrics.limitCents.map { limit in
                let spent = Int128(metrics.spentMTDCents) + Int128(answers.minor)
                return LimitView(
                    after: Int64(clamping: spent),
                    of: limit,
                    in: category,
                    format
                )
            }
        }
        let isUnlimited = metrics != nil && limit == nil
        unlimited = isUnlimited ? Self.unlimited(category) : nil
        if sums.isEmpty, limit == nil, unlimited == nil { return nil }
    }

    private static func unlimited(_ category: String) -> String {
        category == "uncategorized"
            ? "Of what kind it is nobody knows, so no limit counts it."
            : "No limit is set for \(CategoryName.text(category))."
    }
}

extension LimitView {
    /// A limit as it would stand once a purchase is made.
    fileprivate init(after spent: Int64, of limit: Int64, in category: String, _ format: PageFormat)
    {
        let progress = API.Guardian.RuleProgress(
            category: category,
            limitCents: limit,
            spentMTDCents: spent,
            remainingCents: limit > 0 ? max(0, limit - spent) : nil,
            utilization: limit > 0 ? Ratio(spent, of: limit) : nil
        )
        self.init(progress, of: nil, format)
    }
}
