import Contract
import Kernel
import Operations
import Providers
import PurserKit
import SQL
import Testbed
import Testing

@Suite("A bank that is linked again")
struct RelinkedTests {
    private static let items = "SELECT COUNT(*) FROM bank_items"

    private static func account(_ id: String, _ name: String) -> ProviderAccount {
        ProviderAccount(
            id: id,
            persistentID: "stays",
            name: name,
            mask: "0000",
            kind: .depository,
            subtype: "checking",
            currency: .usd,
            currentMinor: 100_000
        )
    }

    @Test("tells its records by other ids, each of which is one row of before, for one sync")
    func otherIDs() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(
                .page(.test("t1", 100), .test("t2", 100), .test("t3", 100, at: "Lidl"))
            )
            try await home.sync()
            let before = Set(try await home.rows().map(\.id))
            home.server.clock.advance(seconds: 60)
            home.bank.have(.test("acc2"))
            try await home.link("b")
            home.bank.tell(
                .page(
                    .test("n1", 100, in: "acc2"),
                    .test("n2", 100, in: "acc2"),
                    .test("n3", 100, at: "Steam", in: "acc2"),
                    hasMore: true
                ),
                .page(.test("n4", 100, at: "Steam", in: "acc2"))
            )
            let answer = try await home.sync()
            #expect(answer.transactionsAdded == 2 && answer.transactionsRemoved == 0)
            let after = Set(try await home.rows().map(\.id))
            #expect(before.count == 3 && after.isSuperset(of: before) && after.count == 5)
            home.server.clock.advance(seconds: 60)
            home.bank.tell(.page(.test("n5", 100, at: "Lidl", in: "acc2")))
            #expect(try await home.counts() == [1, 0, 0])
        }
    }

    @Test("is the same item, and what it was before is given up at the provider")
    func former() async throws {
        try await LinkedHome.with(.sqlite) { home in
            let first = try await home.link("b")
            #expect(home.bank.removals == 1)
            #expect(try await home.integers(Self.items) == [1])
            let second = try await home.link("c")
            #expect(second.itemID == first.itemID)
            #expect(home.bank.removals == 2)
        }
    }

    @Test("begins with the balance that it tells then")
    func balance() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.page(.test("t1", 100)))
            try await home.sync()
            home.bank.have(.test(currentMinor: 90_000))
            try await home.link("b")
            try await home.sync()
            #expect(try await home.ledgerBalances() == [90_000])
        }
    }

    @Test("has the accounts of before by the id that stays, whatever they are called")
    func persistent() async throws {
        let bank = ScriptedBank([Self.account("acc1", "Checking")])
        try await LinkedHome.with(.sqlite, bank) { home in
            let before = try await home.accounts().map(\.id)
            bank.have(Self.account("acc2", "Everyday"))
            let answer = try await home.link("b")
            #expect(Set(answer.accounts.map(\.id)).isSubset(of: before))
            #expect(try await home.accounts().count == before.count)
        }
    }

    @Test("has another account where the number ends otherwise")
    func masks() async throws {
        try await LinkedHome.with(.sqlite) { home in
            let before = try await home.accounts().map(\.id)
            home.bank.have(.test("acc2", mask: "1111"))
            let answer = try await home.link("b")
            #expect(answer.accounts.count == 1)
            #expect(Set(answer.accounts.map(\.id)).isDisjoint(with: before))
        }
    }

    @Test("keeps its item while an account is left, and tells nothing of one that is unlinked")
    func unlinked() async throws {
        let bank = ScriptedBank([.test(), .test("acc2", mask: "1111")])
        try await LinkedHome.with(.sqlite, bank) { home in
            bank.tell(.page(.test("t1", 100), .test("t2", 200, in: "acc2")))
            #expect(try await home.counts() == [2, 0, 0])
            let row = try #require(try await home.rows().first { $0.amount.minor == 200 })
            _ = try await home.owner.purser.call(
                API.Banking.deleteAccount,
                .init(id: row.accountID)
            )
            #expect(bank.removals == 0)
            #expect(try await home.integers(Self.items) == [1])
            bank.tell(.page(.test("t3", 300), .test("t4", 400, in: "acc2")))
            #expect(try await home.counts() == [1, 0, 0])
            #expect(Set(try await home.rows().map(\.amount.minor)) == [100, 300])
        }
    }

    @Test("is cleared by the job where unlinking was cut off")
    func cutOff() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.tell(.page(.test("t1", 100), .test("t2", 200)))
            try await home.sync()
            try await home.change("UPDATE bank_accounts SET removed_at_ms = 1, is_clearing = 1")
            try await home.server.operations.banking.syncDueItems(home.server.call())
            let shown = "SELECT COUNT(*) FROM bank_records WHERE is_shown = 1"
            #expect(try await home.integers(shown) == [0])
            let clearing = "SELECT COUNT(*) FROM bank_accounts WHERE is_clearing = 1"
            #expect(try await home.integers(clearing) == [0])
        }
    }

    @Test("is refused beside too many others, and given up at the provider at once")
    func tooMany() async throws {
        try await LinkedHome.with(.sqlite) { home in
            try await home.change(
                "UPDATE bank_items SET institution_id = 'other', institution_name = 'Other'"
            )
            for number in 1..<Limits.bankItems { try await home.addItem(number) }
            let error = await #expect(throws: PurserError.self) {
                try await home.link("b")
            }
            #expect(error?.status == 409)
            #expect(home.bank.removals == 1)
            #expect(try await home.integers(Self.items) == [Int64(Limits.bankItems)])
        }
    }
}
