public import Contract
public import Foundation
public import Kernel

extension API.Insights.Account: Identifiable {}
extension API.Insights.Transaction: Identifiable {}
extension API.Insights.AiChatMessage: Identifiable {}

extension API.Insights.PeriodNet: Identifiable {
    /// The period.
    public var id: String { period }
}

extension API.Insights.AnalyticsCategory: Identifiable {
    /// The category.
    public var id: String { category }
    /// Its share of all categories as a part of 1, for a bar.
    public var fraction: Double { Double(percentage.minor) / 10_000 }
}

extension API.Insights.AnalyticsMerchant: Identifiable {
    /// The merchant.
    public var id: String { merchant }
}

extension API.Insights.AnomalyInsight: Identifiable {
    /// The transaction.
    public var id: ID<Entity.Entry> { transactionID }
}

extension API.Insights.Source: Identifiable {
    /// The transaction.
    public var id: ID<Entity.Entry> { transactionID }
    /// The amount; below 0 for money that goes out.
    public var amount: DecimalAmount { .cents(amountCents) }
}

extension API.Insights.RagCategory: Identifiable {
    /// The category's code; it is good within one answer.
    public var id: String { code }
}

extension API.Insights.RagMerchant: Identifiable {
    /// The merchant.
    public var id: ID<Entity.Merchant> { merchantID }
}

extension API.Insights.RagBucket: Identifiable {
    /// The category's name, the merchant's UUID, or the month.
    public var id: String { key }
}

extension API.Insights.RagTimelineEntry: Identifiable {
    /// The month.
    public var id: WireMonth { bucket }
}

extension API.Insights.Figure {
    /// The figure as people write it, such as `$580.65`, `5`, `12.5%` or `9 days`.
    public func formatted(locale: Locale = .current) -> String {
        let value = value.decimal
        switch unit {
        case "count": return value.formatted(.number.locale(locale))
        case "percent": return (value / 100).formatted(.percent.locale(locale))
        case "days": return "\(value.formatted(.number.locale(locale))) \(unit)"
        default: return value.formatted(.currency(code: unit).locale(locale))
        }
    }
}
