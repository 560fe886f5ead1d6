/// An account of the demo household.
///
/// Source: the contract of Insights, section 7.
public enum DemoAccount: String, Sendable, CaseIterable {
    /// The account that wages go to.
    case checking
    /// The card that is paid with.
    case credit
    /// The savings.
    case savings

    /// What it is called.
    public var name: String {
        switch self {
        case .checking: "Primary Checking"
        case .credit: "Rewards Credit Card"
        case .savings: "High-Yield Savings"
        }
    }

    /// The bank it is at.
    public var institution: String {
        switch self {
        case .checking: "Chase"
        case .credit: "American Express"
        case .savings: "Ally"
        }
    }

    /// The balance in cents, whatever rows there are; less than zero is owed.
    public var balanceMinor: Int64 {
        switch self {
        case .checking: 854_267
        case .credit: -184_723
        case .savings: 1_523_000
        }
    }
}
