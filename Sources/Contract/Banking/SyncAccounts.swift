import Kernel

extension API.Banking {
    /// How far the sync of an account came.
    public enum AccountSyncState: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Its transactions are here.
        case synced
        /// The bank wants its member to sign in again.
        case loginRequired = "login_required"
        /// The provider did not tell everything.
        case failed
    }

    /// What the sync of an account came to.
    public struct AccountSyncInfo: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The account's integer id.
        public let accountID: Int64
        /// How far it came.
        public let status: AccountSyncState
        /// When the account was last synced.
        public let lastSyncedAt: WireTimestamp?
        /// The provider's word for what went wrong.
        public let error: String?

        /// Makes an outcome.
        public init(
            accountID: Int64,
            status: AccountSyncState,
            lastSyncedAt: WireTimestamp? = nil,
            error: String? = nil
        ) {
            self.accountID = accountID
            self.status = status
            self.lastSyncedAt = lastSyncedAt
            self.error = error
        }
    }

    /// What a sync brought.
    public struct SyncResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// What was done, in one sentence.
        public let message: String
        /// Accounts whose transactions are here.
        public let accountsSynced: Int64
        /// Transactions that are new.
        public let transactionsAdded: Int64
        /// Transactions that are not as they were.
        public let transactionsUpdated: Int64
        /// Transactions that are gone.
        public let transactionsRemoved: Int64
        /// When it was done.
        public let syncedAt: WireTimestamp
        /// The linked accounts, in the order in which they were made.
        public let accounts: [AccountSyncInfo]

        /// Makes an answer.
        public init(
            message: String,
            accountsSynced: Int64,
            transactionsAdded: Int64,
            transactionsUpdated: Int64,
            transactionsRemoved: Int64,
            syncedAt: WireTimestamp,
            accounts: [AccountSyncInfo]
        ) {
            self.message = message
            self.accountsSynced = accountsSynced
            self.transactionsAdded = transactionsAdded
            self.transactionsUpdated = transactionsUpdated
            self.transactionsRemoved = transactionsRemoved
            self.syncedAt = syncedAt
            self.accounts = accounts
        }
    }

    /// Whether a sync is worth while.
    public struct SyncStatusResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// Whether there is an account that needs one.
        public let syncRecommended: Bool
        /// When an account was last synced.
        public let lastSyncAt: WireTimestamp?
        /// The integer ids of those never synced or more than four hours ago, ascending.
        public let accountsNeedingUpdate: [Int64]
        /// Whether a sync runs right now.
        public let syncing: Bool

        /// Makes a status.
        public init(
            lastSyncAt: WireTimestamp?,
            accountsNeedingUpdate: [Int64],
            syncing: Bool
        ) {
            self.syncRecommended = !accountsNeedingUpdate.isEmpty
            self.lastSyncAt = lastSyncAt
            self.accountsNeedingUpdate = accountsNeedingUpdate
            self.syncing = syncing
        }
    }

    /// Reads the caller's linked accounts at their banks, now.
    public static let syncAccounts = Endpoint<Empty, SyncResponse>(
        "syncAccounts",
        .post,
        "/api/accounts/sync",
        "Reads the caller's linked accounts at their banks, now.",
        access: .member,
        surface: .banking,
        refusals: [.bankFailure],
        answers: SyncResponse(
            message: "1 account synced",
            accountsSynced: 1,
            transactionsAdded: 12,
            transactionsUpdated: 1,
            transactionsRemoved: 0,
            syncedAt: WireTimestamp(Timestamp(seconds: 1_736_935_200)),
            accounts: [
                AccountSyncInfo(
                    accountID: 4,
                    status: .synced,
                    lastSyncedAt: WireTimestamp(Timestamp(seconds: 1_736_935_200))
                )
            ]
        ),
        waits: .zero
    )

    /// Tells whether a sync is worth while.
    public static let syncStatus = Endpoint<Empty, SyncStatusResponse>(
        "syncStatus",
        .get,
        "/api/accounts/sync/status",
        "Tells whether a sync is worth while, and whether one runs.",
        access: .member,
        surface: .banking,
        answers: SyncStatusResponse(
            lastSyncAt: WireTimestamp(Timestamp(seconds: 1_736_935_200)),
            accountsNeedingUpdate: [4],
            syncing: false
        )
    )
}
