import Catalogue
public import Contract

/// How much of one monthly limit is spent, as a bar shows it.
public struct BudgetProgress: Sendable, Equatable, Identifiable {
    /// The limit and what is spent of it.
    public let rule: API.Guardian.RuleProgress

    /// Takes what the server told.
    public init(_ rule: API.Guardian.RuleProgress) {
        self.rule = rule
    }

    /// The category; a member has one limit for each.
    public var id: String { rule.category }

    /// The category as people read it.
    public var title: String {
        GuardianCategory(rawValue: rule.category)?.displayName ?? rule.category
    }

    /// How much is spent, 0...1 for the bar; 1 where nothing may be spent.
    public var fraction: Double { min(1, max(0, share)) }

    /// How much is spent in whole per cent, which may be more than 100; 100 where nothing may be.
    public var percent: Int { Int(min(share * 100, 1_000_000).rounded(.down)) }

    /// Whether nothing may be spent.
    public var isBlocked: Bool { rule.limitCents == 0 }

    /// How near the limit is.
    public var level: Level { rule.level }

    private var share: Double {
        isBlocked ? 1 : Double(rule.spentMTDCents) / Double(rule.limitCents)
    }
}
