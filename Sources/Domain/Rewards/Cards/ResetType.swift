/// How often a spending limit begins anew.
public enum ResetType: String, WrittenChoice, Hashable {
    /// Every month.
    case monthly
    /// Every three months.
    case quarterly
    /// Every year; the default.
    case annually
    /// Not at all.
    case never

    /// The case name with a capital.
    public var displayValue: String {
        switch self {
        case .monthly: "Monthly"
        case .quarterly: "Quarterly"
        case .annually: "Annually"
        case .never: "Never"
        }
    }

    /// Months of a period; `nil` for ``never``.
    public var months: Int? {
        switch self {
        case .monthly: 1
        case .quarterly: 3
        case .annually: 12
        case .never: nil
        }
    }
}
