import Contract
import Kernel
import Testing

@testable import Web

@Suite("Templates of importing bank files")
struct ImportTemplateTests {
    private let format = PageFormat(languages: nil, currency: .usd)
    private let notices = [Notice(.bad, "No")]
    private let accounts = API.Banking.listAccounts.answers.accounts

    private func row(
        _ state: API.Banking.ImportState,
        id: Int64 = 5,
        name: String = "may.csv",
        new: Int64 = 29,
        changed: Int64 = 0,
        refused: Int64 = 0,
        difference: Int64? = nil
    ) -> API.Banking.Import {
        let known = API.Banking.importStatus.answers
        return API.Banking.Import(
            id: id,
            state: state,
            rowsDone: 1_250,
            format: "CSV",
            fileName: name,
            accountID: accounts.first?.id,
            createdAt: known.createdAt,
            rowsNew: new,
            rowsKnown: 3,
            rowsChanged: changed,
            rowsRefused: refused,
            firstDay: known.firstDay,
            lastDay: known.lastDay,
            balanceDifference: difference.map { DecimalAmount(minor: $0) },
            preview: state == .preview,
            revertedAt: state == .reverted ? known.createdAt : nil
        )
    }

    private func choosing(
        _ imports: [API.Banking.Import] = [],
        held: String? = nil,
        problem: String? = nil
    ) -> ImportView {
        ImportView(
            ImportView.Answers(
                accounts: accounts,
                imports: imports,
                held: held.map { ("h-1", $0) }
            ),
            choice: ImportChoice(accountName: "A \"new\" one"),
            problems: problem.map { ["file": $0, "account_name": "is too long"] } ?? [:],
            zone: .utc,
            notices: notices,
            formToken: "token",
            format
        )
    }

    private func preview(
        _ response: API.Banking.ImportResponse?,
        _ columns: ImportColumns? = nil,
        _ problems: [String: String] = [:],
        mapping: String = ""
    ) -> ImportPreviewView {
        ImportPreviewView(
            ImportPreviewView.Answers(
                file: "h-1",
                name: "<b>may</b>.csv",
                response: response,
                accounts: accounts,
                columns: columns,
                mapping: mapping
            ),
            choice: ImportChoice(account: accounts.first.map { String($0.id) } ?? ""),
            problems: problems,
            notices: notices,
            zone: .utc,
            formToken: "token",
            format
        )
    }

    private func status(_ row: API.Banking.Import, of rows: Int64? = nil) -> ImportStatusView {
        ImportStatusView(
            row,
            rows: rows,
            accounts: accounts,
            zone: .utc,
            notices: notices,
            formToken: "token",
            format
        )
    }

    /// A preview of a file with rows that are new, and one that cannot be read.
    private var response: API.Banking.ImportResponse {
        API.Banking.ImportResponse(
            row(.preview, refused: 1),
            sample: API.Banking.importBankFile.answers.sample,
            problems: [API.Banking.ImportProblem(line: 17, reason: "<i>abc</i> is no amount")]
        )
    }

    private let columns = ImportColumns(
        names: ["Date", "", "Text"],
        found: API.Banking.ColumnMapping(
            date: "Date",
            amount: .number(2),
            description: "Text",
            dateFormat: "DD/MM/YYYY",
            decimal: ",",
            delimiter: "\t",
            negate: true
        )
    )

    @Test("name nothing that their views do not have")
    func words() throws {
        var check = TemplateCheck()
        let states = API.Banking.ImportState.allCases
        try check.check("import", choosing())
        let rows = states.map { row($0, name: "") }
        try check.check("import", choosing(rows, held: "", problem: "is empty"))
        try check.check("import-preview", preview(response, columns, ["skip": "agree"]))
        let nothing = API.Banking.ImportResponse(row(.preview, new: 0))
        try check.check("import-preview", preview(nothing))
        let days = ImportColumns(names: [], areNames: false, chosen: [:])
        try check.check("import-preview", preview(nil, days, ["date_format": "choose"]))
        for state in states { try check.check("import-status", status(row(state, difference: 5))) }
        #expect(check.unknown == [])
        for word in [
            "import: fileName", "entry: detail", "tag: word", "import: most",
            "import-preview: skipProblem", "import-preview: reason", "tick: boxLabel",
            "import-preview: hiddenValue", "import-preview: rowsTitle",
            "import-preview: columnsKind", "import-status: again", "import-status: difference",
            "import-status: list", "text-field: fieldProblem", "dialog: sentence",
        ] {
            #expect(check.known.contains(word), "\(word)")
        }
    }

    @Test("take a file with what belongs to it, and say what is wrong beside the field")
    func choosingFile() {
        let plain = Templates.html(choosing())
        #expect(plain.contains("enctype=\"multipart/form-data\""))
        #expect(plain.contains("data-most=\"\(Limits.bankFileBytes)\""))
        #expect(plain.contains("At most 50 MiB."))
        #expect(plain.contains("value=\"A &quot;new&quot; one\""))
        #expect(plain.contains("id=\"file-problem\" role=\"alert\"></p>"))
        #expect(!plain.contains("aria-invalid"))
        #expect(plain.contains("Nothing yet"))
        // The token comes before the file, which need not be received without it.
        let token = plain.firstRange(of: "name=\"form_token\"")
        let file = plain.firstRange(of: "type=\"file\"")
        if let token, let file { #expect(token.upperBound < file.lowerBound) }
        #expect(token != nil && file != nil)
        let wrong = Templates.html(choosing(problem: "is larger than 50 MiB"))
        #expect(wrong.contains("role=\"alert\">is larger than 50 MiB</p>"))
        #expect(wrong.contains("id=\"account_name-problem\">is too long</p>"))
        let held = Templates.html(choosing(held: "may.csv"))
        #expect(held.contains("may.csv is not imported yet"))
        #expect(held.contains("action=\"/app/transactions/import?file=h-1\""))
    }

    @Test("list earlier imports, and offer to take back those that are whole")
    func earlier() {
        let states: [(API.Banking.ImportState, String?)] = [
            (.done, nil), (.running, "being imported"), (.reverting, "being taken back"),
            (.reverted, "taken back"),
        ]
        for (state, tag) in states {
            let html = Templates.html(choosing([row(state, id: 7)]))
            #expect(html.contains("href=\"/app/transactions/import/7\">may.csv<span"))
            #expect(html.contains("29 new"))
            #expect(html.contains("Take may.csv back") == (state == .done), "\(state)")
            if let tag { #expect(html.contains(">\(tag)</span>"), "\(tag)") }
        }
    }

    @Test("show what would come, and import no more than that")
    func outcome() throws {
        let html = Templates.html(preview(response, columns, mapping: "{\"date\":\"Date\"}"))
        for part in [
            "<dt>New</dt><dd class=\"money\">29</dd>", "<dt>Cannot be read</dt>",
            "<span class=\"money\">Line 17</span>", "&lt;i&gt;abc&lt;/i&gt; is no amount",
            "&lt;b&gt;may&lt;/b&gt;.csv", "Import 29 transactions", "The first 1 as they would be",
            "Leave out the row that cannot be read", "name=\"skip\" value=\"yes\" required",
            "name=\"mapping\" value=\"{&quot;date&quot;:&quot;Date&quot;}\"",
            "into \(try #require(accounts.first).name)",
        ] {
            #expect(html.contains(part), "\(part)")
        }
        #expect(!html.contains("<b>may") && !html.contains("<i>abc"))
        let agreed = Templates.html(preview(response, nil, ["skip": "agree to it"]))
        #expect(agreed.contains("id=\"skip-problem\">agree to it</p>"))
        #expect(!agreed.contains("name=\"columns\""))
        // An expense is more than zero there, and less than zero on every page.
        let sample = try #require(response.sample.first)
        let amount = Amount.moved(hundredths: -sample.amount.minor, format).text
        #expect(html.contains(">\(amount)</span>"))
        let nothing = API.Banking.ImportResponse(row(.preview, new: 0))
        let empty = Templates.html(preview(nothing))
        #expect(empty.contains("there is nothing to import"))
        #expect(!empty.contains("value=\"import\"") && empty.contains("value=\"forget\""))
        let corrected = API.Banking.ImportResponse(row(.preview, new: 0, changed: 1))
        #expect(Templates.html(preview(corrected)).contains("Import 1 transaction<"))
        let missing = Templates.html(preview(nil))
        #expect(missing.contains("Something is missing"))
        let leaving = "name=\"do\" value=\"forget\">Not now</button>"
        for page in [empty, missing] { #expect(page.ranges(of: leaving).count == 1) }
    }

    @Test("choose beforehand the columns that were found, and keep what an app has said")
    func chosen() {
        #expect(columns.areNames)
        #expect(columns.chosen["date"] == "1" && columns.chosen["amount"] == "2")
        #expect(columns.chosen["description"] == "3" && columns.chosen["delimiter"] == "tab")
        let html = Templates.html(preview(nil, columns))
        for part in [
            "<option value=\"1\" selected>1: Date</option>",
            "<option value=\"2\" selected>Column 2</option>",
            "<option value=\"DD/MM/YYYY\" selected>", "<option value=\",\" selected>1.234,56",
            "name=\"negate\" value=\"yes\" checked", "name=\"named\" value=\"yes\"",
            "name=\"columns\" value=\"table\"",
        ] {
            #expect(html.contains(part), "\(part)")
        }
        // Cells with digits are no names.
        let cells = ["2025-08-13", "-1.00", "Shop"]
        let bare = ImportColumns(names: cells, found: nil)
        #expect(!bare.areNames && bare.chosen.isEmpty)
        #expect(!Templates.html(preview(nil, bare)).contains("name=\"named\""))
        var own = columns
        own.chosen["date_format"] = "%d.%m.%y"
        #expect(
            Templates.html(preview(nil, own)).contains("<option value=\"%d.%m.%y\" selected>")
        )
        let days = ImportColumns(names: [], areNames: false, chosen: [:])
        let only = Templates.html(preview(nil, days))
        #expect(only.contains("id=\"column-date_format\""))
        #expect(!only.contains("id=\"column-date\"") && !only.contains("name=\"negate\""))
    }

    @Test("tell how far an import is, and what came of it")
    func states() throws {
        let running = Templates.html(status(row(.running)))
        #expect(running.contains("data-progress=\"2\"><p class=\"figure money\">1,250 rows"))
        #expect(running.contains(">1,250 rows so far<"))
        #expect(!running.contains("class=\"track\""))
        #expect(running.contains("How far is it now?") && !running.contains("value=\"revert\""))
        let done = Templates.html(status(row(.done, difference: 1_000)))
        #expect(done.contains("29 transactions came with the file"))
        #expect(done.contains("is $10.00 more than"))
        #expect(done.contains("value=\"revert\"") && !done.contains("data-progress"))
        let account = try #require(accounts.first).accountID.text
        #expect(done.contains("account=\(account)\">See the transactions"))
        let less = Templates.html(status(row(.done, difference: -1_000)))
        #expect(less.contains("is $10.00 less than"))
        let back = Templates.html(status(row(.reverting)))
        #expect(back.contains("It is being taken back") && back.contains("data-progress"))
        let gone = Templates.html(status(row(.reverted)))
        #expect(gone.contains("Taken back on") && !gone.contains("value=\"revert\""))
        #expect(!gone.contains("See the transactions"))
    }

    @Test("draw how far an import is where it is known how many rows there are")
    func bar() throws {
        var check = TemplateCheck()
        try check.check("import-status", status(row(.running), of: 5_000))
        #expect(check.unknown == [] && check.known.contains("import-status: progressBar"))
        let html = Templates.html(status(row(.running), of: 5_000))
        #expect(html.contains(">1,250 of 5,000 rows<"))
        #expect(html.contains("aria-label=\"25 % of the rows\""))
        #expect(html.contains("class=\"fill\" width=\"25%\""))
        #expect(html.contains("?rows=5000\">How far is it now?"))
        // Who looks may have typed the number; what is taken back counts other rows.
        for (state, rows) in [
            (.running, 1_249), (.running, 0), (.running, -1), (.reverting, 5_000),
        ] as [(API.Banking.ImportState, Int64)] {
            let html = Templates.html(status(row(state), of: rows))
            #expect(html.contains("1,250 rows so far") && !html.contains("class=\"fill\""))
        }
        #expect(Templates.html(status(row(.running), of: .max)).contains("width=\"0%\""))
        let preview = Templates.html(preview(response))
        #expect(preview.contains("name=\"rows\" value=\"1250\""))
    }

    @Test("have a module of their own, and are asked for anew where no script runs")
    func frame() {
        let reader = Frame.Reader(name: "Ann", role: "Parent")
        var frame = Frame(titled: "A", at: .transactions, for: reader, format, formToken: "t")
        let plain = Templates.document(choosing(), in: frame)
        #expect(!plain.contains("http-equiv") && !plain.contains(WebApp.importScript.path))
        frame.module = WebApp.importScript.path
        frame.refreshSeconds = ImportStatusView.refreshSeconds
        let page = Templates.document(status(row(.running)), in: frame)
        #expect(page.contains("<script type=\"module\" src=\"\(WebApp.importScript.path)\">"))
        #expect(
            page.contains("<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>")
        )
    }
}
