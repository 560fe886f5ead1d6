public import Kernel

/// Who reads accounts and transactions at banks for a member; one implementation for each provider.
///
/// What a member linked is an item: one sign-in at one institution, with its accounts. No call is
/// made inside a transaction. `now` matters to those that are built in; others have clocks of their
/// own.
public protocol BankProvider: Sendable {
    /// Whose provider it is.
    var name: BankProviderName { get }

    /// Makes a token with which an app lets a member sign in at an institution.
    ///
    /// `repairing`: The item whose sign-in is to be made good again; `nil` for a new one.
    func linkToken(
        for member: ID<Entity.Member>,
        repairing item: BankAccessToken?,
        now: Timestamp
    ) async throws(BankProviderError) -> LinkToken

    /// Exchanges what an app got from the sign-in for an item.
    ///
    /// A public token is good once, and for half an hour. Whether it was used before the provider
    /// knows; the built-in bank, which keeps nothing, does not, and its caller has to remember.
    func exchange(
        _ publicToken: String,
        for member: ID<Entity.Member>,
        now: Timestamp
    ) async throws(BankProviderError) -> LinkedItem

    /// The accounts of an item, with their balances.
    func accounts(
        of item: BankAccessToken,
        now: Timestamp
    ) async throws(BankProviderError) -> ItemAccounts

    /// What changed in the item's transactions after a cursor; from the beginning without one.
    ///
    /// Pages that belong together end with one that has no more. When the provider's data changed
    /// in between (`mutationDuringPagination`), they are asked for again from their first cursor.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - cursor: The next cursor of the page before.
    ///   - count: The most changes to give, 1...``Limits/bankPageRows``.
    ///   - now: The present instant.
    /// - Returns: One page.
    /// - Throws: ``BankProviderError``.
    func transactions(
        of item: BankAccessToken,
        after cursor: String?,
        count: Int,
        now: Timestamp
    ) async throws(BankProviderError) -> TransactionPage

    /// Gives an item up; does nothing when it is gone already.
    func remove(_ item: BankAccessToken, now: Timestamp) async throws(BankProviderError)

    /// The key of that name with which the provider signs its webhooks.
    func webhookKey(_ id: String, now: Timestamp) async throws(BankProviderError) -> WebhookKey
}

/// The bank providers that there are.
public enum BankProviderName: String, Sendable, CaseIterable {
    /// Plaid, or whoever speaks its wire.
    case plaid
    /// The bank that is built in and has no money.
    case sandbox
}
