public import Kernel

/// A figure that an answer says.
public struct AnswerFigure: Hashable, Sendable {
    /// What is counted, with its unit.
    public enum Value: Hashable, Sendable {
        /// An amount; below zero for money that goes out only where the label says a difference.
        case money(Money)
        /// A number of things.
        case count(Int64)
        /// A share or a change, in hundredths of a per cent.
        case percent(basisPoints: Int64)
        /// A number of days.
        case days(Int64)
    }

    /// What it is, in a few words, such as `Spending on Groceries`.
    public let label: String
    /// The value.
    public let value: Value
    /// The first day it is about, where it is about days.
    public let first: CivilDay?
    /// The last day it is about.
    public let last: CivilDay?
    /// The category or merchant it is about, where it is about one.
    public let filter: String?

    /// Makes a figure.
    public init(
        _ label: String,
        _ value: Value,
        first: CivilDay? = nil,
        last: CivilDay? = nil,
        filter: String? = nil
    ) {
        self.label = label
        self.value = value
        self.first = first
        self.last = last
        self.filter = filter
    }
}
