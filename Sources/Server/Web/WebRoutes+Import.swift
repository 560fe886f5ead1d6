import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// Importing bank files: which one, what would come of it, how far it is, and back.
extension WebRoutes {
    func addImports(to router: Router<PurserContext>) {
        page(
            ImportView.path,
            on: router,
            post: { visit, form, _ in try await takeImport(form, visit) },
            get: { visit, _ in try await chooseFile(visit) },
            reading: { request, visit in try await importForm(of: request, visit) }
        )
        page(
            "\(ImportView.path)/{id}",
            on: router,
            post: { visit, form, request in try await revertImport(form, visit, request) },
            get: { visit, request in try await showImport(visit, request) }
        )
    }

    // MARK: Forms

    /// Reads a form, which carries a bank file where it has several parts.
    ///
    /// Who sends it, and from which page, is known before any of a file is received.
    private func importForm(of request: Request, _ visit: Visit) async throws -> PageForm {
        guard request.hasParts else { return try await form(of: request, visit.context) }
        guard request.isFromOurPage(publicURL) else {
            throw Problem.invalid("The form comes from another site")
        }
        _ = try await visit.call(API.Allowance.currentMember)
        let caller = Caller.member(visit.bearer).key
        do {
            try services.uploads.enter(caller)
            defer { services.uploads.leave(caller) }
            let upload = try await request.upload()
            try FormText.requireStreamSafe(upload.fields)
            var form = try PageForm(upload.fields)
            form.file = .success(upload)
            return form
        } catch let problem as Problem where Self.refusals.contains(problem.kind) {
            // Nothing is done with what was not received; its page says so.
            var form = try PageForm([("form_token", visit.formToken)])
            form.file = .failure(problem)
            return form
        }
    }

    /// Why a file is not received that may be sent another time, or another one.
    private static let refusals: Set<Problem.Kind> = [.payloadTooLarge, .conflict, .unavailable]

    private func takeImport(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let choice = ImportChoice(account: form["account"], accountName: form["account_name"])
        switch form.file {
        case .failure(let problem):
            let words =
                problem.kind == .payloadTooLarge
                ? "is larger than \(Limits.bankFileBytes / 1_048_576) MiB" : problem.message
            return try await chooseFile(visit, choice, file: words, problem.kind)
        case .success(let upload):
            guard upload.file.count > 0 else {
                let words = upload.fileName.isEmpty ? "choose a file" : "is empty"
                return try await chooseFile(visit, choice, file: words, .invalid)
            }
            let held = services.heldFiles.hold(
                upload.file,
                named: upload.fileName,
                of: visit.bearer.member,
                now: services.now()
            )
            return try await preview(ImportLook(held, choice), visit)
        case nil: return try await goOn(form, choice, visit)
        }
    }

    /// Does what a form asks for about a file that is held.
    private func goOn(
        _ form: PageForm,
        _ choice: ImportChoice,
        _ visit: Visit
    ) async throws -> Response {
        let (member, now) = (visit.bearer.member, services.now())
        let files = services.heldFiles
        switch form["do"] {
        case "forget":
            _ = files.take(form["file"], of: member, now: now)
            return redirect(to: ImportView.path)
        case "preview":
            guard let file = files.find(form["file"], of: member, now: now) else {
                return try await saysGone(visit, choice)
            }
            var look = ImportLook(file, choice)
            look.columns = try await columns(form, file, visit)
            return try await preview(look, visit)
        case "import":
            guard let file = files.take(form["file"], of: member, now: now) else {
                return try await saysGone(visit, choice)
            }
            var look = ImportLook(file, choice)
            look.mapping = form.text("mapping")
            return try await bring(look, form, visit)
        default: throw Problem(.notFound)
        }
    }

    private func saysGone(_ visit: Visit, _ choice: ImportChoice) async throws -> Response {
        let sentence =
            "The file is not here any more: it was imported, or waited for too long. "
            + "Look below, or choose it again."
        return try await chooseFile(visit, choice, [Notice(.warn, sentence)], .conflict)
    }

    /// Imports a file as it was shown.
    private func bring(
        _ look: ImportLook,
        _ form: PageForm,
        _ visit: Visit
    ) async throws -> Response {
        do {
            var request = ImportLook.Request(look)
            guard request.problems.isEmpty else { throw Problem(.notFound) }
            request.skipsBadRows = form["skip"] == "yes"
            let answer = try await visit.upload(request.input(isPreview: false), look.file)
            let isUnderWay = ImportStatusView.isUnderWay(answer.import)
            let rows = isUnderWay ? Int64(form["rows"]) : nil
            return redirect(to: ImportStatusView.path(of: answer.import.id, rows: rows))
        } catch {
            services.heldFiles.putBack(look.file, of: visit.bearer.member, now: services.now())
            guard let problem = error as? Problem, ImportLook.isMendable(problem) else {
                throw error
            }
            var again = look
            again.refusal = problem
            return try await preview(again, visit)
        }
    }

    // MARK: Pages

    func chooseFile(
        _ visit: Visit,
        _ choice: ImportChoice = ImportChoice(),
        _ notices: [Notice] = [],
        file problem: String? = nil,
        _ refusal: Problem.Kind? = nil
    ) async throws -> Response {
        let desk = try await desk(of: visit)
        let held = services.heldFiles.find(of: visit.bearer.member, now: services.now())
        let view = ImportView(
            ImportView.Answers(
                accounts: try await visit.call(API.Banking.listAccounts).accounts,
                imports: try await visit.call(API.Banking.listImports).imports,
                held: held.map { ($0.id, $0.name) }
            ),
            choice: choice,
            problems: problem.map { ["file": $0] } ?? [:],
            zone: desk.zone,
            notices: notices,
            formToken: visit.formToken,
            desk.format
        )
        return importPage(view, "Import a bank file", desk, visit, refusal)
    }

    /// A page of imports as it is sent.
    func importPage(
        _ view: some PageView,
        _ title: String,
        _ desk: Desk,
        _ visit: Visit,
        _ refusal: Problem.Kind? = nil,
        refreshing: Bool = false
    ) -> Response {
        var frame = frame(title, .transactions, desk.reader, visit, desk.format)
        frame.module = WebApp.importScript.path
        if refreshing { frame.refreshSeconds = ImportStatusView.refreshSeconds }
        let status = refusal.map { HTTPResponse.Status(code: $0.status) } ?? .ok
        return html(Templates.document(view, in: frame), status)
    }

    private static func subject(_ visit: Visit) throws -> API.Banking.ImportSubject {
        guard let id = visit.context.parameters.get("id").flatMap(Int64.init) else {
            throw Problem(.notFound)
        }
        return API.Banking.ImportSubject(id: id)
    }

    private func showImport(
        _ visit: Visit,
        _ request: Request,
        _ refusal: Problem? = nil
    ) async throws -> Response {
        let rows = try request.queryPairs().first { $0.key == "rows" }.flatMap { Int64($0.value) }
        let row = try await visit.call(API.Banking.importStatus, try Self.subject(visit))
        let desk = try await desk(of: visit)
        let accounts = try await visit.call(API.Banking.listAccounts).accounts
        let code = accounts.first { $0.id == row.accountID }?.currencyCode
        let view = ImportStatusView(
            row,
            rows: rows,
            accounts: accounts,
            zone: desk.zone,
            notices: refusal.map { [Notice(.bad, $0.message)] } ?? [],
            formToken: visit.formToken,
            visit.format(in: code.flatMap { Currency(code: $0) } ?? desk.currency)
        )
        let isUnderWay = ImportStatusView.isUnderWay(row)
        return importPage(view, "Import", desk, visit, refusal?.kind, refreshing: isUnderWay)
    }

    private func revertImport(
        _ form: PageForm,
        _ visit: Visit,
        _ request: Request
    ) async throws -> Response {
        guard form["do"] == "revert" else { throw Problem(.notFound) }
        let subject = try Self.subject(visit)
        do {
            _ = try await visit.call(API.Banking.revertImport, subject)
        } catch let problem as Problem where problem.kind == .conflict {
            return try await showImport(visit, request, problem)
        }
        return redirect(to: ImportStatusView.path(of: subject.id))
    }
}

extension Request {
    /// Whether the body is a form of several parts.
    fileprivate var hasParts: Bool {
        guard let type = headers.only(.contentType), type.utf8.allSatisfy({ $0 < 0x80 }) else {
            return false
        }
        return HeaderFields(type[...]).type == "multipart/form-data"
    }
}
