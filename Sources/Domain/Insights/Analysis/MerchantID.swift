import Catalogue
public import Kernel

/// The UUIDs by which answers name merchants.
public enum MerchantID {
    /// The merchant's UUID within a household: of its name, however it is spaced and capitalised.
    ///
    /// The household is part of it, so that nobody can tell from two answers whether two households
    /// have a merchant in common.
    public static func id(
        of merchant: String,
        in household: ID<Entity.Household>
    ) -> ID<Entity.Merchant> {
        ID(RawID(named: "merchant|\(household.text)|\(MerchantName.normalised(merchant))"))
    }
}
