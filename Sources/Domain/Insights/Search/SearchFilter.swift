import Catalogue
public import Kernel

/// Which transactions a search looks at.
public struct SearchFilter: Hashable, Sendable {
    /// The first day.
    public var from: CivilDay?
    /// The last day.
    public var to: CivilDay?
    /// Names of categories in any case, of which one must be the transaction's; empty for all.
    public var categories: [String]
    /// Words that must all be in the merchant's name, as parts of its words too, in any case.
    public var merchant: String?
    /// The least amount without its sign, in minor units.
    public var amountMin: Int64?
    /// The greatest amount without its sign, in minor units.
    public var amountMax: Int64?
    /// The one account, if not all.
    public var account: ID<Entity.Account>?
    /// The place of the account in the index that is searched.
    var accountPlace: Int32?

    /// Makes a filter; without arguments it lets everything through.
    public init(
        from: CivilDay? = nil,
        to: CivilDay? = nil,
        categories: [String] = [],
        merchant: String? = nil,
        amountMin: Int64? = nil,
        amountMax: Int64? = nil,
        account: ID<Entity.Account>? = nil
    ) {
        self.from = from
        self.to = to
        self.categories = categories
        self.merchant = merchant
        self.amountMin = amountMin
        self.amountMax = amountMax
        self.account = account
    }

    /// Whether an amount has a bound.
    var hasAmount: Bool { amountMin != nil || amountMax != nil }

    /// Whether the merchant has to be somebody.
    var hasMerchant: Bool { !(merchant.map(MerchantWords.parts) ?? []).isEmpty }

    /// Whether day and amount are within the bounds, and the account is the one.
    func admits(_ row: SearchRow) -> Bool {
        if let accountPlace, row.account != accountPlace { return false }
        if let from, row.day < from { return false }
        if let to, row.day > to { return false }
        let size = row.cents.magnitude
        if let amountMin, size < amountMin.magnitude { return false }
        if let amountMax, size > amountMax.magnitude { return false }
        return true
    }
}

extension SearchTexts {
    /// Whether each text is of a category and a merchant that a filter asks for; `nil` when it asks
    /// for none.
    func admitted(by filter: SearchFilter) -> [Bool]? {
        let parts = filter.merchant.map(MerchantWords.parts) ?? []
        guard !filter.categories.isEmpty || !parts.isEmpty else { return nil }
        let wanted = Set(filter.categories.map(Self.key))
        let isCategory = categories.names.map { wanted.isEmpty || wanted.contains(Self.key($0)) }
        let words = MerchantWords(parts)
        let isMerchant = merchants.names.map(words.areIn)
        return entries.map { isCategory[Int($0.category)] && isMerchant[Int($0.merchant)] }
    }

    private static func key(_ category: String) -> ExactText {
        ExactText(MerchantName.normalised(category))
    }
}
