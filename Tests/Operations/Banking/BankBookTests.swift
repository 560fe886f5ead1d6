import Catalogue
import Contract
import Kernel
import Ledger
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import Operations

@Suite("Records of banks in the books")
struct BankBookTests {
    @Test("a report becomes a row of lists, a balance and spending", arguments: Engine.all)
    func added(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            let held = try await home.add(
                .expense(1_250, at: "Aldi"),
                .income(50_000),
                .expense(700, id: "p", isPending: true)
            )
            #expect(held.map(\.amountMinor) == [-1_250, 50_000, -700])
            #expect(try await home.rows() == ["-50000 Pay", "1250 Aldi", "700 Shop pending"])
            #expect(try await home.balance() == 48_750)
            #expect(try await home.spent() == 1_250)
            let stored = try await home.records()
            #expect(stored == held)
        }
    }

    @Test("a pending one that posts stays the row, with its edits", arguments: Engine.all)
    func posted(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            let held = try await home.add(.expense(4_000, id: "p", isPending: true))
            let row = try await home.transactions()[0]
            try await home.edit(held[0], "Birthday", notes: "tip")
            var report = ReportedRecord.expense(4_800, at: "Cafe", id: "q", on: "2025-08-19")
            report.authorizedDay = CivilDay("2025-08-18")
            let change = try await home.change(held[0], to: report)
            #expect(change.isChanged && change.record.providerRecord == "q")
            #expect(!change.record.isPending && change.record.transfer == held[0].transfer)
            let after = try await home.transactions()
            #expect(after.count == 1 && after[0].id == row.id)
            #expect(after[0].transactionID == row.transactionID)
            #expect(after[0].amount.minor == 4_800 && !after[0].pending)
            #expect(after[0].category == ["Birthday"] && after[0].notes == "tip")
            #expect(try await home.balance() == -4_800)
            #expect(try await home.spent("Birthday") == 4_800)
            #expect(try await home.records() == [change.record])
        }
    }

    @Test("a pending one posts as it was told, or turned around", arguments: Engine.all)
    func asTold(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            let held = try await home.add(
                .expense(700, id: "a", isPending: true),
                .expense(300, id: "b", isPending: true)
            )
            let row = try await home.transactions().first { $0.amount.minor == 300 }
            #expect(try await home.change(held[0], to: .expense(700, id: "a")).isChanged)
            #expect(try await home.change(held[1], to: .income(300, id: "b")).isChanged)
            #expect(try await home.rows() == ["-300 Pay", "700 Shop"])
            let turned = try await home.transactions().first { $0.amount.minor == -300 }
            #expect(turned?.id == row?.id && turned?.transactionID == row?.transactionID)
            #expect(try await home.balance() == -400)
        }
    }

    @Test("what no list shows is kept as it is told", arguments: Engine.all)
    func unseen(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            let held = try await home.add(.expense(700, id: "a"))
            home.server.clock.advance(seconds: 60)
            var report = ReportedRecord.expense(700, id: "a")
            report.authorizedDay = CivilDay(test: "2025-08-18")
            report.original = #"{"authorized":"2025-08-18"}"#
            let change = try await home.change(held[0], to: report)
            #expect(!change.isChanged && change.record.authorizedDay == report.authorizedDay)
            #expect(change.record.original == report.original)
            #expect(change.record.changedAt == home.server.clock.now)
            #expect(try await home.records() == [change.record])
        }
    }

    @Test("what was booked in one writing is followed in it", arguments: Engine.all)
    func atOnce(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            try await home.write { book in
                let held = try book.add([
                    .expense(700, id: "p", isPending: true), .expense(100, id: "x"),
                ])
                let posted = try book.change(held[0], to: .expense(750, id: "q")).record
                try book.add([.expense(50)])
                try book.withdraw([posted, held[1]])
            }
            #expect(try await home.rows() == ["50 Shop"])
            #expect(try await home.balance() == -50)
            #expect(try await home.records().map(\.isShown) == [false, false, true])
        }
    }

    @Test("told the same again it changes nothing", arguments: Engine.all)
    func same(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            let report = ReportedRecord.expense(1_250, id: "a")
            let held = try await home.add(report)
            let before = try await home.server.contents()
            home.server.clock.advance(seconds: 60)
            let change = try await home.change(held[0], to: report)
            #expect(!change.isChanged && change.record == held[0])
            #expect(try await home.server.contents() == before)
        }
    }

    @Test("another amount, day or text is followed by the same row", arguments: Engine.all)
    func corrected(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            var record = try await home.add(.expense(1_250, id: "a", isPending: true))[0]
            try await home.edit(record, "fun")
            let row = try await home.transactions()[0]
            let reports = [
                ReportedRecord.expense(1_300, id: "a", isPending: true),
                .expense(1_400, id: "a"), .expense(1_400, id: "a", on: "2025-08-12"),
                .expense(1_400, id: "a", on: "2025-08-12", text: "SHOP 0042"),
                .expense(1_400, at: "Lidl", id: "a", on: "2025-08-12"),
                .income(1_400, id: "a"), .expense(99, id: "a", isPending: true),
                .expense(98, id: "a"),
            ]
            for report in reports {
                let change = try await home.change(record, to: report)
                #expect(change.isChanged)
                record = change.record
                let rows = try await home.transactions()
                #expect(rows.map(\.id) == [row.id])
                #expect(rows[0].transactionID == row.transactionID)
                #expect(rows[0].amount.minor == -report.amountMinor)
                #expect(rows[0].pending == report.isPending && rows[0].name == report.text)
                #expect(rows[0].date == WireTimestamp(home.start(of: report.day)))
                #expect(rows[0].category.first == "Entertainment")
                #expect(try await home.balance() == (report.isPending ? 0 : report.amountMinor))
                let isSpent = !report.isPending && report.amountMinor < 0
                #expect(try await home.spent("fun") == (isSpent ? -report.amountMinor : 0))
                #expect(try await home.records() == [record])
                #expect(try await home.server.faultInBooks() == nil)
            }
        }
    }

    @Test("another category is followed alone", arguments: Engine.all)
    func category(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            let held = try await home.add(.expense(700, id: "a"))
            let before = try await home.transactions()[0]
            var report = ReportedRecord.expense(700, id: "a")
            report.category = "TRANSPORTATION_GAS"
            #expect(try await home.change(held[0], to: report).isChanged)
            let after = try await home.transactions()[0]
            #expect(after.id == before.id && after.category != before.category)
        }
    }

    @Test("withdrawn it goes from all, and comes back as it was", arguments: Engine.all)
    func withdrawn(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            let reports = [
                ReportedRecord.expense(1_250, id: "a"),
                .expense(700, id: "b", isPending: true), .expense(300, id: "c"),
            ]
            var held = try await home.add(reports[0], reports[1], reports[2])
            held[1] = try await home.change(held[1], to: .expense(750, id: "b")).record
            try await home.edit(held[1], "fun", notes: "kept")
            let before = try await home.transactions()
            try await home.withdraw(held)
            #expect(try await home.transactions() == [])
            #expect(try await home.balance() == 0)
            #expect(try await home.spent() == 0)
            #expect(try await home.records().allSatisfy { !$0.isShown })
            // Once more does nothing.
            let gone = try await home.records()
            let contents = try await home.server.contents()
            try await home.withdraw(gone)
            #expect(try await home.server.contents() == contents)
            #expect(try await home.server.faultInBooks() == nil)
            let told = [reports[0], .expense(750, id: "b"), reports[2]]
            for (record, report) in zip(gone, told) {
                #expect(try await home.change(record, to: report).isChanged)
            }
            #expect(try await home.transactions() == before)
            #expect(try await home.balance() == -2_300)
            #expect(try await home.spent("fun") == 750)
        }
    }

    @Test("an edit is counted wherever it stands", arguments: Engine.all)
    func edits(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            let held = try await home.add(.expense(1_250, id: "a"))[0]
            let other = try await home.change(held, to: .expense(1_300, id: "a")).record
            try await home.edit(other, "fun")
            #expect(try await home.spent("fun") == 1_300)
            try await home.withdraw([other])
            #expect(try await home.spent("fun") == 0)
            let last = try await home.change(
                home.records()[0],
                to: .expense(1_400, id: "a")
            ).record
            #expect(try await home.spent("fun") == 1_400)
            try await home.edit(last, nil)
            #expect(try await home.spent("fun") == 0)
            #expect(try await home.spent() == 1_400)
        }
    }

    @Test("an opening balance is in no list", arguments: Engine.all)
    func opening(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            try await home.write { book in
                try book.open(with: 100_000, on: CivilDay(test: "2025-08-01"))
                try book.add([.expense(100)])
                #expect(book.balanceMinor == 99_900)
                try book.open(with: -900, on: CivilDay(test: "2025-08-01"))
                try book.open(with: 0, on: CivilDay(test: "2025-08-01"))
            }
            #expect(try await home.rows() == ["100 Shop"])
            #expect(try await home.balance() == 99_000)
        }
    }

    @Test("a record with an id is held once", arguments: Engine.all)
    func twice(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            try await home.add(.expense(100, id: "a"))
            let before = try await home.server.contents()
            await #expect(throws: DatabaseError.self) {
                try await home.add(.expense(100, id: "a"))
            }
            #expect(try await home.server.contents() == before)
            try await home.add(.expense(100), .expense(100))
            #expect(try await home.rows().count == 3)
        }
    }

    @Test("an amount out of range is refused, and nothing is stored", arguments: Engine.all)
    func refused(engine: Engine) async throws {
        try await BankHome.with(engine) { home in
            let before = try await home.server.contents()
            for minor in [0, Limits.amountMinor + 1] {
                await #expect(throws: PostingRefusal.amountOutOfRange) {
                    try await home.add(.expense(5), .expense(minor))
                }
            }
            #expect(try await home.server.contents() == before)
        }
    }
}

/// A parent with an account at a bank, whose books are held against what was done.
private struct BankHome {
    let server: InProcessServer
    let account: TestAccount

    static func with(_ engine: Engine, _ work: (BankHome) async throws -> Void) async throws {
        let clock = TestClock("2025-08-20T12:00:00Z")
        try await withServer(engine, clock: clock) { server in
            let parent = try await server.registerParent(timeZone: "America/New_York")
            try await work(
                BankHome(server: server, account: try await server.openAccount(of: parent))
            )
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// Opens the books, does something and writes it.
    @discardableResult
    func write<R: Sendable>(
        _ work: @escaping @Sendable (inout BankBook) throws -> R
    ) async throws -> R {
        let (call, household, id) = (server.call(), account.owner.household, account.id)
        return try await server.database.write { session in
            let head = try Households.head(of: household, in: session).orNotFound()
            let ledger = try LedgerWriter(head, .standard, in: session)
            let account = try Accounts.find(id, of: household, in: session).orNotFound()
            var book = try BankBook(account, in: ledger, reportedBy: "test", call)
            let result = try work(&book)
            try book.write()
            return result
        }
    }

    @discardableResult
    func add(_ reports: ReportedRecord...) async throws -> [BankRecord] {
        try await write { try $0.add(reports) }
    }

    func change(
        _ record: BankRecord,
        to report: ReportedRecord
    ) async throws -> (record: BankRecord, isChanged: Bool) {
        try await write { try $0.change(record, to: report) }
    }

    func withdraw(_ records: [BankRecord]) async throws {
        try await write { try $0.withdraw(records) }
    }

    func edit(_ record: BankRecord, _ category: String?, notes: String? = nil) async throws {
        try await server.operations.ledger.annotateTransfer(
            record.transfer,
            category: category,
            notes: notes,
            server.call(as: account.owner)
        )
    }

    func records() async throws -> [BankRecord] {
        let id = account.id
        return try await server.database.read { session in
            try BankRecords.list(of: id, after: nil, most: 100, in: session)
                .sorted { $0.place.number < $1.place.number }.map(\.record)
        }
    }

    func transactions() async throws -> [API.Banking.Transaction] {
        try await account.owner.purser.call(API.Banking.listTransactions, .init()).transactions
    }

    /// The rows of the list by their amounts and names, sorted.
    func rows() async throws -> [String] {
        try await transactions().map { row in
            "\(row.amount.minor) \(row.name)\(row.pending ? " pending" : "")"
        }.sorted()
    }

    func balance() async throws -> Int64 {
        let (id, household) = (account.id, account.owner.household)
        return try await server.database.read { session in
            try Accounts.find(id, of: household, in: session)?.totals.balanceMinor ?? 0
        }
    }

    /// What was spent in a category, as typed; without one, on groceries, as the bank told.
    func spent(_ category: String = "FOOD_AND_DRINK_GROCERIES") async throws -> Int64 {
        let member = account.owner.id
        return try await server.database.read { session in
            try SpendRollups.sums(.byDay, of: member, in: session)
                .filter { $0.key[2] == category }.map(\.amountMinor).reduce(0, +)
        }
    }

    func start(of day: CivilDay) -> Timestamp {
        Zone.named("America/New_York")?.start(of: day) ?? Timestamp(milliseconds: 0)
    }
}

extension CivilDay {
    /// A day that a test writes.
    fileprivate init(test text: String) {
        guard let day = CivilDay(text) else { preconditionFailure("\(text) is no day") }
        self = day
    }
}

extension ReportedRecord {
    /// Money that goes out.
    fileprivate static func expense(
        _ minor: Int64,
        at merchant: String? = nil,
        id: String? = nil,
        on day: String = "2025-08-20",
        text: String? = nil,
        isPending: Bool = false
    ) -> ReportedRecord {
        ReportedRecord(
            providerRecord: id,
            amountMinor: -minor,
            day: CivilDay(test: day),
            text: text ?? merchant ?? "Shop",
            merchant: merchant,
            category: "FOOD_AND_DRINK_GROCERIES",
            isPending: isPending,
            original: "{}"
        )
    }

    /// Money that comes in.
    fileprivate static func income(_ minor: Int64, id: String? = nil) -> ReportedRecord {
        ReportedRecord(
            providerRecord: id,
            amountMinor: minor,
            day: CivilDay(test: "2025-08-20"),
            text: "Pay",
            category: "INCOME_WAGES",
            original: "{}"
        )
    }
}
