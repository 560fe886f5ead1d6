import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Rows of a file that are charges")
struct ChargedImportTests {
    /// Charges the owner's card with 50.00 at Steam, now.
    private func charge(_ home: BankingHome) async throws {
        let card = API.Guardian.ConfirmCardRequest(paymentMethodID: "card_1", label: nil)
        _ = try await home.owner.purser.call(API.Guardian.confirmCard, card)
        let charge = API.Guardian.ChargeRequest(
            amountCents: 5_000,
            fundingSourceID: nil,
            merchant: "Steam",
            category: "fun"
        )
        _ = try await home.owner.purser.call(API.Guardian.chargeCard, charge)
    }

    private func file(_ amount: String = "-50.00") -> String {
        BankFile.ofx([("1", "2025-08-22", amount, "STEAM"), ("2", "2025-08-22", "-6.00", "Lidl")])
    }

    @Test("count in their place, until they are another or taken back", arguments: Engine.all)
    func counted(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            try await charge(home)
            let charged = try #require(try await home.list().transactions.first)
            try await home.edit(ID(charged.transactionID.raw), "Birthday", notes: "for Tom")
            let found = try await home.imported(file())
            #expect(found.import.counts == [2, 0, 0, 0])
            let list = try await home.list()
            #expect(list.minors.sorted() == [600, 5_000])
            #expect(!list.transactions.contains { $0.id == charged.id })
            #expect(list.transactions.contains { $0.notes == "for Tom" })
            let end = DateFilter(test: "2025-08-31")
            #expect(try await home.summary(.init(endDate: end)).totalSpent.minor == 5_600)
            // A later file says that it was less: it is no more that charge.
            home.server.clock.advance(seconds: 60)
            let later = try await home.imported(file("-49.00"))
            #expect(later.import.counts == [0, 1, 1, 0])
            #expect(try await home.list().minors.sorted() == [600, 4_900, 5_000])
            home.server.clock.advance(seconds: 60)
            try await home.imported(file())
            #expect(try await home.list().minors.sorted() == [600, 5_000])
        }
    }

    @Test("give the charge back when the import is taken back", arguments: Engine.all)
    func reverted(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            try await charge(home)
            let before = try await home.list()
            let found = try await home.imported(file())
            #expect(try await home.list().total == 2)
            _ = try await home.revert(found.import.id)
            #expect(try await home.list() == before)
            #expect(try await home.summary().totalSpent.minor == 5_000)
        }
    }

    @Test("keep the import when the charge was made later", arguments: Engine.all)
    func later(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let found = try await home.imported(file())
            home.server.clock.advance(seconds: 60)
            try await charge(home)
            let list = try await home.list()
            #expect(list.minors.sorted() == [600, 5_000])
            let row = try #require(list.transactions.first { $0.amount.minor == 5_000 })
            let before = try await home.server.contents()
            let error = await refusal { try await home.revert(found.import.id) }
            #expect(error?.status == 409)
            #expect(error?.message.contains("Transaction \(row.id)") == true)
            #expect(try await home.server.contents() == before)
        }
    }

    @Test("are no charge of a wallet, which no bank knows of")
    func wallet() async throws {
        try await withServer(.sqlite, clock: TestClock("2025-08-20T12:00:00Z")) { server in
            let (_, child) = try await server.registerPayingChild(10_000)
            try await child.charge(5_000, at: "Steam")
            let answer = try await server.importFile(file(), token: child.token)
            #expect(answer.status == 201)
            let rows = try await child.purser.call(API.Banking.listTransactions, .init())
            #expect(rows.transactions.filter { $0.amount.minor == 5_000 }.count == 2)
            #expect(try await server.walletMinor(of: child) == 5_000)
            #expect(try await server.faultInBooks() == nil)
        }
    }
}
