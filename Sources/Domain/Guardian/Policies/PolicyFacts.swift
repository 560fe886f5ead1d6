public import Kernel

/// Everything that policies depend on of one purchase: what ``PolicyNeeds`` asked for, as read.
///
/// The same policies and facts always give the same verdict, so a decision is stored with them. Of
/// where the member was they hold only what ``PolicyPlace/Finding`` does. Stored facts hold the
/// values of windows alone, because the policies beside them tell in which order they were asked
/// for.
public struct PolicyFacts: Sendable, Equatable {
    /// The price.
    public let amount: Money
    /// The Guardian word for what is bought, or `uncategorized`.
    public let category: String
    /// The merchant in its normalised form.
    public let merchant: String
    /// The merchant category code; `nil` where it is not known.
    public let mcc: Int64?
    /// What the household's clock shows.
    public let clock: PolicyClock
    /// Whether the member never bought from the merchant; `nil` where nobody asked.
    public let isFirstAtMerchant: Bool?
    /// Whether the member never bought in the category; `nil` where nobody asked.
    public let isFirstInCategory: Bool?
    /// The score in ten-thousandths, see ``tenThousandths(of:)``; `nil` where there is none.
    public let avoidable: Int64?
    /// What may leave the wallet before the purchase, in minor units; `nil` where none pays.
    public let wallet: Int64?
    /// The windows that were read; none where facts were stored and no policies are known to which
    /// they belong, see ``asked(by:)``.
    public internal(set) var windows: [PolicyWindow]
    /// Their sums and numbers, without this purchase.
    public let windowValues: [Int64]
    /// The places that were looked at.
    public let places: [PolicyPlace]
    /// Where the member is, seen from each of them.
    public let placeFindings: [PolicyPlace.Finding]
    /// The goals that were read.
    public let goals: [ID<Entity.Goal>]
    /// What each of them lacks, in minor units; `nil` for one that is not there.
    public let goalLacks: [Int64?]

    /// Gathers the facts of one purchase.
    ///
    /// - Parameters:
    ///   - needs: What the policies ask for.
    ///   - amount: The price.
    ///   - category: The Guardian word for what is bought.
    ///   - merchant: The merchant in its normalised form.
    ///   - mcc: The merchant category code; 0 is not known.
    ///   - clock: What the household's clock shows.
    ///   - windowValues: A sum or number for each window of the needs, in their order.
    ///   - isFirstAtMerchant: Whether the member never bought from the merchant.
    ///   - isFirstInCategory: Whether the member never bought in the category.
    ///   - avoidable: The score, 0...1, unrounded.
    ///   - wallet: What may leave the wallet that is to pay, in minor units.
    ///   - position: The member's newest position that is not too old.
    ///   - fences: The centres of the geofences of the needs, as far as they are there.
    ///   - goalLacks: What the goals of the needs lack, in minor units, as far as they are there.
    public init(
        for needs: PolicyNeeds,
        amount: Money,
        category: String,
        merchant: String,
        mcc: Int64? = nil,
        clock: PolicyClock,
        windowValues: [Int64] = [],
        isFirstAtMerchant: Bool? = nil,
        isFirstInCategory: Bool? = nil,
        avoidable: Double? = nil,
        wallet: Int64? = nil,
        position: Coordinate? = nil,
        fences: [Serial<Entity.Geofence>: Coordinate] = [:],
        goalLacks: [ID<Entity.Goal>: Int64] = [:]
    ) {
        precondition(windowValues.count == needs.windows.count, "every window is read")
        precondition(
            !needs.asksFirstAtMerchant || isFirstAtMerchant != nil,
            "a first purchase from a merchant is looked for"
        )
        precondition(
            !needs.asksFirstInCategory || isFirstInCategory != nil,
            "a first purchase in a category is looked for"
        )
        self.amount = amount
        self.category = category
        self.merchant = merchant
        self.mcc = mcc == 0 ? nil : mcc
        self.clock = clock
        self.isFirstAtMerchant = needs.asksFirstAtMerchant ? isFirstAtMerchant : nil
        self.isFirstInCategory = needs.asksFirstInCategory ? isFirstInCategory : nil
        self.avoidable = needs.asksScore ? avoidable.map(Self.tenThousandths) : nil
        self.wallet = needs.asksWallet ? wallet : nil
        windows = needs.windows
        self.windowValues = windowValues
        places = needs.places
        placeFindings = needs.places.map { $0.finding(position, fences: fences) }
        goals = needs.goals
        self.goalLacks = needs.goals.map { goalLacks[$0] }
    }

    /// A score as the whole number of ten-thousandths that it reaches.
    ///
    /// It reaches a bound of at most four decimals exactly when the number does.
    public static func tenThousandths(of score: Double) -> Int64 {
        var whole = Int64((score * 10_000).rounded(.down))
        // The product may be rounded over a whole number, or below it.
        if Double(whole + 1) / 10_000 <= score { whole += 1 }
        if Double(whole) / 10_000 > score { whole -= 1 }
        return whole
    }

    /// Stored facts with the windows of the policies that asked for them.
    func asked(by needs: PolicyNeeds) -> Self {
        var facts = self
        facts.windows = needs.windows
        return facts
    }

    /// Whether these are the facts that policies ask for.
    func answers(_ needs: PolicyNeeds) -> Bool {
        windows == needs.windows && windowValues.count == windows.count && places == needs.places
            && goals == needs.goals
            && (isFirstAtMerchant != nil) == needs.asksFirstAtMerchant
            && (isFirstInCategory != nil) == needs.asksFirstInCategory
    }
}

/// What single leaves look up for their words.
extension PolicyFacts {
    func value(of window: PolicyWindow) -> Int64 {
        windows.firstIndex(of: window).map { windowValues[$0] } ?? 0
    }

    func finding(of place: PolicyPlace) -> PolicyPlace.Finding {
        places.firstIndex(of: place).map { placeFindings[$0] } ?? .unknown
    }

    func lack(of goal: ID<Entity.Goal>) -> Int64? {
        goals.firstIndex(of: goal).flatMap { goalLacks[$0] }
    }
}
