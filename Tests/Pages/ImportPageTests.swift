import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Pages for importing bank files")
struct ImportPageTests {
    private static let file = BankFile.csv([
        ("2025-08-13", "-4.50", "Corner <b>Café</b>"), ("2025-08-14", "1200.00", "Payroll"),
    ])

    /// Days of which nobody can tell the month.
    private static let unclear = BankFile.csv([
        ("01/02/2025", "-1.00", "A"), ("03/04/2025", "-2.00", "B"),
    ])

    @Test("are there for each role, and led to from the transactions", arguments: Engine.all)
    func roles(engine: Engine) async throws {
        try await withImports(engine) { parent, child in
            for (visit, role) in [(parent, "Parent"), (child, "Child")] {
                let list = try await visit.get("/app/transactions")
                let link = "href=\"\(ImportVisit.path)\""
                // One way in from the page's head, and one where there is nothing yet.
                #expect(list.text.ranges(of: link).count == 2)
                let page = try await visit.get()
                #expect(page.status == 200)
                for part in [
                    role, "Which file?", "type=\"file\"", "multipart/form-data", "Nothing yet",
                    "/app/assets/import-",
                ] {
                    #expect(page.text.contains(part), "\(part)")
                }
                for part in ["style=", "<script>", "onclick", "{{", "}}", "http-equiv"] {
                    #expect(!page.text.contains(part), "\(part)")
                }
            }
        }
    }

    @Test("show what would come, bring it once, and take it back once", arguments: Engine.all)
    func whole(engine: Engine) async throws {
        try await withImports(engine) { parent, child in
            for visit in [parent, child] {
                let page = try await visit.choose(Self.file, accountName: "Giro")
                #expect(page.status == 200, "\(page.text)")
                for part in [
                    "<dt>New</dt><dd class=\"money\">2</dd>", "\u{2212}$4.50", "+$1,200.00",
                    "Corner &lt;b&gt;Café&lt;/b&gt;", "CSV · Aug 13, 2025 – Aug 14, 2025",
                    "Import 2 transactions", "into a new account", "1: Date</option>",
                ] {
                    #expect(page.text.contains(part), "\(part)")
                }
                #expect(!page.text.contains("<b>Café"))
                #expect(try await visit.list().total == 0)
                #expect(try await visit.imports().isEmpty)

                let done = try await visit.follow(try await visit.press("import", on: page))
                #expect(done.text.contains("2 transactions came with the file"))
                #expect(!done.text.contains("http-equiv"))
                #expect(try await visit.list().total == 2)
                #expect(try await visit.imports().map(\.state) == [.done])
                #expect(try await visit.imports().map(\.fileName) == ["may.csv"])
                // The same button again, as somebody who is not patient presses it.
                let twice = try await visit.press("import", on: page)
                #expect(twice.status == 409)
                #expect(twice.text.contains("The file is not here any more"))
                #expect(try await visit.imports().count == 1)

                let known = try await visit.choose(Self.file, accountName: "Giro")
                #expect(known.status == 200)
                #expect(known.text.contains("there is nothing to import"))
                #expect(!known.text.contains("value=\"import\""))

                let list = try await visit.get()
                #expect(list.text.contains("2 new") && list.text.contains("Giro"))
                let taken = try await visit.follow(try await visit.press("revert", on: list))
                #expect(taken.text.contains("Taken back on Aug 20, 2025"))
                #expect(try await visit.list().total == 0)
                let again = try await visit.follow(try await visit.press("revert", on: list))
                #expect(again.text.contains("Taken back on Aug 20, 2025"))
                #expect(try await visit.imports().map(\.state) == [.reverted])
            }
        }
    }

    @Test("take the account that the file names, and one that is chosen", arguments: Engine.all)
    func accounts(engine: Engine) async throws {
        try await withImports(engine) { parent, _ in
            let named = try await parent.choose(BankFile.ofx(count: 30), named: "a.ofx")
            #expect(named.text.contains("The first 20 as they would be stored"))
            #expect(!named.text.contains("Which column is what?"))
            _ = try await parent.follow(try await parent.press("import", on: named))
            let accounts = try await parent.member.purser.call(API.Banking.listAccounts).accounts
            let own = try #require(accounts.first { $0.name == "Account 6789" })
            #expect(try await parent.imports().first?.accountID == own.id)

            // A table names none: which one is asked for, and the file is not sent again.
            let asked = try await parent.choose(Self.file)
            #expect(asked.status == 400)
            #expect(asked.text.contains("id=\"account-problem\">choose one"))
            let chosen = try await parent.press(
                "preview",
                on: asked,
                ["account": String(own.id), "account_name": ""]
            )
            #expect(chosen.status == 200)
            #expect(chosen.text.contains("into Account 6789"))
            _ = try await parent.follow(try await parent.press("import", on: chosen))
            #expect(try await parent.imports().map(\.accountID) == [own.id, own.id])
            #expect(try await parent.list().total == 32)
        }
    }

    @Test("ask for the order of days, and keep it for the next such file", arguments: Engine.all)
    func days(engine: Engine) async throws {
        try await withImports(engine) { parent, _ in
            let asked = try await parent.choose(Self.unclear, accountName: "Giro")
            #expect(asked.status == 400)
            #expect(asked.text.contains("id=\"column-date_format-problem\""))
            // The rest was found, and is chosen already.
            for part in ["1\" selected>1: Date", "2\" selected>2: Amount", "name=\"named\""] {
                #expect(asked.text.contains(part), "\(part)")
            }
            let columns = [
                "account": "", "account_name": "Giro", "date": "1", "amount": "2",
                "description": "3", "delimiter": ",", "date_format": "DD/MM/YYYY",
            ]
            let page = try await parent.press("preview", on: asked, columns)
            #expect(page.status == 200, "\(page.text)")
            #expect(page.text.contains("Feb 1, 2025 – Apr 3, 2025"))
            let done = try await parent.press("import", on: page)
            _ = try await parent.follow(done)
            let first = try #require(try await parent.imports().first)
            #expect(first.firstDay?.day == CivilDay("2025-02-01") && first.rowsNew == 2)

            let more = Self.unclear + "05/06/2025,-3.00,C\n"
            let next = try await parent.choose(more, accountName: "Giro")
            #expect(next.status == 200)
            #expect(next.text.contains("<dt>New</dt><dd class=\"money\">1</dd>"))
            #expect(next.text.contains("value=\"DD/MM/YYYY\" selected"))
        }
    }

    @Test("take the columns that are chosen, and say which one is wrong", arguments: Engine.all)
    func columns(engine: Engine) async throws {
        try await withImports(engine) { parent, _ in
            let file =
                "When,Moved,Charged,Whom\n2025-08-13,-1.25,-0.50,Shop\n"
                + "2025-08-14,-2.75,0.00,Bar\n"
            let asked = try await parent.choose(file, accountName: "Giro")
            #expect(asked.status == 400)
            #expect(asked.text.contains("No column can be told to be the amount."))
            #expect(asked.text.contains("4: Whom</option>"))
            let account = ["account": "", "account_name": "Giro"]
            let send = { (columns: [String: String]) in
                try await parent.press("preview", on: asked, account.merging(columns) { $1 })
            }
            let none = try await send(["date": "1", "description": "4"])
            #expect(none.status == 400)
            #expect(none.text.contains("id=\"column-amount-problem\""))
            #expect(none.text.contains("4\" selected>4: Whom"))
            let far = try await send(["date": "9", "description": "4", "amount": "2"])
            #expect(far.status == 400)
            #expect(far.text.contains("id=\"column-date-problem\">is no column of the file"))
            let both = ["date": "1", "description": "4", "amount": "2", "debit": "3"]
            #expect(try await send(both).status == 400)
            let noDay = try await send(["date": "4", "description": "1", "amount": "2"])
            #expect(noDay.status == 400)
            #expect(noDay.text.contains("4\" selected>4: Whom"))
            #expect(try await parent.list().total == 0)

            let page = try await send(["date": "1", "description": "4", "amount": "2"])
            #expect(page.status == 200, "\(page.text)")
            #expect(page.text.contains("\u{2212}$1.25"))
            let other = try await send([
                "date": "1", "description": "4", "amount": "3", "negate": "yes",
            ])
            #expect(other.text.contains("+$0.50") && other.text.contains("name=\"negate\""))
            // What is imported is what its own page showed, whatever was tried since.
            _ = try await parent.follow(try await parent.press("import", on: page))
            let amounts = try await parent.list().transactions.map(\.amount.minor)
            #expect(amounts.sorted() == [125, 275])
        }
    }

    @Test("leave out rows that cannot be read when they are told to", arguments: Engine.all)
    func badRows(engine: Engine) async throws {
        try await withImports(engine) { parent, _ in
            var lines = BankFile.csv(count: 20).split(separator: "\n").map(String.init)
            lines[16] = "2025-08-13,abc,Shop"
            let file = lines.joined(separator: "\n")
            let page = try await parent.choose(file, accountName: "Giro")
            #expect(page.status == 200)
            #expect(page.text.contains("<span class=\"money\">Line 17</span>"))
            #expect(page.text.contains("<dt>Cannot be read</dt><dd class=\"money\">1</dd>"))
            let untold = try await parent.press("import", on: page)
            #expect(untold.status == 400)
            #expect(untold.text.contains("id=\"skip-problem\""))
            #expect(try await parent.imports().isEmpty)
            let done = try await parent.press("import", on: untold, ["skip": "yes"])
            _ = try await parent.follow(done)
            let found = try #require(try await parent.imports().first)
            #expect(found.counts == [19, 0, 0, 1])
        }
    }

    @Test("tell how far an import is, again and again without a script", arguments: Engine.all)
    func progress(engine: Engine) async throws {
        try await withImports(engine) { parent, child in
            let server = parent.server
            let file = BankFile.ofx(count: 700)
            let begun = try await server.operations.banking.importBankFile(
                .init(),
                BankFileSource(name: "a.ofx", Array(file.utf8)),
                try server.call(as: parent.member),
                patience: .zero
            )
            let path = "\(ImportVisit.path)/\(begun.import.id)"
            let page = try await parent.get(path)
            #expect(page.status == 200)
            #expect(page.text.contains("<noscript><meta http-equiv=\"refresh\" content=\"2\">"))
            #expect(page.text.contains(">0 rows so far<"))
            let drawn = try await parent.get("\(path)?rows=700")
            #expect(drawn.text.contains(">0 of 700 rows<"))
            #expect(drawn.text.contains("aria-label=\"0 % of the rows\""))
            for rows in ["x", "-1", "0"] {
                let other = try await parent.get("\(path)?rows=\(rows)")
                #expect(other.status == 200 && other.text.contains(">0 rows so far<"), "\(rows)")
            }
            #expect(try await parent.get().text.contains("being imported"))
            let token = WebVisit.hidden(page.text, to: "/app/sign-out")
            let early = try await parent.web.post(path, token.merging(["do": "revert"]) { $1 })
            #expect(early.status == 409)
            #expect(early.text.contains("The import is not done yet"))
            // Of an account one file is imported at a time; the second one is held until then.
            let second = try await parent.choose(BankFile.ofx(count: 1), named: "b.ofx")
            let refused = try await parent.press("import", on: second)
            #expect(refused.status == 409)
            #expect(refused.text.contains("Another import of this account is not done yet"))

            try await server.operations.banking.continueImports(server.call())
            let done = try await parent.get(path)
            #expect(done.text.contains("700 transactions came with the file"))
            #expect(!done.text.contains("http-equiv"))
            #expect(try await parent.get().text.contains("b.ofx is not imported yet"))
            // Nobody else's: neither a child of the family nor a number that there is not.
            for other in [path, "\(ImportVisit.path)/999999", "\(ImportVisit.path)/x"] {
                #expect(try await child.get(other).status == 404, "\(other)")
            }
        }
    }
}
