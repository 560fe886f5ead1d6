import Catalogue
import Contract
import Kernel
import Providers

extension ProviderTransaction {
    /// Whether its amount fits in the books.
    var isBookable: Bool { amountMinor.magnitude <= UInt64(Limits.amountMinor) }

    /// The transaction as it is booked: above zero is what comes in.
    func report(_ catalogue: Catalogue) -> ReportedRecord {
        ReportedRecord(
            providerRecord: id,
            amountMinor: -amountMinor,
            day: day,
            authorizedDay: authorizedDay,
            text: name,
            merchant: merchantName,
            category: category(catalogue),
            isPending: isPending,
            original: original
        )
    }

    /// The narrowest category that the catalogue knows; where nothing is told, what the text says.
    private func category(_ catalogue: Catalogue) -> String? {
        if let detailed = detailedCategory, catalogue.category(named: detailed)?.code == detailed {
            return detailed
        }
        if let primary = primaryCategory {
            let other = "\(primary)_OTHER_\(primary)"
            return catalogue.category(named: other)?.code
                ?? catalogue.category(named: primary)?.code
        }
        guard detailedCategory == nil, amountMinor > 0 else { return nil }
        let found = catalogue.categorise(descriptor: merchantName ?? name)
        return found.step == .fallback ? nil : found.category.code
    }

    /// What the provider said, in its own words.
    private var original: String {
        let names = [
            JSON.Member("name", .string(name)),
            JSON.Member("merchant_name", merchantName.map { .string($0) } ?? .null),
        ]
        let text = JSON.object(facts + names).text
        return text.utf8.count <= Limits.bankOriginalBytes ? text : JSON.object(facts).text
    }

    private var facts: [JSON.Member] {
        let texts: [(String, String?)] = [
            ("transaction_id", id), ("account_id", accountID),
            ("pending_transaction_id", pendingID), ("iso_currency_code", currency?.code),
            ("date", day.text), ("authorized_date", authorizedDay?.text),
            ("primary", primaryCategory), ("detailed", detailedCategory),
        ]
        return texts.map { JSON.Member($0, $1.map { .string($0) } ?? .null) } + [
            JSON.Member("amount_minor", .number(String(amountMinor))),
            JSON.Member("pending", .bool(isPending)),
        ]
    }
}
