public import Kernel

/// What a card earns in one category.
public struct RewardRow: Hashable, Sendable {
    /// The row's id, kept when a caller sends it back.
    public var id: ID<Entity.RewardRow>
    /// Where it earns; ``RewardsCategory/general`` is the rate of everything else.
    public var category: RewardsCategory
    /// How much; more than zero, at most ``Multiplier/most``.
    public var multiplier: Multiplier
    /// In what.
    public var pointType: PointType
    /// Whether the row counts.
    public var isActive: Bool

    /// Makes a row.
    public init(
        id: ID<Entity.RewardRow>,
        category: RewardsCategory,
        multiplier: Multiplier,
        pointType: PointType,
        isActive: Bool = true
    ) {
        self.id = id
        self.category = category
        self.multiplier = multiplier
        self.pointType = pointType
        self.isActive = isActive
    }
}
