import Catalogue
import Kernel
import Ledger

/// Says advice in sentences: what was compared, in the household's money, and what else to do.
struct CoachWording {
    let facts: CoachFacts
    let decision: PurchaseDecision
    let reasons: [CoachAdvice.Reason]

    var opening: String {
        reasons.isEmpty ? "This purchase looks fine." : "I'd advise against this purchase."
    }

    var explanation: String {
        let sentences = reasons.isEmpty ? support : reasons.compactMap(sentence) + [alternatives]
        return sentences.joined(separator: " ")
    }

    /// Whether the explanation names a geofence, or what a policy says, and so may tell where the
    /// member is.
    var namesPlace: Bool {
        switch decision.reason {
        case .locationBlock, .policy: true
        case .locationWarn, .policyWarn: reasons.isEmpty
        case .override, .risky, .insufficientFunds, .ok: false
        }
    }

    // MARK: Why not

    private func sentence(_ reason: CoachAdvice.Reason) -> String? {
        switch reason {
        case .declined: decline
        case .riskWord:
            facts.riskWord.map {
                "The word \"\($0)\" can stand for gambling, where \(price) is gone in a moment."
            }
        // What is over the limit was told with the same figures.
        case .limitNearlySpent:
            decision.reason == .risky && limitReach == .over ? nil : nearlySpent
        case .unusualWeek:
            "You spent \(money(facts.week.amountMinor)) on \(kind) in the last 7 days, at least "
                + "twice your usual \(money(facts.usualWeekMinor)) a week."
        case .unusualPrice:
            "\(price) is more than twice your average of \(money(facts.averagePriceMinor)) for "
                + "\(kind) in the last 7 days."
        }
    }

    private var decline: String? {
        guard decision.reason == .risky, let limit = facts.purchase.limit else {
            return decision.message
        }
        let name = "your \(limit.display) monthly limit for \(kind)"
        switch limitReach {
        case .none: return "Your monthly limit for \(kind) is \(limit.display), which blocks it."
        case .half: return "\(price) is more than half of \(name)."
        case .over:
            let over = money(Int64(clamping: -left))
            guard spentMinor > 0 else { return "\(price) is \(over) more than \(name)." }
            return "You have already spent \(money(spentMinor)) of \(name), and another \(price) "
                + "would put you \(over) over it."
        }
    }

    private var nearlySpent: String? {
        guard let limit = facts.purchase.limit else { return nil }
        let rest = money(max(0, Int64(clamping: Int128(limit.minor) - Int128(spentMinor))))
        return "You have already spent \(money(spentMinor)) of your \(limit.display) monthly limit "
            + "for \(kind), which leaves \(rest)."
    }

    // MARK: What else

    private var alternatives: String {
        guard !reasons.contains(.riskWord) else {
            return "Something you can keep may be worth more to you."
        }
        var ways: [String] = []
        if decision.reason == .locationBlock { ways.append("buy it somewhere else") }
        if let most = largestAdvisableMinor { ways.append("choose something up to \(money(most))") }
        if fitsNextMonth {
            ways.append("wait until next month, when the limit starts afresh")
        } else if reasons.contains(.unusualWeek) || reasons.contains(.unusualPrice) {
            ways.append("wait a few days and see whether you still want it")
        }
        if reasons.contains(.declined), facts.hasParent {
            let isPoor = decision.reason == .insufficientFunds
            ways.append(isPoor ? "ask a parent for money" : "ask a parent to allow it")
        }
        if ways.isEmpty {
            let what = decision.reason == .policy ? "change the policy" : "raise the limit"
            ways.append("\(what), if you meant to spend more")
        }
        return "You could \(Self.listed(ways))."
    }

    /// Whether waiting for the next month's limit helps.
    private var fitsNextMonth: Bool {
        guard decision.reason == .risky || reasons.contains(.limitNearlySpent),
            let limit = facts.purchase.limit
        else { return false }
        return facts.purchase.amount.minor <= limit.minor / 2
    }

    /// The largest smaller price that nothing speaks against; `nil` when the price is not what
    /// matters, or next to nothing is left.
    private var largestAdvisableMinor: Int64? {
        guard facts.purchase.location?.blocking.hit == nil, decision.reason != .policy,
            reasons.allSatisfy({ $0 == .declined || $0 == .unusualPrice })
        else { return nil }
        var bounds: [Int64] = []
        if let limit = facts.purchase.limit, let spent = facts.purchase.spentThisMonth {
            bounds = [limit.minor / 2, Int64(clamping: Int128(limit.minor) - Int128(spent.minor))]
        }
        if let wallet = facts.purchase.wallet { bounds.append(wallet.minor) }
        if !facts.isEssential, let usual = facts.usualPriceMostMinor { bounds.append(usual) }
        guard let most = bounds.min(), most >= Self.leastSuggestionMinor else { return nil }
        return most
    }

    /// The smallest price worth suggesting.
    private static let leastSuggestionMinor: Int64 = 100

    /// `a`; `a or b`; `a, b or c`.
    private static func listed(_ ways: [String]) -> String {
        guard let last = ways.last, ways.count > 1 else { return ways.joined() }
        return ways.dropLast().joined(separator: ", ") + " or \(last)"
    }

    // MARK: Why

    private var support: [String] {
        var sentences: [String] = []
        switch decision.reason {
        case .override: sentences.append("A parent allowed \(price) at this merchant.")
        case .locationWarn, .policyWarn: sentences += [decision.message].compactMap(\.self)
        case .ok, .risky, .locationBlock, .policy, .insufficientFunds: break
        }
        if let limit = facts.purchase.limit, left >= 0 {
            sentences.append(
                "\(price) leaves \(money(Int64(clamping: left))) of your \(limit.display) monthly "
                    + "limit for \(kind)."
            )
        } else {
            let usual = "where a usual week is \(money(facts.usualWeekMinor))"
            let comparison = facts.hasUsualWeek ? ", \(usual), and" : ", and"
            let week = money(max(0, facts.week.amountMinor))
            sentences.append(
                "You spent \(week) on \(kind) in the last 7 days\(comparison) this adds \(price)."
            )
        }
        if facts.isEssential,
            facts.isLimitNearlySpent || facts.isWeekUnusual || facts.isPriceUnusual
        {
            sentences.append("That is a lot, but it looks essential.")
        }
        return sentences
    }

    // MARK: Figures

    /// How the purchase relates to a limit that declines it.
    private enum LimitReach {
        /// There is nothing to spend.
        case none
        /// It would be passed.
        case over
        /// The price is more than half of it.
        case half
    }

    private var limitReach: LimitReach {
        if facts.purchase.limit?.minor == 0 { return .none }
        return left < 0 ? .over : .half
    }

    /// What would be left of the limit after the purchase.
    private var left: Int128 {
        let limit = Int128(facts.purchase.limit?.minor ?? 0)
        let spent = Int128(facts.purchase.spentThisMonth?.minor ?? 0)
        return limit - spent - Int128(facts.purchase.amount.minor)
    }

    /// What was spent this month; a month in which more came back than went shows nothing.
    private var spentMinor: Int64 { max(0, facts.purchase.spentThisMonth?.minor ?? 0) }

    private var price: String { facts.purchase.amount.display }

    private func money(_ minor: Int64) -> String {
        Money(minor: minor, currency: facts.purchase.amount.currency).display
    }

    /// The category as it stands inside a sentence.
    private var kind: String {
        let word = facts.purchase.category
        guard word != GuardianCategory.uncategorized else { return "\(word) purchases" }
        return GuardianCategory(rawValue: word)?.displayName.lowercased() ?? word
    }
}
