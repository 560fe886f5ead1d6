public import Contract

/// Accounts that are linked at banks.
extension BankingService {
    /// Begins to link accounts: tells with what the member signs in at a bank.
    public func createLinkToken(
        products: [String]? = nil
    ) async throws -> API.Banking.LinkTokenResponse {
        try await purser.call(API.Banking.createLinkToken, .init(products: products))
    }

    /// Links the accounts of a sign-in at a bank; linked again, they keep their ids.
    ///
    /// Their transactions come with ``syncAccounts()``.
    public func exchangePublicToken(
        _ publicToken: String
    ) async throws -> API.Banking.ExchangeResponse {
        try await purser.call(API.Banking.exchangePublicToken, .init(publicToken: publicToken))
    }

    /// Unlinks an account; it and its transactions leave every list until it is linked again.
    @discardableResult
    public func deleteAccount(_ id: Int64) async throws -> Written<API.Banking.SuccessResponse> {
        try await purser.write(API.Banking.deleteAccount, .init(id: id))
    }

    /// Reads the member's linked accounts at their banks, now.
    @discardableResult
    public func syncAccounts() async throws -> API.Banking.SyncResponse {
        try await purser.call(API.Banking.syncAccounts)
    }

    /// Tells whether a sync is worth while.
    public func syncStatus() async throws -> API.Banking.SyncStatusResponse {
        try await purser.call(API.Banking.syncStatus)
    }

    /// Keeps linked accounts fresh while the app is in front: asks again and again whether a sync
    /// is worth while, and syncs when it is.
    ///
    /// ```swift
    /// for await result in purser.banking.keepSynced() {
    ///     if case .success(.some) = result { await list.reload() }
    /// }
    /// ```
    ///
    /// An answer is what a sync brought, or `nil` when none was due; see ``Poll``.
    public func keepSynced(
        every interval: Duration = LiveService.syncStatusInterval
    ) -> Poll<API.Banking.SyncResponse?> {
        purser.live.poll(every: interval) { purser in
            guard try await purser.banking.syncStatus().syncRecommended else { return nil }
            return try await purser.banking.syncAccounts()
        }
    }
}
