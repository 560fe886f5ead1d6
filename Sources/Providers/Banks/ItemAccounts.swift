/// The accounts of an item, and where they are held.
public struct ItemAccounts: Sendable, Equatable {
    /// The provider's id of the item.
    public let itemID: String
    /// The provider's id of the institution, where it tells one.
    public let institutionID: String?
    /// The institution's name, where the provider tells it.
    public let institutionName: String?
    /// The accounts.
    public let accounts: [ProviderAccount]

    /// Puts them together.
    public init(
        itemID: String,
        institutionID: String?,
        institutionName: String?,
        accounts: [ProviderAccount]
    ) {
        self.itemID = itemID
        self.institutionID = institutionID
        self.institutionName = institutionName
        self.accounts = accounts
    }
}
