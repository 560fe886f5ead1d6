public import Contract
public import Kernel

/// Where a bank file is chosen, and what was imported before.
public struct ImportView: PageView {
    /// The template's name.
    public static let template = "import"

    /// Its address, and that of the forms that follow.
    public static let path = "\(Frame.Place.transactions.path)/import"

    /// The address of the forms about a file that is held.
    public static func path(ofFile id: String) -> String { "\(path)?file=\(id)" }

    struct Waiting: Sendable {
        let fileName: String
        let goingOn: ActionForm
        let forgetting: ActionForm
    }

    let notices: [Notice]
    let action = ImportView.path
    let formToken: String
    let mostBytes = Limits.bankFileBytes
    let most = "\(Limits.bankFileBytes / 1_048_576) MiB"
    let fields: [TextField]
    let fileProblem: String
    let isRefused: Bool
    let waiting: Waiting?
    let rows: [Entry]
    let isEmpty: Bool

    /// What the page is made of.
    public struct Answers: Sendable {
        /// The reader's accounts.
        public var accounts: [API.Banking.Account]
        /// What the reader imported before.
        public var imports: [API.Banking.Import]
        /// A file that was looked at and not imported, by the id and the name of it.
        public var held: (id: String, name: String)?

        /// Gathers what the page is made of.
        public init(
            accounts: [API.Banking.Account],
            imports: [API.Banking.Import],
            held: (id: String, name: String)?
        ) {
            self.accounts = accounts
            self.imports = imports
            self.held = held
        }
    }

    /// Makes the page.
    ///
    /// `problems`: What is wrong with what was sent, by the API's fields.
    public init(
        _ answers: Answers,
        choice: ImportChoice = ImportChoice(),
        problems: [String: String] = [:],
        zone: Zone,
        notices: [Notice] = [],
        formToken: String,
        _ format: PageFormat
    ) {
        self.notices = notices
        self.formToken = formToken
        fields = choice.fields(answers.accounts, problems: problems)
        fileProblem = problems["file"] ?? ""
        isRefused = problems["file"] != nil
        waiting = answers.held.map { Waiting($0.id, $0.name, formToken: formToken) }
        let names = Dictionary(
            answers.accounts.map { ($0.id, $0.name) },
            uniquingKeysWith: { first, _ in first }
        )
        rows = answers.imports.map { row in
            Self.entry(row, names, zone: zone, formToken: formToken, format)
        }
        isEmpty = rows.isEmpty
    }

    private static func entry(
        _ row: API.Banking.Import,
        _ accounts: [Int64: String],
        zone: Zone,
        formToken: String,
        _ format: PageFormat
    ) -> Entry {
        let day = format.day(row.createdAt.instant, in: zone)
        let parts = [row.format, row.accountID.flatMap { accounts[$0] } ?? "", day]
        let tag = ImportWords.tag(row.state).map { word in
            Tag(row.state == .reverted ? .plain : .warn, word)
        }
        return Entry(
            ImportWords.name(row.fileName),
            Amount(text: "\(format.number(row.rowsNew)) new", isIn: false),
            parts.filter { !$0.isEmpty }.joined(separator: " · "),
            tags: tag.map { [$0] } ?? [],
            forms: ImportWords.reverting(row, formToken: formToken).map { [$0] } ?? [],
            to: ImportStatusView.path(of: row.id)
        )
    }
}

extension ImportView.Waiting {
    fileprivate init(_ id: String, _ name: String, formToken: String) {
        let path = ImportView.path(ofFile: id)
        fileName = ImportWords.name(name)
        goingOn = ActionForm(
            path,
            formToken: formToken,
            hidden: ["do": "preview", "file": id, "account": "", "account_name": ""],
            button: "Go on with it"
        )
        forgetting = ImportWords.forgetting(id, formToken: formToken)
    }
}
