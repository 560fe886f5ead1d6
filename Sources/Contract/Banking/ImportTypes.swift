import Kernel

extension API.Banking {
    /// A bank file that was imported, or is.
    public struct Import: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The integer id; 0 for a preview, which is not kept.
        public let id: Int64
        /// How far it is.
        public let state: ImportState
        /// Rows that were looked at so far.
        public let rowsDone: Int64
        /// The format, such as `OFX`.
        public let format: String
        /// The file's name, as it was told.
        public let fileName: String
        /// The account's integer id; none in a preview of an account that would be made.
        public let accountID: Int64?
        /// When it came.
        public let createdAt: WireTimestamp
        /// Rows that were new.
        public let rowsNew: Int64
        /// Rows that were there already, and said the same.
        public let rowsKnown: Int64
        /// Rows that were there already, and say something else now.
        public let rowsChanged: Int64
        /// Rows that could not be read.
        public let rowsRefused: Int64
        /// The first day of its rows.
        public let firstDay: WireDay?
        /// The last day of its rows.
        public let lastDay: WireDay?
        /// By how much the file's closing balance is more than ours, when it is another.
        public let balanceDifference: DecimalAmount?
        /// Whether nothing was stored.
        public let preview: Bool
        /// When all of it was taken back.
        public let revertedAt: WireTimestamp?

        /// Makes an import.
        public init(
            id: Int64,
            state: ImportState,
            rowsDone: Int64,
            format: String,
            fileName: String,
            accountID: Int64?,
            createdAt: WireTimestamp,
            rowsNew: Int64,
            rowsKnown: Int64,
            rowsChanged: Int64,
            rowsRefused: Int64,
            firstDay: WireDay?,
            lastDay: WireDay?,
            balanceDifference: DecimalAmount? = nil,
            preview: Bool = false,
            revertedAt: WireTimestamp? = nil
        ) {
            self.id = id
            self.state = state
            self.rowsDone = rowsDone
            self.format = format
            self.fileName = fileName
            self.accountID = accountID
            self.createdAt = createdAt
            self.rowsNew = rowsNew
            self.rowsKnown = rowsKnown
            self.rowsChanged = rowsChanged
            self.rowsRefused = rowsRefused
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.balanceDifference = balanceDifference
            self.preview = preview
            self.revertedAt = revertedAt
        }

        static let example = example(.done)

        static func example(_ state: ImportState) -> Self {
            Self(
                id: 5,
                state: state,
                rowsDone: 30,
                format: "OFX",
                fileName: "checking.ofx",
                accountID: Account.example.id,
                createdAt: WireTimestamp(Timestamp(seconds: 1_755_691_200)),
                rowsNew: 29,
                rowsKnown: 1,
                rowsChanged: 0,
                rowsRefused: 0,
                firstDay: WireDay(CivilDay(dayNumber: 20_301)),
                lastDay: WireDay(CivilDay(dayNumber: 20_320)),
                revertedAt: state == .reverted
                    ? WireTimestamp(Timestamp(seconds: 1_755_694_800)) : nil
            )
        }
    }

    /// How far an import is.
    public enum ImportState: String, Codable, CaseIterable, Sendable, WireEnum {
        /// Nothing was stored.
        case preview
        /// Its rows are booked.
        case running
        /// All of them are.
        case done
        /// What it brought is taken back.
        case reverting
        /// All of it was.
        case reverted
    }

    /// A row of a file that cannot be read.
    public struct ImportProblem: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The line at which it begins, from 1.
        public let line: Int64
        /// What is wrong.
        public let reason: String

        /// Makes a problem.
        public init(line: Int64, reason: String) {
            self.line = line
            self.reason = reason
        }
    }

    /// What came of a file.
    public struct ImportResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The import.
        public let `import`: Import
        /// The first new transactions; those of a preview have the id 0.
        public let sample: [Transaction]
        /// The first rows that cannot be read.
        public let problems: [ImportProblem]
        /// The columns of a CSV file, as they were used.
        public let mapping: ColumnMapping?

        /// Makes an answer.
        public init(
            _ import: Import,
            sample: [Transaction] = [],
            problems: [ImportProblem] = [],
            mapping: ColumnMapping? = nil
        ) {
            self.import = `import`
            self.sample = sample
            self.problems = problems
            self.mapping = mapping
        }
    }

    /// The imports of a member.
    public struct ImportListResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The newest ones, the newest first.
        public let imports: [Import]

        /// Makes a list.
        public init(_ imports: [Import]) {
            self.imports = imports
        }
    }
}
