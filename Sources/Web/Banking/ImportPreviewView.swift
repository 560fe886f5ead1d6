public import Contract
public import Kernel

/// What would come of a bank file; nothing of it is stored.
public struct ImportPreviewView: PageView {
    /// The template's name.
    public static let template = "import-preview"

    struct Problem: Sendable {
        let line: String
        let reason: String
    }

    /// What was found in a file that can be read.
    struct Outcome: Sendable {
        let counts: [ImportCount]
        let explanation: String
        let bringing: Bringing?
        let rows: [Entry]
        let rowsTitle: String
        let problems: [Problem]
        let problemsTitle: String
        let hasRows: Bool
        let hasProblems: Bool
    }

    /// The form that imports what is shown, and only that.
    struct Bringing: Sendable {
        let hidden: [ActionForm.Hidden]
        let button: String
        let skip: Skip?
    }

    /// What has to be agreed to where rows cannot be read.
    struct Skip: Sendable {
        let label: String
        let skipProblem: String?
    }

    let back = ImportView.path
    let action: String
    let formToken: String
    let fileName: String
    let file: String
    let summary: String
    let notices: [Notice]
    let outcome: Outcome?
    /// What leaves the file alone, where nothing can be imported.
    let forgetting: ActionForm
    let asked: [TextField]
    let columns: [TextField]
    let hasColumns: Bool
    let areNames: Bool
    let negating: ActionForm.Box
    let hasTable: Bool
    let looking = Button("Show it read so", .quiet, sending: ("do", "preview"))
    /// What the form's fields are about: `table`, or `days` alone.
    let columnsKind: String

    /// Whether one of the page's fields shows what is wrong.
    public static func marks(_ problems: [String: String]) -> Bool {
        let fields = ImportColumns.columns + ImportColumns.others
        return (["account_id", "account_name", "skip"] + fields).contains { problems[$0] != nil }
    }

    /// What the page is made of.
    public struct Answers: Sendable {
        /// The id of the file, which its forms name it by.
        public var file: String
        /// The file's name.
        public var name: String
        /// What would come of it; `nil` where that cannot be told yet.
        public var response: API.Banking.ImportResponse?
        /// The reader's accounts.
        public var accounts: [API.Banking.Account]
        /// The columns, of a file that has some.
        public var columns: ImportColumns?
        /// The mapping that the preview was made with, as JSON; empty where the API finds it.
        public var mapping: String

        /// Gathers what the page is made of.
        public init(
            file: String,
            name: String,
            response: API.Banking.ImportResponse?,
            accounts: [API.Banking.Account],
            columns: ImportColumns?,
            mapping: String
        ) {
            self.file = file
            self.name = name
            self.response = response
            self.accounts = accounts
            self.columns = columns
            self.mapping = mapping
        }
    }

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - answers: What was answered.
    ///   - choice: Into which account the file goes.
    ///   - problems: What is wrong with what was sent, by field.
    ///   - notices: What stands above.
    ///   - zone: The household's time zone.
    ///   - formToken: What forms carry against those of other sites.
    ///   - format: How figures and days are written, amounts in the file's currency.
    public init(
        _ answers: Answers,
        choice: ImportChoice,
        problems: [String: String] = [:],
        notices: [Notice] = [],
        zone: Zone,
        formToken: String,
        _ format: PageFormat
    ) {
        self.notices = notices
        self.formToken = formToken
        action = ImportView.path(ofFile: answers.file)
        file = answers.file
        fileName = ImportWords.name(answers.name)
        forgetting = ImportWords.forgetting(answers.file, formToken: formToken)
        let found = answers.response?.import
        let parts = [found?.format, found.flatMap { ImportWords.period($0, format) }]
        let known = parts.compactMap(\.self).joined(separator: " · ")
        summary = known.isEmpty ? "Nothing is stored yet" : "\(known) · nothing is stored yet"
        outcome = answers.response.map {
            Outcome($0, answers, choice, problem: problems["skip"], zone: zone, format)
        }
        asked = choice.fields(answers.accounts, problems: problems)
        columns = answers.columns?.fields(problems: problems) ?? []
        hasColumns = answers.columns != nil
        hasTable = answers.columns.map { !$0.names.isEmpty } ?? false
        columnsKind = hasTable ? "table" : "days"
        areNames = answers.columns?.areNames ?? false
        negating = ActionForm.Box(
            "negate",
            "Amounts above zero are money out",
            isTicked: answers.columns?.chosen["negate"] == "yes"
        )
    }
}

extension ImportPreviewView.Outcome {
    fileprivate init(
        _ response: API.Banking.ImportResponse,
        _ answers: ImportPreviewView.Answers,
        _ choice: ImportChoice,
        problem: String?,
        zone: Zone,
        _ format: PageFormat
    ) {
        let found = response.import
        counts = ImportWords.counts(found, format)
        let account = answers.accounts.first { $0.id == found.accountID }?.name
        let isNothing = found.rowsNew == 0 && found.rowsChanged == 0
        let target = account.map { "into \($0)" } ?? "into a new account"
        explanation =
            isNothing
            ? "Everything that can be read of this file is there already; there is nothing to "
                + "import."
            : "They go \(target). What is there already is not brought twice; what the file "
                + "says otherwise is changed."
        bringing =
            isNothing ? nil : .init(found, answers, choice, problem: problem, format)
        rows = response.sample.map { Self.entry($0, zone: zone, format) }
        hasRows = !rows.isEmpty
        let isPart = Int64(rows.count) < found.rowsNew
        rowsTitle =
            isPart
            ? "The first \(format.number(Int64(rows.count))) as they would be stored"
            : "As they would be stored"
        problems = response.problems.map { problem in
            .init(line: "Line \(format.number(problem.line))", reason: problem.reason)
        }
        hasProblems = !problems.isEmpty
        let isListPart = Int64(problems.count) < found.rowsRefused
        problemsTitle =
            isListPart
            ? "The first \(format.number(Int64(problems.count))) rows that cannot be read"
            : "Rows that cannot be read"
    }

    private static func entry(
        _ row: API.Banking.Transaction,
        zone: Zone,
        _ format: PageFormat
    ) -> Entry {
        let parts = [
            format.day(row.date.instant, in: zone), row.primaryCategory,
            row.pending ? "pending" : "",
        ]
        return Entry(
            row.merchantName ?? row.name,
            // Above zero is money out there, and money in on every page.
            .moved(hundredths: -row.amount.minor, format),
            parts.filter { !$0.isEmpty }.joined(separator: " · ")
        )
    }
}

extension ImportPreviewView.Bringing {
    fileprivate init(
        _ found: API.Banking.Import,
        _ answers: ImportPreviewView.Answers,
        _ choice: ImportChoice,
        problem: String?,
        _ format: PageFormat
    ) {
        let carried = [
            ("file", answers.file), ("mapping", answers.mapping), ("rows", "\(found.rowsDone)"),
        ]
        hidden =
            carried.map { ActionForm.Hidden(hiddenName: $0, hiddenValue: $1) } + choice.hidden
        let count = found.rowsNew + found.rowsChanged
        button = "Import \(ImportWords.transactions(count, format))"
        let refused = found.rowsRefused
        let rows = refused == 1 ? "the row" : "the \(format.number(refused)) rows"
        skip =
            refused > 0
            ? .init(label: "Leave out \(rows) that cannot be read", skipProblem: problem) : nil
    }
}
