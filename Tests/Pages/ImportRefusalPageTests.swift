import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("A bank file that a page does not take")
struct ImportRefusalPageTests {
    private static let file = BankFile.csv([("2025-08-13", "-4.50", "Coffee")])

    @Test("is said to be empty, too large or of no known format, beside its field")
    func files() async throws {
        try await withImports { parent, _ in
            let rows: [(file: String, name: String, status: Int, words: String)] = [
                ("", "", 400, "choose a file"), ("", "may.csv", 400, "is empty"),
                ("%PDF-1.7 may, june", "may.pdf", 415, "The file is a PDF, no bank file."),
                ("plain words", "may.txt", 415, "of no format of bank files"),
                (
                    BankFile.ofx(count: 3).replacing("</OFX>", with: ""), "cut.ofx", 400,
                    "The file is broken in line"
                ),
                (
                    String(repeating: "a,b\n", count: Limits.bankFileBytes / 4 + 1), "long.csv",
                    413, "is larger than 50 MiB"
                ),
            ]
            for row in rows {
                let page = try await parent.choose(
                    row.file,
                    named: row.name,
                    accountName: "My \"Giro\""
                )
                #expect(page.status == row.status, "\(row.name)")
                let problem = try #require(
                    page.text.firstMatch(of: /id="file-problem" role="alert">([^<]*)</),
                    "\(row.name)"
                )
                #expect(problem.1.contains(row.words), "\(row.name): \(problem.1)")
                // What was not received was not read either.
                if row.status != 413 { #expect(page.text.contains("My &quot;Giro&quot;")) }
                #expect(!page.text.contains("is not imported yet"), "\(row.name)")
            }
            #expect(try await parent.imports().isEmpty)
        }
    }

    @Test("is refused before it arrives when it says that it is too large")
    func announced() async throws {
        try await withImports { parent, _ in
            let page = try await parent.announce([:])
            #expect(page.status == 413)
            #expect(page.text.contains("is larger than 50 MiB"))
        }
    }

    @Test("goes into no account of somebody else, who is not known to be there")
    func others() async throws {
        try await withImports { parent, child in
            let stranger = try await parent.server.registerParent("other@example.com")
            _ = try await parent.server.openAccount(of: stranger)
            _ = try await parent.server.openAccount(of: child.member)
            var pages: [String] = []
            for member in [stranger, child.member] {
                let accounts = try await member.purser.call(API.Banking.listAccounts).accounts
                let account = try #require(accounts.last { $0.name == "Account" })
                let page = try await parent.choose(Self.file, account: String(account.id))
                #expect(page.status == 400)
                pages.append(page.text)
            }
            for account in ["999999", "no number", "\"><script>"] {
                let page = try await parent.choose(Self.file, account: account)
                #expect(page.status == 400)
                pages.append(page.text)
            }
            for page in pages {
                #expect(page.contains("id=\"account-problem\">is none of your accounts"))
                #expect(!page.contains("<script>"))
            }
            #expect(try await parent.imports().isEmpty)
            let theirs = try await stranger.purser.call(API.Banking.listImports).imports
            #expect(theirs.isEmpty)
        }
    }

    @Test("is not taken from another site, nor without the form's own token")
    func forms() async throws {
        try await withImports { parent, _ in
            let fields = [("account", ""), ("account_name", "Giro")]
            let bare = try await parent.web.upload(
                ImportVisit.path,
                fields,
                Self.file,
                named: "may.csv"
            )
            #expect(bare.status == 400)
            for headers: Headers in [
                ["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"],
            ] {
                let page = try await parent.choose(
                    Self.file,
                    accountName: "Giro",
                    headers: headers
                )
                #expect(page.status == 400)
                // Not even the size is told to it.
                #expect(try await parent.announce(headers).status == 400)
            }
            #expect(!(try await parent.get().text.contains("is not imported yet")))
            let token = WebVisit.hidden(try await parent.get().text, to: ImportVisit.path)
            for job in ["", "all", "revert"] {
                let answer = try await parent.web.post(
                    ImportVisit.path,
                    token.merging(["do": job]) { $1 }
                )
                #expect(answer.status == 404, "\(job)")
            }
            // Twice in one form is neither of both.
            let twice = try await parent.web.upload(
                ImportVisit.path,
                token.map { ($0.key, $0.value) } + fields + fields,
                Self.file,
                named: "may.csv"
            )
            #expect(twice.status == 400)
        }
    }

    @Test("waits for whoever has to sign in again, and for nobody else", arguments: Engine.all)
    func sessions(engine: Engine) async throws {
        try await withImports(engine) { parent, child in
            let page = try await parent.choose(Self.file, accountName: "Giro")
            #expect(page.status == 200)
            let id = try #require(page.text.firstMatch(of: /name="file" value="([^"]*)"/))
            // Somebody who is not signed in any more is led to where that is done, and back.
            let ended = WebVisit(parent.server)
            for answer in [
                try await ended.post(ImportVisit.path, ["do": "import", "file": String(id.1)]),
                try await ended.upload(ImportVisit.path, [], Self.file, named: "may.csv"),
            ] {
                #expect(answer.status == 303)
                let place = try #require(answer.headers["Location"])
                #expect(place.hasPrefix("/app/sign-in?next="))
                #expect(place.contains("import"))
            }
            // A member of the same family who knows its id does not have it.
            let token = WebVisit.hidden(try await child.get().text, to: ImportVisit.path)
            for job in ["preview", "import"] {
                let answer = try await child.web.post(
                    ImportVisit.path,
                    token.merging(["do": job, "file": String(id.1)]) { $1 }
                )
                #expect(answer.status == 409)
                #expect(!answer.text.contains("may.csv") && !answer.text.contains("Coffee"))
            }
            let back = try await ImportVisit(parent.member, parent.server)
            let waiting = try await back.get()
            #expect(waiting.text.contains("may.csv is not imported yet"))
            let asked = try await back.press("preview", on: waiting)
            #expect(asked.status == 400 && asked.text.contains("id=\"account-problem\""))
            let gone = try await back.press("forget", on: asked)
            #expect(gone.status == 303)
            #expect(!(try await back.get().text.contains("may.csv")))
            #expect(try await back.imports().isEmpty)
        }
    }

    @Test("is held for a quarter of an hour")
    func late() async throws {
        try await withImports { parent, _ in
            let page = try await parent.choose(Self.file, accountName: "Giro")
            parent.server.clock.advance(seconds: 900)
            let late = try await parent.press("import", on: page)
            #expect(late.status == 409)
            #expect(late.text.contains("The file is not here any more"))
            #expect(try await parent.imports().isEmpty)
        }
    }

    @Test("cannot be taken back when one of its rows was told anew", arguments: Engine.all)
    func joined(engine: Engine) async throws {
        try await withImports(engine) { parent, _ in
            for amount in ["-4.00", "-5.00"] {
                let file = BankFile.ofx([("1", "2025-08-13", amount, "Aldi")])
                let page = try await parent.choose(file, named: "a.ofx")
                _ = try await parent.follow(try await parent.press("import", on: page))
                parent.server.clock.advance(seconds: 60)
            }
            let first = try #require(try await parent.imports().last)
            let page = try await parent.get("\(ImportVisit.path)/\(first.id)")
            let answer = try await parent.press("revert", on: page)
            #expect(answer.status == 409)
            #expect(answer.text.contains("was told or charged since, so it stays"))
            #expect(try await parent.list().transactions.map(\.amount.minor) == [500])
        }
    }
}
