import Contract

/// How avoidable a purchase looks: a gauge, a sentence, and what makes the figure.
struct AvoidableCard: Sendable {
    /// Something that moves the figure, with its direction and its weight.
    struct Factor: Sendable {
        let icon: String
        let name: String
        /// The direction, in words.
        let direction: String
        let text: String
        /// How far it moves the figure.
        let weight: String
    }

    let gauge: Gauge
    let reason: String
    /// Of which kind it was scored; `nil` where nobody knows.
    let scoredAs: String?
    let factors: [Factor]
    /// Takes the reader's word; `nil` where the score is not kept.
    let feedback: ActionForm?

    init(
        _ score: API.Guardian.ScoreResponse,
        kind: ScoredKind? = nil,
        feedback: ActionForm? = nil,
        _ format: PageFormat
    ) {
        scoredAs = kind?.sentence
        self.feedback = feedback
        let figures = score.debug
        let percent = Self.percent(score.pAvoid)
        let mark = Int64((figures.threshold * 100).rounded())
        let level: Gauge.Level =
            score.decision == .block ? .high : percent * 2 >= mark ? .medium : .low
        gauge = Gauge(
            "How avoidable it looks",
            percent: percent,
            mark: mark,
            "it is advised against",
            level: level,
            format
        )
        reason = score.reason
        let start = Self.percent(figures.pML)
        let budget = Self.budget(figures, format)
        let change = percent - start
        let own = """
            By its kind, amount, hour and weekday, by your spending profile, and by what you said \
            of earlier ones. What each of them adds is not told.
            """
        var factors = [Factor("Such a purchase by itself", own, by: start, format)]
        switch score.pAvoid - figures.pML {
        case let more where more > 0: factors.append(Factor(Self.month, budget, by: change, format))
        case let less where less < 0:
            let half = "It looks like something that is needed, so the figure counts half."
            factors.append(Factor("Needed", half, by: change, isLess: true, format))
            factors.append(Factor(Self.month, unmoved: budget))
        default: factors.append(Factor(Self.month, unmoved: budget))
        }
        self.factors = factors
    }

    private static let month = "The month's budget"

    /// Whole per cent, rounded down, so that what stays below the mark also reads like that.
    private static func percent(_ part: Double) -> Int64 {
        Int64((part * 100 + 1e-9).rounded(.down))
    }

    private static func budget(
        _ figures: API.Guardian.ScoreResponse.Debug,
        _ format: PageFormat
    ) -> String {
        let spent = "With it, \(format.money(minor: figures.spendAfter)) is spent on such things"
        let ratio = figures.overBudgetRatio
        guard ratio > 0, ratio < 1_000_000 else { return "\(spent) this month." }
        let percent = format.number(Int64((ratio * 100).rounded()))
        return "\(spent) this month, \(percent) % of their budget."
    }
}

/// Of which kind a purchase was scored, and of which it was decided.
///
/// A score takes no kind: a merchant that is known tells it, before what was typed does.
public struct ScoredKind: Sendable, Equatable {
    let sentence: String

    /// Makes the sentence.
    ///
    /// `scored`, `decided`: The codes; `uncategorized` where nobody knows, which is scored as
    /// online shopping.
    public init(scored: String, decided: String) {
        let unknown = "uncategorized"
        let name = CategoryName.text(scored == unknown ? "misc_online" : scored)
        sentence =
            switch (scored, decided) {
            case (unknown, unknown): "Of what kind it is nobody knows; it is scored as \(name)."
            case (decided, _): "It is scored as \(name)."
            case (unknown, _):
                """
                It is scored as \(name), because a score knows no \(CategoryName.text(decided)); \
                that is what was decided about.
                """
            default:
                """
                It is scored as \(name), which the merchant tells; decided was about \
                \(CategoryName.text(decided)).
                """
            }
    }
}

extension AvoidableCard.Factor {
    /// What raises the figure, or lowers it, by so many points of a hundred.
    fileprivate init(
        _ name: String,
        _ text: String,
        by points: Int64,
        isLess: Bool = false,
        _ format: PageFormat
    ) {
        self.name = name
        let size = format.number(abs(points))
        let sign = isLess ? "\u{2212}" : "+"
        icon = "\(WebApp.icons.path)#\(isLess ? "down" : "up")"
        direction = isLess ? "lowers it" : "raises it"
        self.text = text
        weight =
            switch abs(points) {
            case 0: "less than 1 point"
            case 1: "\(sign)1 point"
            default: "\(sign)\(size) points"
            }
    }

    /// What was looked at, and moves nothing.
    fileprivate init(_ name: String, unmoved text: String) {
        self.name = name
        icon = "\(WebApp.icons.path)#skip"
        direction = "changes nothing"
        self.text = text
        weight = "0 points"
    }
}
