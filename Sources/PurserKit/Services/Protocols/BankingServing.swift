public import Contract

/// What ``BankingService`` does: accounts, and what happened on them.
///
/// Code of an app that takes this, and not the service itself, has a stand-in in its tests. Each
/// requirement is the service's own by that name; arguments that it may leave out are named here.
public protocol BankingServing: Sendable {
    func listAccounts() async throws -> API.Banking.AccountListResponse
    func listTransactions(
        limit: Int64?,
        offset: Int64?,
        from startDate: DateFilter?,
        through endDate: DateFilter?,
        category: String?,
        accountID: Int64?
    ) async throws -> API.Banking.TransactionListResponse
    func recentTransactions(
        since: WireTimestamp?
    ) async throws -> API.Banking.RecentTransactionsResponse
    func summarizeTransactions(
        days: Int64?
    ) async throws -> API.Banking.SpendingSummaryResponse
    func summarizeTransactions(
        from startDate: DateFilter,
        through endDate: DateFilter?
    ) async throws -> API.Banking.SpendingSummaryResponse
    func exportTransactions(
        as format: API.Banking.ExportFormat,
        from startDate: DateFilter?,
        through endDate: DateFilter?,
        accountID: Int64?
    ) async throws -> Download
    func listCategories() async throws -> API.Banking.CategoriesResponse
    func importFile(
        _ file: [UInt8],
        named fileName: String?,
        accountID: Int64?,
        accountName: String?,
        preview: Bool?,
        mapping: API.Banking.ColumnMapping?,
        skipBadRows: Bool?
    ) async throws -> API.Banking.ImportResponse
    func imports() async throws -> API.Banking.ImportListResponse
    func importStatus(_ id: Int64) async throws -> API.Banking.Import
    func revertImport(_ id: Int64) async throws -> API.Banking.Import
    func createLinkToken(
        products: [String]?
    ) async throws -> API.Banking.LinkTokenResponse
    func exchangePublicToken(
        _ publicToken: String
    ) async throws -> API.Banking.ExchangeResponse
    @discardableResult
    func deleteAccount(_ id: Int64) async throws -> Written<API.Banking.SuccessResponse>
    @discardableResult
    func syncAccounts() async throws -> API.Banking.SyncResponse
    func syncStatus() async throws -> API.Banking.SyncStatusResponse
    func keepSynced(
        every interval: Duration
    ) -> Poll<API.Banking.SyncResponse?>
    @discardableResult
    func registerDeviceToken(
        _ deviceToken: String
    ) async throws -> Written<API.Banking.SuccessResponse>
    @discardableResult
    func testNotification() async throws -> API.Banking.TestNotificationResponse
    func getNotificationPreferences() async throws -> API.Banking.NotificationPreferences
    @discardableResult
    func setNotificationPreferences(
        _ changes: API.Banking.NotificationPreferencesRequest
    ) async throws -> Written<API.Banking.NotificationPreferences>
}

extension BankingService: BankingServing {}
