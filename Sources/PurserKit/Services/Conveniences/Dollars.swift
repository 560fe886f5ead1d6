public import Contract
public import Foundation

extension API.Guardian.Rule {
    /// The limit in dollars.
    public var monthlyLimitDollars: Decimal { Decimal(cents: monthlyLimitCents) }
}

extension API.Guardian.CategoryLimit {
    /// The limit in dollars.
    public var monthlyLimitDollars: Decimal { Decimal(cents: monthlyLimitCents) }
}

extension API.Guardian.RuleProgress {
    /// The limit in dollars.
    public var limitDollars: Decimal { Decimal(cents: limitCents) }
    /// What is spent of it, in dollars.
    public var spentDollars: Decimal { Decimal(cents: spentMTDCents) }
    /// What is left of it, in dollars; `nil` for a limit of 0.
    public var remainingDollars: Decimal? { remainingCents.map(Decimal.init(cents:)) }
    /// How much of it is spent, in per cent; `nil` for a limit of 0.
    public var utilizationPercent: Double? { utilization?.percent }
}

extension API.Guardian.Summary {
    /// What was spent, in dollars.
    public var spendDollars: Decimal { Decimal(cents: spendCents) }
}

extension API.Guardian.CategorySpend {
    /// What was spent, in dollars.
    public var spendDollars: Decimal { Decimal(cents: spendCents) }
}

extension API.Guardian.DaySpend {
    /// What was spent, in dollars.
    public var spendDollars: Decimal { Decimal(cents: spendCents) }
}

extension API.Guardian.MerchantSpend {
    /// What was spent, in dollars.
    public var spendDollars: Decimal { Decimal(cents: spendCents) }
}

extension API.Guardian.OverrideRow {
    /// The price in dollars.
    public var amountDollars: Decimal { Decimal(cents: amountCents) }
}

extension API.Guardian.Approval {
    /// The price in dollars.
    public var amountDollars: Decimal { Decimal(cents: amountCents) }
}

extension API.Guardian.DecisionRow {
    /// The price in dollars.
    public var amountDollars: Decimal { Decimal(cents: amountCents) }
}

extension API.Guardian.TracedDecision {
    /// The price in dollars.
    public var amountDollars: Decimal { Decimal(cents: amountCents) }
}

extension API.Guardian.Profile {
    /// The monthly income in dollars.
    public var monthlyIncomeDollars: Decimal { Decimal(cents: monthlyIncomeCents) }
}

extension API.Guardian.AssessedPurchase {
    /// The price in dollars.
    public var amountDollars: Decimal { Decimal(cents: amountCents) }
}
