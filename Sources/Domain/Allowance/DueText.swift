public import Kernel

/// What the payment of an allowance is called.
public enum DueText {
    /// The description of the payment for a due day, which tells it from every other of the child.
    public static func description(_ day: CivilDay, _ frequency: Frequency) -> String {
        switch frequency {
        case .weekly: "Weekly Allowance - \(day.text)"
        case .biweekly, .monthly: "Allowance - \(day.text)"
        }
    }
}
