public import Catalogue
public import Kernel
public import Ledger

extension Catalogue {
    /// What a final purchase counts as in the sums of spending.
    ///
    /// A charge is a purchase whatever its category says, and its own category is a word of
    /// Guardian's already. `edited` is the category that the member gave it, if any. Answers `nil`
    /// where the category is income, a transfer or the payment of a loan.
    public func spending(
        of transfer: Transfer,
        by member: ID<Entity.Member>,
        edited: String?
    ) -> Spending? {
        let reported = transfer.details.category
        guard
            let guardianCategory = spentCategory(
                reported,
                edited: edited,
                isCharge: transfer.kind == .charge
            )
        else { return nil }
        let merchant = transfer.details.merchant ?? "unknown"
        return Spending(
            member: member,
            day: transfer.day,
            category: edited ?? reported ?? GuardianCategory.uncategorized,
            guardianCategory: guardianCategory,
            merchant: merchant,
            merchantKey: MerchantName.normalised(merchant),
            amountMinor: transfer.amount.minor,
            count: 1
        )
    }

    /// The Guardian word under which a purchase counts; `nil` where it does not count.
    ///
    /// - Parameters:
    ///   - reported: The category as it was reported.
    ///   - edited: The category that the member gave it, if any.
    ///   - isCharge: Whether it is a charge, whose own category is a word of Guardian's.
    /// - Returns: The word, or `uncategorized`.
    public func spentCategory(_ reported: String?, edited: String?, isCharge: Bool) -> String? {
        let category = edited ?? reported
        if isCharge {
            let isOwnWord = edited == nil
            return isOwnWord
                ? category ?? GuardianCategory.uncategorized : guardianCategory(ofLedger: category)
        }
        if let category, self.category(named: category)?.isPurchase == false { return nil }
        return guardianCategory(ofLedger: category)
    }
}
