public import Contract
public import Kernel

/// What the purchases of a month would have earned more on other cards of the wallet, beside other
/// months where they are compared.
public struct MissedRewardsView: PageView {
    /// The template's name.
    public static let template = "missed-rewards"

    let sentence: String
    let bars: Bars?
    /// Where the months are compared; `nil` where they are.
    let comparison: String?
    let compare: String
    let months: Chips
    let month: String
    let monthSentence: String
    let purchases: [Entry]
    let hasPurchases: Bool
    let left: String?
    let back = Frame.Place.cards.path

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - answers: What was missed in each month, the newest first; or in the shown one alone.
    ///   - all: The months that there are, the newest first.
    ///   - shown: The month whose purchases are listed, one of them.
    ///   - format: How figures and days are written.
    public init(
        _ answers: [API.Rewards.MissedRewards],
        of all: [CivilMonth],
        shown: CivilMonth,
        _ format: PageFormat
    ) {
        let isCompared = answers.count == all.count
        let total = answers.reduce(0) { $0 + $1.missed.minor }
        sentence =
            isCompared
            ? Self.sentence(answers, total: total, format)
            : "What your purchases of a month would have earned more on other cards of yours."
        let sums = answers.map {
            (name: format.month($0.month.month), hundredths: $0.missed.minor)
        }
        bars = isCompared && total > 0 ? Bars(sums, format) : nil
        let path = { (month: CivilMonth, isCompared: Bool) in
            "\(CardsView.missedPath)?month=\(month.text)" + (isCompared ? "&compare=1" : "")
        }
        comparison = isCompared ? nil : path(shown, true)
        compare = "Compare the last \(format.number(Int64(all.count))) months"
        let chips = all.map { month in
            Chips.Chip(
                format.month(month),
                to: path(month, isCompared),
                isCurrent: month == shown
            )
        }
        months = Chips("Which month", chips)
        month = format.month(shown)
        let answer = answers.first { $0.month.month == shown }
        let listed = answer?.purchases ?? []
        purchases = listed.reversed().map { Self.purchase($0, format) }
        hasPurchases = !listed.isEmpty
        let unlisted = (answer?.count ?? 0) - Int64(listed.count)
        left =
            unlisted > 0
            ? "\(format.number(unlisted)) more purchases missed less than these." : nil
        monthSentence = answer.map { Self.sentence(of: $0, format) } ?? ""
    }

    private static func sentence(
        _ answers: [API.Rewards.MissedRewards],
        total: Int64,
        _ format: PageFormat
    ) -> String {
        let count = format.number(Int64(answers.count))
        guard total > 0, let most = answers.max(by: { $0.missed.minor < $1.missed.minor }) else {
            return "In the last \(count) months no other card of yours would have earned more."
        }
        let sum = format.money(hundredths: total)
        return """
            In the last \(count) months your purchases would have earned \(sum) more on other \
            cards of yours, most of it in \(format.month(most.month.month)).
            """
    }

    private static func sentence(
        of answer: API.Rewards.MissedRewards,
        _ format: PageFormat
    ) -> String {
        let earned = format.money(hundredths: answer.earned.minor)
        guard answer.count > 0 else {
            return "Nothing was missed; \(earned) was earned."
        }
        let missed = format.money(hundredths: answer.missed.minor)
        let without = answer.missedWithoutCard.minor
        let tied = """
             \(format.money(hundredths: without)) of it was missed on accounts that no card is \
            tied to.
            """
        return "\(earned) was earned, and \(missed) was missed." + (without > 0 ? tied : "")
    }

    private static func purchase(
        _ missed: API.Rewards.MissedReward,
        _ format: PageFormat
    ) -> Entry {
        let day = missed.date.day
        let window = TransactionSearch(open: missed.transactionID, of: day)
        let amount = format.money(hundredths: missed.amount.minor)
        let earned = format.money(hundredths: missed.earned.minor)
        let better = format.money(hundredths: missed.betterEarned.minor)
        return Entry(
            missed.merchant.isEmpty ? missed.category.displayName : missed.merchant,
            .held(hundredths: missed.missed.minor, format),
            """
            \(format.shortDay(day)) · \(amount) · earned \(earned); \(missed.betterCardName) would \
            have earned \(better)
            """,
            to: window.path
        )
    }
}
