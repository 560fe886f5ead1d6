import Kernel

extension API.Banking {
    /// What is said beside a bank file: fields of its form, or parameters of the query.
    public struct ImportRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The account's integer id; the account that the file names when left out.
        public let accountID: Int64?
        /// The account's name, where the file names none; one is made when it is new.
        public let accountName: String?
        /// Whether to tell what would come of it, and store nothing.
        public let preview: Bool?
        /// The columns of a CSV file, as JSON; detected or remembered when left out.
        public let mapping: String?
        /// Whether to leave out rows that cannot be read.
        public let skipBadRows: Bool?
        /// The file's name, where its form does not tell it.
        public let fileName: String?

        /// Makes a request.
        public init(
            accountID: Int64? = nil,
            accountName: String? = nil,
            preview: Bool? = nil,
            mapping: String? = nil,
            skipBadRows: Bool? = nil,
            fileName: String? = nil
        ) {
            self.accountID = accountID
            self.accountName = accountName
            self.preview = preview
            self.mapping = mapping
            self.skipBadRows = skipBadRows
            self.fileName = fileName
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("account_name", upTo: Limits.accountNameCharacters) { $0.accountName },
            .text("mapping", upTo: Limits.mappingCharacters) { $0.mapping },
            .text("file_name", upTo: Limits.identifierCharacters) { $0.fileName },
        ]
    }

    /// Which import is meant.
    public struct ImportSubject: WireInput, SnakeCaseKeys, Equatable {
        /// Its integer id.
        public let id: Int64

        /// Names an import.
        public init(id: Int64) {
            self.id = id
        }
    }

    /// Imports a bank file.
    ///
    /// A repeat finds every row held: it brings nothing twice.
    public static let importBankFile = Endpoint<ImportRequest, ImportResponse>(
        "importBankFile",
        .post,
        "/api/accounts/import",
        "Imports a bank file: OFX, QFX, CSV, QIF, CAMT.053 or MT940.",
        takesFile: true,
        access: .member,
        repeats: .never,
        surface: .banking,
        status: 201,
        otherStatuses: [200, 202],
        refusals: [.notFound, .conflict],
        example: ImportRequest(accountName: "Checking"),
        answers: ImportResponse(.example, sample: [.example])
    )

    /// Lists the caller's imports.
    public static let listImports = Endpoint<Empty, ImportListResponse>(
        "listImports",
        .get,
        "/api/accounts/imports",
        "Lists the caller's imports of bank files, the newest first.",
        access: .member,
        surface: .banking,
        answers: ImportListResponse([.example])
    )

    /// Tells how far an import is.
    public static let importStatus = Endpoint<ImportSubject, Import>(
        "importStatus",
        .get,
        "/api/accounts/imports/{id}",
        "Tells how far an import of a bank file is.",
        access: .member,
        surface: .banking,
        example: ImportSubject(id: 5),
        answers: .example(.running)
    )

    /// Takes back what an import brought.
    ///
    /// A repeat takes back nothing more.
    public static let revertImport = Endpoint<ImportSubject, Import>(
        "revertImport",
        .delete,
        "/api/accounts/imports/{id}",
        "Takes back what an import brought, with the edits of its transactions.",
        access: .member,
        repeats: .never,
        surface: .banking,
        refusals: [.conflict],
        example: ImportSubject(id: 5),
        answers: .example(.reverted)
    )
}
