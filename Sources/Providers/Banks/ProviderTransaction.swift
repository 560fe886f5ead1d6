public import Kernel

/// A transaction as a bank provider tells of it.
public struct ProviderTransaction: Sendable, Equatable {
    /// The provider's id; a posted transaction has another one than when it was pending.
    public let id: String
    /// The account's id at the provider.
    public let accountID: String
    /// The id that it had while it was pending, where the provider tells it.
    public let pendingID: String?
    /// The amount in minor units, with the provider's sign: more than zero is money out of the
    /// account.
    public let amountMinor: Int64
    /// The currency; `nil` for one that ISO 4217 does not list, whose amounts are in hundredths.
    public let currency: Currency?
    /// The day it posted or, while it is pending, the day it happened.
    public let day: CivilDay
    /// The day the member made it, where the provider tells it.
    public let authorizedDay: CivilDay?
    /// The bank's text.
    public let name: String
    /// The merchant's name, where the provider knows it.
    public let merchantName: String?
    /// The broad category, in the words of Plaid's `personal_finance_category`.
    public let primaryCategory: String?
    /// The narrow category, in the same words: a code of `data/categories.csv` or a new one.
    public let detailedCategory: String?
    /// Whether the bank has not settled it yet.
    public let isPending: Bool

    /// Makes a transaction.
    public init(
        id: String,
        accountID: String,
        pendingID: String? = nil,
        amountMinor: Int64,
        currency: Currency?,
        day: CivilDay,
        authorizedDay: CivilDay? = nil,
        name: String,
        merchantName: String? = nil,
        primaryCategory: String? = nil,
        detailedCategory: String? = nil,
        isPending: Bool = false
    ) {
        self.id = id
        self.accountID = accountID
        self.pendingID = pendingID
        self.amountMinor = amountMinor
        self.currency = currency
        self.day = day
        self.authorizedDay = authorizedDay
        self.name = name
        self.merchantName = merchantName
        self.primaryCategory = primaryCategory
        self.detailedCategory = detailedCategory
        self.isPending = isPending
    }
}
