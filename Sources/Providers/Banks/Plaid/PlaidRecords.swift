import Foundation
import Kernel

/// An account on Plaid's wire.
struct PlaidAccount: Decodable {
    struct Balances: Decodable {
        let available: Decimal?
        let current: Decimal?
        let limit: Decimal?
        let isoCurrencyCode: String?
    }

    let accountId: String
    let balances: Balances
    let mask: String?
    let name: String
    let officialName: String?
    let type: String
    let subtype: String?
    let persistentAccountId: String?

    func value() throws(BankProviderError) -> ProviderAccount {
        guard ProviderText.isIdentifier(accountId) else { throw .unreadable }
        let currency = ProviderText.currency(balances.isoCurrencyCode)
        let persistentID = persistentAccountId.flatMap {
            ProviderText.isIdentifier($0) ? $0 : nil
        }
        return ProviderAccount(
            id: accountId,
            persistentID: persistentID,
            name: ProviderText.cleaned(name) ?? "Account",
            officialName: officialName.flatMap(ProviderText.cleaned),
            mask: mask.flatMap(ProviderText.cleaned),
            kind: ProviderAccount.Kind(rawValue: type) ?? .other,
            subtype: subtype.flatMap(ProviderText.cleaned),
            currency: currency,
            currentMinor: try minor(balances.current, currency),
            availableMinor: try minor(balances.available, currency),
            limitMinor: try minor(balances.limit, currency)
        )
    }

    private func minor(
        _ number: Decimal?,
        _ currency: Currency?
    ) throws(BankProviderError) -> Int64? {
        guard let number else { return nil }
        guard let minor = ProviderText.minor(number, currency) else { throw .unreadable }
        return minor
    }
}

/// A transaction on Plaid's wire.
struct PlaidTransaction: Decodable {
    struct Category: Decodable {
        let primary: String?
        let detailed: String?
    }

    let transactionId: String
    let accountId: String
    let pendingTransactionId: String?
    let amount: Decimal
    let isoCurrencyCode: String?
    let date: String
    let authorizedDate: String?
    let name: String?
    let merchantName: String?
    let personalFinanceCategory: Category?
    let pending: Bool

    func value() throws(BankProviderError) -> ProviderTransaction {
        let currency = ProviderText.currency(isoCurrencyCode)
        guard ProviderText.isIdentifier(transactionId), ProviderText.isIdentifier(accountId),
            pendingTransactionId.map({ ProviderText.isIdentifier($0) }) ?? true,
            let amountMinor = ProviderText.minor(amount, currency),
            let day = CivilDay(date)
        else { throw .unreadable }
        let merchant = merchantName.flatMap(ProviderText.cleaned)
        return ProviderTransaction(
            id: transactionId,
            accountID: accountId,
            pendingID: pendingTransactionId,
            amountMinor: amountMinor,
            currency: currency,
            day: day,
            authorizedDay: authorizedDate.flatMap { CivilDay($0) },
            name: name.flatMap(ProviderText.cleaned) ?? merchant ?? "Transaction",
            merchantName: merchant,
            primaryCategory: ProviderText.code(personalFinanceCategory?.primary),
            detailedCategory: ProviderText.code(personalFinanceCategory?.detailed),
            isPending: pending
        )
    }
}
