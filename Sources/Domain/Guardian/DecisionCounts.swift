/// How many purchases were asked about, and how many of them ended in two particular ways.
public struct DecisionCounts: Sendable, Equatable {
    /// All of them.
    public var authorized: Int64
    /// Those that a limit declined.
    public var risky: Int64
    /// Those that an override approved.
    public var overridden: Int64

    /// Makes counts; of nothing unless said.
    public init(authorized: Int64 = 0, risky: Int64 = 0, overridden: Int64 = 0) {
        self.authorized = authorized
        self.risky = risky
        self.overridden = overridden
    }

    /// Counts one decision by the word of its reason, as it is stored.
    public mutating func count(reason: String) {
        authorized += 1
        switch PurchaseDecision.Reason(rawValue: reason) {
        case .risky: risky += 1
        case .override: overridden += 1
        case .locationBlock, .policy, .policyWarn, .locationWarn, .insufficientFunds, .ok, nil:
            break
        }
    }

    /// Adds other counts.
    public static func += (left: inout Self, right: Self) {
        left.authorized += right.authorized
        left.risky += right.risky
        left.overridden += right.overridden
    }
}
