/// What went out to a merchant.
public struct MerchantTotal: Sendable, Hashable {
    /// The merchant.
    public let merchant: String
    /// The net of the merchant in minor units; less than zero.
    public let amountMinor: Int64
    /// How many transactions there are, refunds among them.
    public let transactionCount: Int
}
