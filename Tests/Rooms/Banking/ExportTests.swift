import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Exports")
struct ExportTests {
    private static let path = "/api/accounts/export"

    @Test("hold what the lists show, over several pages", arguments: Engine.all)
    func pages(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let first = Timestamp(test: "2025-05-01T08:00:00Z")
            // More than two pages, several on one day, recorded in another order.
            let count = 2 * Limits.walkRows + 100
            let rows = (0..<count).map { index in
                let day = Int64(index * 7 % 90)
                return home.account.purchase(
                    Int64(1_000 + index),
                    on: first.adding(seconds: day * 86_400)
                )
            }
            _ = try await home.server.operations.ledger.recordTransfers(
                rows,
                of: home.owner.household,
                home.server.call()
            )
            let json = try await home.get("\(Self.path)?format=json").json()
            let exported = try Self.transactions(json)
            #expect(exported.count == count)
            let sorted = exported.sorted { left, right in
                (left.date.instant, left.id) > (right.date.instant, right.id)
            }
            #expect(exported == sorted)
            let page = try await home.list(.init(limit: PageNumber(100)))
            #expect(Array(exported.prefix(100)) == page.transactions)
            let csv = try Self.lines(try await home.get("\(Self.path)?format=csv").text)
            #expect(csv.dropFirst().map { $0[0] } == exported.map { String($0.id) })
            let journal = try await home.get("\(Self.path)?format=hledger").text
            #expect(journal.ranges(of: "    ; uuid: ").count == count)
        }
    }

    @Test("are files with a type and a name", arguments: Engine.all)
    func heads(engine: Engine) async throws {
        try await BankingHome.with(engine, timeZone: "America/New_York") { home in
            for (format, type, name) in [
                ("csv", "text/csv; charset=utf-8", "purser-2025-08-20.csv"),
                ("json", "application/json", "purser-2025-08-20.json"),
                ("hledger", "text/plain; charset=utf-8", "purser-2025-08-20.journal"),
            ] {
                let answer = try await home.get("\(Self.path)?format=\(format)")
                #expect(answer.status == 200)
                #expect(answer.headers["Content-Type"] == type)
                #expect(
                    answer.headers["Content-Disposition"] == "attachment; filename=\"\(name)\""
                )
                #expect(answer.headers["Content-Length"] == nil)
            }
        }
    }

    @Test("of nothing are whole files", arguments: Engine.all)
    func nothing(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-08-20T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let get = { (format: String) in
                try await server.get("\(Self.path)?format=\(format)", token: parent.token).text
            }
            #expect(try await get("json") == "{\"accounts\":[],\"transactions\":[]}\n")
            #expect(
                try await get("csv") == """
                    id,transaction_id,amount,currency_code,name,merchant_name,date,\
                    authorized_date,category,primary_category,pending,account_id,notes\r\n
                    """
            )
            let journal = try await get("hledger")
            #expect(journal.hasSuffix("decimal-mark .\n"))
            let none = try await server.get("\(Self.path)?format=csv")
            #expect(none.status == 401)
        }
    }

    @Test("refuse what they cannot read, and another member's account", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let stranger = try await home.server.registerParent("stranger@example.com")
            _ = try await home.server.openAccount(of: stranger)
            let theirs = try await stranger.purser.call(API.Banking.listAccounts).accounts
            let number = try #require(theirs.first).id
            for (query, status, faults) in [
                ("", 400, ["format is required"]),
                ("?format=xlsx", 400, ["format must be csv, json or hledger"]),
                (
                    "?format=csv&start_date=x", 400,
                    ["start_date must be a date such as 2025-01-15 or 2025-01-15T10:30:00Z"]
                ),
                (
                    "?format=csv&start_date=2025-08-02&end_date=2025-08-01", 400,
                    ["start_date is after end_date"]
                ),
                ("?format=csv&account_id=\(number)", 404, []),
                ("?format=hledger&account_id=999999", 404, []),
            ] {
                let answer = try await home.get(Self.path + query)
                #expect(answer.status == status, "\(query)")
                #expect(try answer.faults() == faults, "\(query)")
            }
        }
    }

    @Test("are of a window and of one account", arguments: Engine.all)
    func filters(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let card = try await home.server.openAccount(.card, of: home.owner)
            for (minor, day) in [(1, "2025-08-01"), (2, "2025-08-02"), (4, "2025-08-03")] {
                try await home.spend(Int64(minor), on: day)
                try await home.spend(Int64(minor * 10), on: day, from: card)
            }
            let cardNumber = try #require(
                try await home.owner.purser.call(API.Banking.listAccounts).accounts.last
            ).id
            for (query, minors, accounts) in [
                ("", [40, 4, 20, 2, 10, 1], 2),
                ("&start_date=2025-08-02", [40, 4, 20, 2], 2),
                ("&end_date=2025-08-02T23:59:59Z", [20, 2, 10, 1], 2),
                ("&start_date=2025-08-02&end_date=2025-08-02", [20, 2], 2),
                ("&account_id=\(cardNumber)", [40, 20, 10], 1),
                ("&start_date=2025-08-03&account_id=\(cardNumber)", [40], 1),
                ("&start_date=2025-09-01", [], 2),
            ] as [(String, [Int64], Int)] {
                let json = try await home.get("\(Self.path)?format=json\(query)").json()
                #expect(try Self.transactions(json).map(\.amount.minor) == minors, "\(query)")
                guard case .array(let shown)? = json["accounts"] else {
                    Issue.record("no accounts")
                    continue
                }
                #expect(shown.count == accounts, "\(query)")
            }
        }
    }

    @Test("are no formulas to a spreadsheet, and keep every character", arguments: Engine.all)
    func cells(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let names = [
                "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "a, \"b\"\nc", "Größe 日本 👩‍👩‍👧",
            ]
            for name in names { try await home.spend(1_250, "Own, word", at: name) }
            try await home.earn(300, on: "2025-08-20")
            let lines = try Self.lines(try await home.get("\(Self.path)?format=csv").text)
            #expect(lines.count == names.count + 2)
            let rows = lines.dropFirst().reversed()
            #expect(
                rows.prefix(names.count).map { $0[4] } == [
                    "'=cmd|' /C calc'!A0", "'+1", "'-1", "'@SUM(A1)", "a, \"b\"\nc",
                    "Größe 日本 👩‍👩‍👧",
                ]
            )
            #expect(rows.map { $0[2] } == names.map { _ in "12.5" } + ["-3"])
            #expect(rows.prefix(names.count).allSatisfy { $0[8] == "Own, word" })
            let json = try await home.get("\(Self.path)?format=json").json()
            #expect(try Self.transactions(json).reversed().prefix(names.count).map(\.name) == names)
        }
    }

    @Test("end when the session does, and are not whole then", arguments: Engine.all)
    func endedSession(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            try await home.spend(100)
            let call = try home.server.call(as: home.owner)
            for format in API.Banking.ExportFormat.allCases {
                let parent = try await home.server.login(home.owner.email)
                let file = try await home.server.operations.banking.exportTransactions(
                    .init(format: format),
                    try home.server.call(as: parent)
                )
                _ = try await parent.purser.call(API.Banking.logoutUser)
                let problem = await #expect(throws: Problem.self) {
                    try await file.write { _ in }
                }
                #expect(problem?.kind == .unauthenticated)
            }
            // The operator needs no session.
            let file = try await home.server.operations.banking.exportTransactions(
                .init(format: .csv),
                ofUser: home.owner.email,
                call
            )
            var bytes: [UInt8] = []
            try await file.write { bytes += $0 }
            let asked = try await home.get("\(Self.path)?format=csv")
            #expect(bytes == asked.body)
        }
    }

    @Test("hold nothing of the database while a client takes its time", arguments: Engine.all)
    func slowReader(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            try await home.spend(100)
            let file = try await home.server.operations.banking.exportTransactions(
                .init(format: .json),
                try home.server.call(as: home.owner)
            )
            var pieces = 0
            try await file.write { piece in
                pieces += 1
                // Were a snapshot open, this row could not be in a later piece.
                if pieces == 1 { try await home.spend(777) }
                if pieces == 2 {
                    #expect(String(decoding: piece, as: UTF8.self).contains("\"amount\":7.77"))
                }
            }
            #expect(pieces == 3)
        }
    }

    @Test("leave their place to the next when they end", arguments: Engine.all)
    func places(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let request = TransportRequest(
                .get,
                "\(Self.path)?format=csv",
                headers: ["Authorization": "Bearer \(home.owner.token)"]
            )
            for _ in 0...Limits.exportsPerMember {
                let answer = try await home.server.transport().send(request)
                #expect(answer.status == 200)
            }
        }
    }

    private static func transactions(_ json: JSON) throws -> [API.Banking.Transaction] {
        guard case .array(let rows)? = json["transactions"] else { throw NoTransactions() }
        return try rows.map { try WireDecoder.decode(API.Banking.Transaction.self, from: $0) }
    }

    private static func lines(_ csv: String) throws -> [[String]] {
        var reader = CSVReader(csv)
        var lines: [[String]] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }
}

/// A file of JSON that is not as it should be.
private struct NoTransactions: Error {}
