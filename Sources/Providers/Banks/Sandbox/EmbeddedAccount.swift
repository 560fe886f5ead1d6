/// The accounts of every item at the built-in bank.
enum EmbeddedAccount: String, CaseIterable {
    case checking
    case savings
    case credit

    /// The account's name.
    var name: String {
        switch self {
        case .checking: "Primary Checking"
        case .savings: "Savings"
        case .credit: "Credit Card"
        }
    }

    /// What kind it is.
    var kind: ProviderAccount.Kind { self == .credit ? .credit : .depository }

    /// What kind in particular.
    var subtype: String { self == .credit ? "credit card" : rawValue }

    /// The last digits of its number.
    var mask: String {
        switch self {
        case .checking: "0000"
        case .savings: "1111"
        case .credit: "3333"
        }
    }

    /// What is in it, or is owed, at the instant its item is linked, in cents.
    ///
    /// Source: the contract of Insights, section 7.
    var linkedMinor: Int64 {
        switch self {
        case .checking: 854_267
        case .savings: 1_523_000
        case .credit: 184_723
        }
    }

    /// How much may be owed, in cents.
    var limitMinor: Int64? { self == .credit ? 1_000_000 : nil }

    /// What an amount with the provider's sign does to the balance.
    func change(by amountMinor: Int64) -> Int64 { self == .credit ? amountMinor : -amountMinor }
}
