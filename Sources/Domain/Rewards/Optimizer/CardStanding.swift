/// How a card stands for one purchase: its rate, its room and its score.
public struct CardStanding: Hashable, Sendable {
    /// What it earns.
    public let earning: Earning
    /// What is spent of the limit shown, in cents; 0 without one.
    public let spentCents: Int64
    /// The limit shown, in cents; 0 for none.
    ///
    /// Of a card without a limit here whose bonus gives the rate it is the bonus's.
    public let limitCents: Int64
    /// Whether the card's limit is used up.
    public let isLimitReached: Bool
    /// Whether any active row earns the preferred points.
    public let earnsPreferred: Bool
    /// The contract's score times 1,000, exact.
    public let totalThousandths: Int64

    /// From which part of its limit on a card counts as tight, in percent.
    static let tightPercent: Int64 = 85

    /// Weighs what is known of a card.
    ///
    /// - Parameters:
    ///   - earning: What it earns.
    ///   - shown: Spending and limit that an answer shows.
    ///   - capped: Spending and limit of the card itself; zeros without one.
    ///   - earnsPreferred: Whether any active row earns the preferred points.
    init(
        earning: Earning,
        shown: (spentCents: Int64, limitCents: Int64),
        capped: (spentCents: Int64, limitCents: Int64),
        earnsPreferred: Bool
    ) {
        self.earning = earning
        self.spentCents = shown.spentCents
        self.limitCents = shown.limitCents
        self.isLimitReached = capped.limitCents > 0 && capped.spentCents >= capped.limitCents
        self.earnsPreferred = earnsPreferred
        // 0.1 + 0.6 × rate + 0.2 × preference + 0.1 × headroom, each times 1,000.
        let isTight =
            capped.limitCents > 0
            && capped.spentCents * 100 >= capped.limitCents * Self.tightPercent
        let headroom: Int64 = isLimitReached ? 0 : isTight ? 50 : 100
        let preference: Int64 = earnsPreferred ? 240 : 200
        self.totalThousandths = 100 + 6 * earning.rate.hundredths + preference + headroom
    }
}
