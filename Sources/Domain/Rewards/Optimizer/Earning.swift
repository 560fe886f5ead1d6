/// What a card earns on a purchase.
public struct Earning: Hashable, Sendable {
    /// How much.
    public var rate: Multiplier
    /// In what.
    public var pointType: PointType

    /// Makes an earning.
    public init(rate: Multiplier, pointType: PointType) {
        self.rate = rate
        self.pointType = pointType
    }
}
