extension API.Banking {
    /// What kind of file an export is.
    public enum ExportFormat: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Comma separated text, a line for each transaction.
        case csv
        /// Accounts and transactions as the lists show them.
        case json
        /// A journal of the transfers, which hledger reads.
        case hledger

        /// The media type of the file.
        public var mediaType: String {
            switch self {
            case .csv: "text/csv; charset=utf-8"
            case .json: "application/json"
            case .hledger: "text/plain; charset=utf-8"
            }
        }

        /// How the file's name ends.
        public var fileExtension: String {
            switch self {
            case .csv: "csv"
            case .json: "json"
            case .hledger: "journal"
            }
        }
    }

    /// Which transactions to export, and as what.
    public struct ExportRequest: WireInput, SnakeCaseKeys, Equatable {
        /// What kind of file.
        public let format: ExportFormat
        /// The first day; that of the oldest transaction when left out.
        public let startDate: DateFilter?
        /// The last day; that of the newest transaction when left out.
        public let endDate: DateFilter?
        /// An account of the caller, by its integer id; all when left out.
        public let accountID: Int64?

        /// Makes a request.
        public init(
            format: ExportFormat,
            startDate: DateFilter? = nil,
            endDate: DateFilter? = nil,
            accountID: Int64? = nil
        ) {
            self.format = format
            self.startDate = startDate
            self.endDate = endDate
            self.accountID = accountID
        }
    }

    /// Exports the caller's transactions as a file.
    public static let exportTransactions = Endpoint<ExportRequest, Empty>(
        "exportTransactions",
        .get,
        "/api/accounts/export",
        "Exports the caller's transactions as a file, which is sent while it is read.",
        access: .member,
        surface: .banking,
        refusals: [.notFound],
        example: ExportRequest(format: .csv),
        files: ExportFormat.allCases.map(\.mediaType)
    )
}
