import Crypto
import Foundation
import Kernel

/// The answer of `/link/token/create`.
struct PlaidLinkToken: Decodable {
    let linkToken: String
    let expiration: String
    let requestId: String

    func value() throws(BankProviderError) -> LinkToken {
        guard ProviderText.isIdentifier(linkToken), let requestID = ProviderText.code(requestId),
            let expiresAt = Timestamp(expiration)
        else { throw .unreadable }
        return LinkToken(token: linkToken, expiresAt: expiresAt, requestID: requestID)
    }
}

/// The answer of `/item/public_token/exchange`.
struct PlaidExchange: Decodable {
    let accessToken: String
    let itemId: String
    let requestId: String

    func value() throws(BankProviderError) -> LinkedItem {
        guard ProviderText.isIdentifier(accessToken), ProviderText.isIdentifier(itemId),
            let requestID = ProviderText.code(requestId)
        else { throw .unreadable }
        return LinkedItem(
            id: itemId,
            accessToken: BankAccessToken(accessToken),
            requestID: requestID
        )
    }
}

/// An answer that says no more than that it was done.
struct PlaidDone: Decodable {
    let requestId: String
}

/// The answer of `/accounts/get`.
struct PlaidAccounts: Decodable {
    struct Item: Decodable {
        let itemId: String
        let institutionId: String?
        let institutionName: String?
    }

    let accounts: [PlaidAccount]
    let item: Item

    func value() throws(BankProviderError) -> ItemAccounts {
        guard ProviderText.isIdentifier(item.itemId) else { throw .unreadable }
        var values: [ProviderAccount] = []
        for account in accounts { values.append(try account.value()) }
        return ItemAccounts(
            itemID: item.itemId,
            institutionID: item.institutionId.flatMap(ProviderText.cleaned),
            institutionName: item.institutionName.flatMap(ProviderText.cleaned),
            accounts: values
        )
    }
}

/// The answer of `/transactions/sync`.
struct PlaidSyncPage: Decodable {
    struct Removed: Decodable {
        let transactionId: String
    }

    let added: [PlaidTransaction]
    let modified: [PlaidTransaction]
    let removed: [Removed]
    let nextCursor: String
    let hasMore: Bool
    let accounts: [PlaidAccount]?
    let transactionsUpdateStatus: String?

    func value() throws(BankProviderError) -> TransactionPage {
        guard isCursor, removed.allSatisfy({ ProviderText.isIdentifier($0.transactionId) }) else {
            throw .unreadable
        }
        var (new, changed): ([ProviderTransaction], [ProviderTransaction]) = ([], [])
        for transaction in added { new.append(try transaction.value()) }
        for transaction in modified { changed.append(try transaction.value()) }
        var values: [ProviderAccount] = []
        for account in accounts ?? [] { values.append(try account.value()) }
        return TransactionPage(
            added: new,
            modified: changed,
            removed: removed.map(\.transactionId),
            nextCursor: nextCursor,
            hasMore: hasMore,
            accounts: values,
            isHistoryComplete: transactionsUpdateStatus == "HISTORICAL_UPDATE_COMPLETE"
        )
    }

    /// An item whose transactions were not fetched yet has an empty cursor, and no more pages.
    private var isCursor: Bool {
        nextCursor.isEmpty
            ? !hasMore
            : ProviderText.isIdentifier(nextCursor, bytesMost: Limits.bankCursorBytes)
    }
}

/// The answer of `/webhook_verification_key/get`.
struct PlaidKey: Decodable {
    struct Key: Decodable {
        let alg: String
        let crv: String
        let kid: String
        let kty: String
        let use: String
        let x: String
        let y: String
        let expiredAt: Int64?
    }

    let key: Key

    func value() throws(BankProviderError) -> WebhookKey {
        guard key.alg == "ES256", key.kty == "EC", key.crv == "P-256", key.use == "sig",
            let x = Base64URL.bytes(key.x), x.count == 32,
            let y = Base64URL.bytes(key.y), y.count == 32,
            let point = try? P256.Signing.PublicKey(x963Representation: [0x04] + x + y)
        else { throw .unreadable }
        return WebhookKey(
            id: key.kid,
            key: VerificationKey(point),
            expiredAt: key.expiredAt.map { Timestamp(seconds: max(0, min($0, 253_402_300_799))) }
        )
    }
}
