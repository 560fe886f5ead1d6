import Kernel

extension API.Insights {
    /// How the caller's banks are to be read.
    public struct TransactionsSyncRequest: WireInput, Equatable {
        /// Taken and not used: how far a bank was read is known here.
        public let cursor: String?
        /// Whether everything is read again from its beginning; `false` when left out.
        public let forceFullSync: Bool?
        /// Whether the demo household takes the place of banks; `false` when left out.
        public let demoSeed: Bool?
        /// The month from which everything is read again; of a day it is its month.
        public let startMonth: MonthOrDay?
        /// Another name of ``startMonth``, which goes before it.
        public let startDate: MonthOrDay?

        /// Makes a request.
        public init(
            cursor: String? = nil,
            forceFullSync: Bool? = nil,
            demoSeed: Bool? = nil,
            startMonth: MonthOrDay? = nil,
            startDate: MonthOrDay? = nil
        ) {
            self.cursor = cursor
            self.forceFullSync = forceFullSync
            self.demoSeed = demoSeed
            self.startMonth = startMonth
            self.startDate = startDate
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("cursor", upTo: Limits.bankCursorBytes) { $0.cursor }
        ]
    }

    /// How far a sync is.
    public enum SyncStatus: String, Codable, Sendable, CaseIterable, WireEnum {
        /// The rest follows.
        case started = "STARTED"
        /// Everything is here.
        case completed = "COMPLETED"
    }

    /// What a sync brought.
    public struct TransactionsSyncResponse: Codable, Sendable, Equatable {
        /// How far it is.
        public let status: SyncStatus
        /// Transactions that were added or changed so far.
        public let syncedCount: Int64
        /// Transactions that are known to follow; 0 where nobody knows.
        public let pendingCount: Int64
        /// The trace of this call.
        public let traceID: String

        /// Makes an answer.
        public init(
            status: SyncStatus,
            syncedCount: Int64,
            pendingCount: Int64 = 0,
            traceID: String
        ) {
            self.status = status
            self.syncedCount = syncedCount
            self.pendingCount = pendingCount
            self.traceID = traceID
        }
    }

    /// Reads the caller's banks, now.
    public static let syncTransactions = Endpoint<
        TransactionsSyncRequest, TransactionsSyncResponse
    >(
        "syncTransactions",
        .post,
        "/transactions/sync",
        "Reads the caller's linked accounts at their banks, now; or gives it the demo household.",
        access: .member,
        surface: .insights,
        status: 202,
        refusals: [.bankFailure],
        example: TransactionsSyncRequest(forceFullSync: true),
        answers: TransactionsSyncResponse(
            status: .completed,
            syncedCount: 42,
            traceID: exampleTrace
        ),
        waits: .zero
    )
}
