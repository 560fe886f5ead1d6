import Contract
import Kernel
import Operations
import Web

/// A bank file as it is looked at: into which account it goes, and how it is read.
struct ImportLook: Sendable {
    let file: HeldFiles.File
    let choice: ImportChoice
    /// The columns that a form chose; `nil` where none did.
    var columns: ImportColumns?
    /// The mapping that an earlier look was made with, as JSON.
    var mapping: String?
    /// Why the file was not imported as it was looked at.
    var refusal: Problem?

    init(_ file: HeldFiles.File, _ choice: ImportChoice) {
        self.file = file
        self.choice = choice
    }

    /// Whether who sent the form can do something about a refusal.
    static func isMendable(_ problem: Problem) -> Bool {
        [.invalid, .notFound, .conflict, .unavailable].contains(problem.kind)
    }

    /// What is asked of the API.
    struct Request {
        let mapping: String?
        var skipsBadRows = true
        /// What of the form cannot be asked, by field.
        private(set) var problems: [String: String] = [:]
        private let account: Int64?
        private let accountName: String?

        init(_ look: ImportLook) {
            account = Int64(look.choice.account)
            if account == nil, !look.choice.account.isEmpty {
                problems["account_id"] = ImportLook.strange
            }
            let name = look.choice.accountName
            accountName = name.contains { !$0.isWhitespace } ? name : nil
            guard let columns = look.columns else {
                mapping = look.mapping
                return
            }
            let chosen = ChosenColumns(columns)
            mapping = chosen.json
            problems.merge(chosen.problems) { first, _ in first }
        }

        func input(isPreview: Bool) -> API.Banking.ImportRequest {
            API.Banking.ImportRequest(
                accountID: account,
                accountName: accountName,
                preview: isPreview,
                mapping: mapping,
                skipBadRows: skipsBadRows
            )
        }
    }

    private static let strange = "is none of your accounts"

    /// What is wrong, by field, where a refusal is about one.
    func problems(_ problem: Problem) -> [String: String] {
        if problem.kind == .notFound { return ["account_id": Self.strange] }
        if refusal != nil, problem.hasBadRows {
            return ["skip": "say that they may be left out, or mend the file"]
        }
        var found = Dictionary(
            problem.faults.map { ($0.field, $0.rule) },
            uniquingKeysWith: { first, _ in first }
        )
        if found["account_id"] != nil, choice.account.isEmpty {
            found["account_id"] = "choose one, or name a new one: the file names none"
        }
        return found
    }
}

extension Problem {
    /// Whether it names rows or a line of a bank file that cannot be read.
    var hasBadRows: Bool { details.contains { $0.key == "problems" } }

    /// What a refusal says of the columns of a bank file; `nil` for one that is not about them.
    var columnsOfFile: ImportColumns? {
        guard let told = details.first(where: { $0.key == "mapping" })?.value,
            case .array(let cells) = told["columns"]
        else { return nil }
        let names = cells.map { cell in
            if case .string(let name) = cell { name } else { "" }
        }
        let found = told["found"].flatMap { try? API.Banking.ColumnMapping(json: $0.text) }
        return ImportColumns(names: names, found: found)
    }

    /// Whether the order of day and month is all that is unclear.
    var lacksOrderOfDays: Bool {
        let told = details.first { $0.key == "mapping" }?.value
        guard case .array(let cells) = told?["columns"] else { return false }
        return cells.isEmpty || told?["found"] != nil
    }
}

extension Visit {
    /// Hands a file that is held to the API.
    ///
    /// - Throws: ``Problem``.
    func upload(
        _ input: API.Banking.ImportRequest,
        _ file: HeldFiles.File
    ) async throws -> API.Banking.ImportResponse {
        let content = file.content
        let source = BankFileSource(name: file.name) { offset, most in
            try await content.bytes(from: offset, most: most)
        }
        return try await calls.upload(
            API.Banking.importBankFile,
            input,
            source,
            by: PageCaller(token: token, context: context)
        )
    }
}
