import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// What would come of a bank file.
extension WebRoutes {
    /// Shows what would come of a file that is held; nothing of it is stored.
    func preview(_ look: ImportLook, _ visit: Visit) async throws -> Response {
        let request = ImportLook.Request(look)
        guard request.problems.isEmpty else {
            return try await show(look, request.problems, visit, .invalid)
        }
        let answer: API.Banking.ImportResponse
        do {
            answer = try await visit.upload(request.input(isPreview: true), look.file)
        } catch let problem as Problem where problem.isOfFormat {
            // No other choice would help, so the file is not held any longer.
            _ = services.heldFiles.take(
                look.file.id,
                of: visit.bearer.member,
                now: services.now()
            )
            return try await chooseFile(visit, look.choice, file: problem.message, problem.kind)
        } catch let problem as Problem where ImportLook.isMendable(problem) {
            return try await show(look, refusedFor: problem, visit)
        }
        var shown = look
        shown.mapping = try request.mapping ?? answer.mapping.flatMap(Self.short)
        if let mapping = answer.mapping {
            let names = try await names(in: look.file, delimiter: mapping.delimiter, visit)
            var columns = ImportColumns(names: names, found: mapping)
            columns.areNames = columns.areNames || look.columns?.areNames == true
            shown.columns = columns
        }
        guard let refusal = look.refusal else {
            return try await show(shown, [:], visit, nil, answer)
        }
        return try await show(shown, refusedFor: refusal, visit, answer)
    }

    /// The mapping as JSON, where it is short enough to be sent; the API finds it again else.
    private static func short(_ mapping: API.Banking.ColumnMapping) throws -> String? {
        let text = try mapping.json()
        return text.unicodeScalars.count <= Limits.mappingCharacters ? text : nil
    }

    /// What a form says of columns, with the names that the file has; `nil` where it says nothing.
    func columns(
        _ form: PageForm,
        _ file: HeldFiles.File,
        _ visit: Visit
    ) async throws -> ImportColumns? {
        let kind = form["columns"]
        guard kind == "table" || kind == "days" else { return nil }
        let fields = ImportColumns.columns + ImportColumns.others
        let chosen = fields.compactMap { field in form.text(field).map { (field, $0) } }
        let names =
            kind == "table"
            ? try await names(in: file, delimiter: form.text("delimiter"), visit) : []
        return ImportColumns(
            names: names,
            areNames: form["named"] == "yes",
            chosen: Dictionary(chosen, uniquingKeysWith: { first, _ in first })
        )
    }

    /// The names in the header of a CSV file, which the API tells whom it asks for a mapping.
    private func names(
        in file: HeldFiles.File,
        delimiter: String?,
        _ visit: Visit
    ) async throws -> [String] {
        // Without an amount it is none.
        let none = API.Banking.ColumnMapping(
            date: .number(1),
            description: .number(1),
            delimiter: delimiter
        )
        let input = API.Banking.ImportRequest(preview: true, mapping: try none.json())
        do {
            _ = try await visit.upload(input, file)
            return []
        } catch let problem as Problem {
            guard let columns = problem.columnsOfFile else { throw problem }
            return columns.names
        }
    }

    // MARK: The page

    private func show(
        _ look: ImportLook,
        refusedFor problem: Problem,
        _ visit: Visit,
        _ answer: API.Banking.ImportResponse? = nil
    ) async throws -> Response {
        var shown = look
        var problems = look.problems(problem)
        var notice: Notice?
        if let columns = problem.columnsOfFile {
            if shown.columns == nil { shown.columns = columns }
            if problem.lacksOrderOfDays {
                problems["date_format"] = "choose: the days of this file can be read both ways"
            } else {
                notice = Notice(.bad, problem.message)
            }
        } else if let rule = problems["file"] {
            notice = Notice(.bad, "The file \(rule)")
        } else if !ImportPreviewView.marks(problems) {
            notice = Notice(.bad, problem.message)
        }
        // Somebody else's account is as one that there is not.
        let kind = problem.kind == .notFound ? .invalid : problem.kind
        return try await show(shown, problems, visit, kind, answer, notice.map { [$0] } ?? [])
    }

    private func show(
        _ look: ImportLook,
        _ problems: [String: String],
        _ visit: Visit,
        _ refusal: Problem.Kind?,
        _ answer: API.Banking.ImportResponse? = nil,
        _ notices: [Notice] = []
    ) async throws -> Response {
        let desk = try await desk(of: visit)
        let code = answer?.sample.first?.currencyCode
        let view = ImportPreviewView(
            ImportPreviewView.Answers(
                file: look.file.id,
                name: look.file.name,
                response: answer,
                accounts: try await visit.call(API.Banking.listAccounts).accounts,
                columns: look.columns,
                mapping: look.mapping ?? ""
            ),
            choice: look.choice,
            problems: problems,
            notices: notices,
            zone: desk.zone,
            formToken: visit.formToken,
            visit.format(in: code.flatMap { Currency(code: $0) } ?? desk.currency)
        )
        return importPage(view, "Import a bank file", desk, visit, refusal)
    }
}

extension Problem {
    /// Whether a file is none that can be read, whatever is said beside it.
    fileprivate var isOfFormat: Bool { kind == .unsupportedMediaType || hasBadRows }
}
