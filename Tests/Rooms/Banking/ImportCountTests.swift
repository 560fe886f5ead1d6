import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What counts as a new row of a file")
struct ImportCountTests {
    private static let named = [("account_name", "Checking")]
    private static let preview = [("preview", "true")]

    @Test("is no row of nothing", arguments: Engine.all)
    func zero(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let file = BankFile.ofx([
                ("1", "2025-08-13", "0.00", "Notice"), ("2", "2025-08-14", "-6.00", "Lidl"),
            ])
            let preview = try await home.imported(file, Self.preview, status: 200)
            #expect(preview.import.counts == [1, 0, 0, 0] && preview.sample.count == 1)
            #expect(try await home.imported(file).import.counts == [1, 0, 0, 0])
            #expect(try await home.list().minors == [600])
        }
    }

    @Test("is none that has another name only", arguments: Engine.all)
    func renamed(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            try await home.imported(BankFile.ofx([("1", "2025-08-13", "-4.00", "Bakery Oak")]))
            let file = BankFile.ofx([("1", "2025-08-13", "-4.00", "Cobbler Elm")])
            let preview = try await home.imported(file, Self.preview, status: 200)
            #expect(preview.import.counts == [0, 0, 1, 0])
            #expect(try await home.imported(file).import.counts == [0, 0, 1, 0])
            #expect(try await home.list().total == 1)
        }
    }

    @Test("is one without an id beside its like that has one", arguments: Engine.all)
    func withoutID(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let one = ("1", "2025-08-13", "-4.00", "Aldi")
            try await home.imported(BankFile.ofx([one]))
            let file = BankFile.ofx([one, ("", "2025-08-13", "-4.00", "Aldi")])
            let preview = try await home.imported(file, Self.preview, status: 200)
            #expect(preview.import.counts == [1, 1, 0, 0])
            #expect(try await home.imported(file).import.counts == [1, 1, 0, 0])
            #expect(try await home.imported(file).import.counts == [0, 2, 0, 0])
            #expect(try await home.list().minors == [400, 400])
        }
    }

    @Test("is one that was taken back, with an id and without", arguments: Engine.all)
    func takenBack(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let rows = [("2025-08-13", "-4.00", "Aldi"), ("2025-08-14", "-6.00", "Lidl")]
            let files = [
                BankFile.csv(rows),
                BankFile.ofx(rows.enumerated().map { ("\($0)", $1.0, $1.1, $1.2) }),
            ]
            for file in files {
                let found = try await home.imported(file, Self.named)
                #expect(found.import.counts == [2, 0, 0, 0])
                _ = try await home.revert(found.import.id)
                let fields = Self.named + Self.preview
                let preview = try await home.imported(file, fields, status: 200)
                #expect(preview.import.counts == [2, 0, 0, 0] && preview.sample.count == 2)
                home.server.clock.advance(seconds: 60)
                let again = try await home.imported(file, Self.named)
                #expect(again.import.counts == [2, 0, 0, 0])
                #expect(try await home.list().minors.sorted() == [400, 600])
                _ = try await home.revert(again.import.id)
                #expect(try await home.list().total == 0)
            }
        }
    }

    @Test("is told by each record once, however long the file", arguments: Engine.embedded)
    func long(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            // More rows of one day than are compared at once.
            let rows = (1...4_200).map { ("2025-08-13", "-\($0).00", "Shop") }
            let first = try await home.imported(BankFile.csv(rows), Self.named)
            #expect(first.import.rowsNew == 4_200)
            let file = BankFile.csv(rows + rows.prefix(1))
            let preview = try await home.imported(file, Self.named + Self.preview, status: 200)
            #expect(preview.import.counts == [1, 4_200, 0, 0])
        }
    }

    @Test("leaves out a balance from before the newest row", arguments: Engine.all)
    func olderBalance(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            // The balance is of the last day of August.
            let rows = [("1", "2025-08-13", "90.00", "Pay"), ("2", "2025-09-01", "5.00", "Gift")]
            let found = try await home.imported(BankFile.ofx(rows, balance: "100.00"))
            #expect(found.import.counts == [2, 0, 0, 0])
            #expect(found.import.balanceDifference == nil)
        }
    }

    @Test("leaves a balance of the newest row's own day to be compared", arguments: Engine.all)
    func balanceOfTheDay(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let rows = [("1", "2025-08-31", "90.00", "Pay")]
            let found = try await home.imported(BankFile.ofx(rows, balance: "100.00"))
            #expect(found.import.balanceDifference?.minor == 1_000)
        }
    }

    @Test("is read by the mapping that is given, not by the remembered one", arguments: Engine.all)
    func mapping(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let coffee = BankFile.csv([("2025-08-13", "-4.50", "Coffee")])
            let first = try await home.imported(coffee, Self.named)
            #expect(first.mapping?.negate != true)
            let mapping =
                #"{"date":"Date","amount":"Amount","description":"Description","negate":true}"#
            let refund = BankFile.csv([("2025-08-14", "-7.00", "Refund")])
            let given = Self.named + [("mapping", mapping)]
            let second = try await home.imported(refund, given)
            #expect(second.mapping?.negate == true)
            // Money that came in is less than zero.
            let minors = try await home.list().minors.sorted()
            #expect(minors == [-700, 450])
        }
    }

    @Test("goes to the account that is named, whatever the file's", arguments: Engine.all)
    func namedAccount(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let file = BankFile.ofx(count: 2)
            let own = try await home.imported(file)
            let number = try await home.accountNumber
            #expect(own.import.accountID != number)
            let named = try await home.imported(file, [("account_id", String(number))])
            #expect(named.import.accountID == number)
            #expect(named.import.counts == [2, 0, 0, 0])
            #expect(try await home.list().total == 4)
        }
    }
}
