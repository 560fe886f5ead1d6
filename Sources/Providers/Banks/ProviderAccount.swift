public import Kernel

/// An account as a bank provider tells of it.
public struct ProviderAccount: Sendable, Equatable {
    /// What kind of account it is; a kind that is none of these is `other`.
    public enum Kind: String, Sendable, CaseIterable {
        /// Checking, savings and their like.
        case depository
        /// A credit card.
        case credit
        /// A loan.
        case loan
        /// Securities.
        case investment
        /// Anything else.
        case other
    }

    /// The provider's id.
    public let id: String
    /// An id that stays when the account is linked anew, where the provider has one.
    public let persistentID: String?
    /// The name, by the member or the institution.
    public let name: String
    /// The institution's name for this kind of account.
    public let officialName: String?
    /// The last characters of its number.
    public let mask: String?
    /// What kind of account it is.
    public let kind: Kind
    /// What kind in particular, in the provider's words, such as `checking`.
    public let subtype: String?
    /// The currency; `nil` for one that ISO 4217 does not list, whose amounts are in hundredths.
    public let currency: Currency?
    /// What is in it, without what is pending, in minor units; of a credit or loan account what is
    /// owed.
    public let currentMinor: Int64?
    /// What may be taken from it, in minor units.
    public let availableMinor: Int64?
    /// How much may be owed, in minor units.
    public let limitMinor: Int64?

    /// Makes an account.
    public init(
        id: String,
        persistentID: String? = nil,
        name: String,
        officialName: String? = nil,
        mask: String? = nil,
        kind: Kind,
        subtype: String?,
        currency: Currency?,
        currentMinor: Int64?,
        availableMinor: Int64? = nil,
        limitMinor: Int64? = nil
    ) {
        self.id = id
        self.persistentID = persistentID
        self.name = name
        self.officialName = officialName
        self.mask = mask
        self.kind = kind
        self.subtype = subtype
        self.currency = currency
        self.currentMinor = currentMinor
        self.availableMinor = availableMinor
        self.limitMinor = limitMinor
    }
}
