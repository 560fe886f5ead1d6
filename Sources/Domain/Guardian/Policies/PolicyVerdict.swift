/// What policies of one state say to a purchase.
public struct PolicyVerdict: Sendable, Equatable {
    /// How many were looked at.
    public let count: Int
    /// Those that are true, the oldest first.
    public let isTrue: [Policy]

    /// The strictest that is true, of several the oldest; `nil` when none is.
    public var strictest: Policy? {
        isTrue.reduce(nil) { strictest, policy in
            guard let strictest else { return policy }
            return policy.action.strictness > strictest.action.strictness ? policy : strictest
        }
    }

    /// How many were looked at, and how many of them are true.
    var counts: String {
        let policies = count == 1 ? "1 policy was" : "\(count) policies were"
        return switch isTrue.count {
        case 0: "\(policies) looked at: none is true."
        case 1: "\(policies) looked at: 1 is true."
        default: "\(policies) looked at: \(isTrue.count) are true."
        }
    }
}
