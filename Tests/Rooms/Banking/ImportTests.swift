import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Importing a bank file")
struct ImportTests {
    @Test("of one id, twice in a file, is one row as the last one says", arguments: Engine.all)
    func sameID(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let file = BankFile.ofx([
                ("1", "2025-08-13", "-4.00", "Aldi"), ("2", "2025-08-14", "-6.00", "Lidl"),
                ("1", "2025-08-13", "-5.00", "Aldi"), ("2", "2025-08-14", "-6.00", "Lidl"),
            ])
            let counts = try await home.imported(file).import.counts
            #expect(counts == [2, 1, 1, 0])
            #expect(try await home.list().minors.sorted() == [500, 600])
        }
    }

    @Test("tells what would come, brings it, and brings it once", arguments: Engine.all)
    func once(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let file = BankFile.ofx(count: 30)
            let before = try await home.server.contents()
            let preview = try await home.imported(file, [("preview", "true")], status: 200)
            #expect(preview.import.state == .preview && preview.import.preview)
            #expect(preview.import.counts == [30, 0, 0, 0])
            #expect(preview.sample.count == 20 && preview.sample.allSatisfy { $0.id == 0 })
            #expect(try await home.server.contents() == before)

            let first = try await home.imported(file)
            #expect(first.import.state == .done)
            #expect(first.import.counts == [30, 0, 0, 0] && first.import.rowsDone == 30)
            #expect(first.import.format == "OFX")
            #expect(first.sample.count == 20)
            #expect(first.sample.first?.amount.minor == 100)
            let list = try await home.list(.init(limit: PageNumber(100)))
            #expect(list.total == 30)

            let again = try await home.imported(file)
            #expect(again.import.counts == [0, 30, 0, 0] && again.sample.isEmpty)
            #expect(again.import.accountID == first.import.accountID)
            #expect(try await home.list(.init(limit: PageNumber(100))) == list)
            let imports = try await home.owner.purser.call(API.Banking.listImports).imports
            #expect(imports.map(\.id) == [again.import.id, first.import.id])
            let status = try await home.owner.purser.call(
                API.Banking.importStatus,
                .init(id: first.import.id)
            )
            #expect(status == first.import)
            let rows = try await home.server.contents().count("bank_import_rows")
            #expect(rows == 0)
        }
    }

    @Test("takes a form as well as a plain body", arguments: Engine.embedded)
    func form(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let parts = [
                "--frame\r\nContent-Disposition: form-data; name=\"account_name\"\r\n\r\nGiro",
                "\r\n--frame\r\nContent-Disposition: form-data; name=\"file\"; ",
                "filename=\"C:\\files\\may.csv\"\r\nContent-Type: text/csv\r\n\r\n",
                BankFile.csv([("2025-08-13", "-4.50", "Coffee")]), "\r\n--frame--\r\n",
            ]
            let answer = try await home.server.transport().send(
                "POST",
                "/api/accounts/import",
                headers: [
                    "Authorization": "Bearer \(home.owner.token)",
                    "Content-Type": "multipart/form-data; boundary=frame",
                ],
                body: Array(parts.joined().utf8)
            )
            #expect(answer.status == 201, "\(answer.text)")
            let output = try API.Banking.importBankFile.output(of: answer.body)
            #expect(output.import.fileName == "may.csv")
            let accounts = try await home.owner.purser.call(API.Banking.listAccounts).accounts
            #expect(accounts.contains { $0.name == "Giro" && $0.id == output.import.accountID })
        }
    }

    @Test("counts equal rows without ids as often as they are there", arguments: Engine.all)
    func equalRows(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let coffee = ("2025-08-13", "-4.50", "BLUE BOTTLE COFFEE")
            let fields = [("account_name", "Checking")]
            let two = try await home.imported(BankFile.csv([coffee, coffee]), fields)
            #expect(two.import.counts == [2, 0, 0, 0])
            let three = BankFile.csv([coffee, coffee, coffee])
            let asked = fields + [("preview", "true")]
            let preview = try await home.imported(three, asked, status: 200)
            #expect(preview.import.counts == [1, 2, 0, 0])
            #expect(try await home.imported(three, fields).import.counts == [1, 2, 0, 0])
            #expect(try await home.list().total == 3)
        }
    }

    @Test("does not guess which number of a day is the month", arguments: Engine.embedded)
    func days(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let fields = [("account_name", "Checking")]
            let unclear = BankFile.csv([("01/02/2025", "-1.00", "A"), ("03/04/2025", "-2.00", "B")])
            let answer = try await home.server.importFile(unclear, fields, token: home.owner.token)
            #expect(answer.status == 400)
            #expect(try answer.string("error.details.mapping.reason") != nil)
            #expect(try answer.string("error.details.mapping.found.amount") == "Amount")
            #expect(try await home.list().total == 0)
            let clear = unclear + "13/02/2025,-3.00,C\n"
            let found = try await home.imported(clear, fields)
            #expect(found.import.firstDay?.day == CivilDay("2025-02-01"))
            #expect(found.import.lastDay?.day == CivilDay("2025-04-03"))
            #expect(found.mapping?.date == "Date")
            // The same header was mapped once, so the file that was not clear is, now.
            #expect(try await home.imported(unclear, fields).import.counts == [0, 2, 0, 0])
        }
    }

    @Test("refuses a file with a bad row, or leaves the row out", arguments: Engine.all)
    func badRow(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            var lines = BankFile.csv(count: 20).split(separator: "\n").map(String.init)
            lines[16] = "2025-08-13,abc,Shop"
            let file = lines.joined(separator: "\n")
            let fields = [("account_name", "Checking")]
            let before = try await home.server.contents()
            let answer = try await home.server.importFile(file, fields, token: home.owner.token)
            #expect(answer.status == 400)
            let problems = try answer.json()["error"]?["details"]?["problems"]
            guard case .array(let rows) = problems else {
                Issue.record("\(answer.text)")
                return
            }
            #expect(rows.map { $0["line"] } == [.number("17")])
            #expect(try await home.server.contents() == before)
            let skipped = try await home.imported(file, fields + [("skip_bad_rows", "true")])
            #expect(skipped.import.counts == [19, 0, 0, 1])
            #expect(skipped.problems.map(\.line) == [17])
        }
    }

    @Test(
        "tells how far the file's balance is from ours, and changes nothing",
        arguments: Engine.all
    )
    func balance(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let file = BankFile.ofx([("1", "2025-08-13", "90.00", "Pay")], balance: "100.00")
            let found = try await home.imported(file)
            #expect(found.import.balanceDifference?.minor == 1_000)
            let accounts = try await home.owner.purser.call(API.Banking.listAccounts).accounts
            let account = accounts.first { $0.id == found.import.accountID }
            #expect(account?.balanceCurrent.minor == 9_000)
        }
    }

    @Test("takes what says something else of a row that it knows", arguments: Engine.all)
    func changed(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            try await home.imported(BankFile.ofx([("1", "2025-08-13", "-4.00", "Aldi")]))
            let id = try await home.list().transactions.first?.id
            let file = BankFile.ofx([
                ("1", "2025-08-14", "-5.00", "Aldi"), ("2", "2025-08-14", "-6.00", "Lidl"),
            ])
            let preview = try await home.imported(file, [("preview", "true")], status: 200)
            #expect(preview.import.counts == [1, 0, 1, 0])
            #expect(try await home.imported(file).import.counts == [1, 0, 1, 0])
            let list = try await home.list()
            #expect(list.minors.sorted() == [500, 600])
            #expect(list.transactions.contains { $0.id == id && $0.amount.minor == 500 })
        }
    }
}
