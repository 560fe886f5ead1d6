/// A part of a spending limit that a member is told of when it is spent.
public enum LimitMark: Int64, Hashable, Sendable, CaseIterable, Comparable {
    /// The part from which on the member wants to be warned.
    case near = 1
    /// All of it.
    case reached = 2

    /// The highest mark that spending has come to.
    ///
    /// - Parameters:
    ///   - limit: The limit, with what is spent of it.
    ///   - thresholdMillionths: From which part on the member is warned, 1...1,000,000.
    /// - Returns: `nil` below the lowest mark.
    public static func of(
        _ limit: SpendingLimit,
        warnedFrom thresholdMillionths: Int64
    ) -> LimitMark? {
        if limit.isReached { return .reached }
        // Both factors are bounded: 10^12 cents and 10^6 fit together.
        let spent = limit.spentCents * 1_000_000
        return spent > 0 && spent >= limit.limitCents * thresholdMillionths ? .near : nil
    }

    /// Orders marks by how much is spent.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension RewardCard {
    /// A limit of a card that spending brought to a mark.
    public struct CrossedLimit: Hashable, Sendable {
        /// The limit as it is now.
        public let limit: SpendingLimit
        /// The mark.
        public let mark: LimitMark
    }

    /// The limits that spending brought to a mark they were below before, in the same period.
    ///
    /// - Parameters:
    ///   - before: The card before, with the limits of the same instant.
    ///   - thresholdMillionths: From which part on the member is warned, 1...1,000,000.
    /// - Returns: Each with its highest mark, in the order of the card's limits.
    public func crossedLimits(
        since before: RewardCard,
        warnedFrom thresholdMillionths: Int64
    ) -> [CrossedLimit] {
        limits.compactMap { limit in
            guard let earlier = before.limits.first(where: { $0.isSamePeriod(as: limit) }),
                limit.spentCents > earlier.spentCents,
                let mark = LimitMark.of(limit, warnedFrom: thresholdMillionths)
            else { return nil }
            let former = LimitMark.of(earlier, warnedFrom: thresholdMillionths)
            guard former.map({ $0 < mark }) ?? true else { return nil }
            return CrossedLimit(limit: limit, mark: mark)
        }
    }

    /// Whether more is spent of any limit than before.
    public func hasSpentMore(than before: RewardCard) -> Bool {
        limits.contains { limit in
            before.limits.contains {
                $0.isSamePeriod(as: limit) && $0.spentCents < limit.spentCents
            }
        }
    }
}

extension SpendingLimit {
    fileprivate func isSamePeriod(as other: SpendingLimit) -> Bool {
        category == other.category && resetDate == other.resetDate
    }
}
