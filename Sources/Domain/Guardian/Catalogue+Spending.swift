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
        let category = edited ?? transfer.details.category
        let isCharge = transfer.kind == .charge
        if !isCharge, let category, self.category(named: category)?.isPurchase == false {
            return nil
        }
        let isOwnWord = isCharge && edited == nil
        let merchant = transfer.details.merchant ?? "unknown"
        return Spending(
            member: member,
            day: transfer.day,
            category: category ?? GuardianCategory.uncategorized,
            guardianCategory: isOwnWord
                ? category ?? GuardianCategory.uncategorized : guardianCategory(ofLedger: category),
            merchant: merchant,
            merchantKey: MerchantName.normalised(merchant),
            amountMinor: transfer.amount.minor,
            count: 1
        )
    }
}
