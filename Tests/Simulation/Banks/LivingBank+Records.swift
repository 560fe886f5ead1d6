import Kernel
import Providers

extension ProviderAccount {
    /// The one account of a living bank.
    static func living(_ currentMinor: Int64) -> Self {
        Self(
            id: "acc1",
            name: "Checking",
            mask: "0000",
            kind: .depository,
            subtype: "checking",
            currency: .usd,
            currentMinor: currentMinor
        )
    }
}

extension ProviderTransaction {
    /// A purchase at a living bank.
    static func living(
        _ id: String,
        _ minor: Int64,
        on day: CivilDay,
        at merchant: String,
        isPending: Bool,
        was pendingID: String? = nil
    ) -> ProviderTransaction {
        ProviderTransaction(
            id: id,
            accountID: "acc1",
            pendingID: pendingID,
            amountMinor: minor,
            currency: .usd,
            day: day,
            name: merchant.uppercased(),
            merchantName: merchant,
            detailedCategory: LivingBank.category,
            isPending: isPending
        )
    }

    /// The same by another id.
    func with(id: String) -> ProviderTransaction {
        .living(id, amountMinor, on: day, at: merchantName ?? "", isPending: isPending)
    }
}
