import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@Suite("What is given up at a bank, and what is kept")
struct GiveUpTests {
    private func items(_ home: LinkedHome) async throws -> [Int64] {
        try await home.integers("SELECT COUNT(*) FROM bank_items")
    }

    private func unlink(_ home: LinkedHome) async throws {
        let account = try #require(try await home.accounts().first)
        _ = try await home.owner.purser.call(API.Banking.deleteAccount, .init(id: account.id))
    }

    @Test("is what opened an item until it was linked anew", arguments: Engine.all)
    func renewed(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            #expect(home.bank.removals == 0)
            home.server.clock.advance(seconds: 60)
            try await home.link("b")
            #expect(home.bank.removals == 1)
            #expect(try await items(home) == [1])
        }
    }

    @Test("is an item whose last account was unlinked, and nothing of it is left here")
    func last() async throws {
        try await LinkedHome.with(.sqlite) { home in
            try await unlink(home)
            #expect(home.bank.removals == 1)
            #expect(try await items(home) == [0])
        }
    }

    @Test("is tried again by the job while the provider is out of reach", arguments: Engine.all)
    func later(engine: Engine) async throws {
        try await LinkedHome.with(engine) { home in
            home.bank.keepItems(BankProviderError(.unreachable, code: "INSTITUTION_DOWN"))
            try await unlink(home)
            #expect(try await items(home) == [1])
            let job = { try await home.server.operations.banking.syncDueItems(home.server.call()) }
            home.server.clock.advance(seconds: 500)
            #expect(try await job().failed == 1)
            #expect(try await items(home) == [1])
            home.bank.keepItems(nil)
            home.server.clock.advance(seconds: 1_000)
            #expect(try await job().done == 1)
            #expect(home.bank.removals == 1)
            #expect(try await items(home) == [0])
            #expect(home.bank.cursors == [])
        }
    }

    @Test("is not asked for again where the provider has it no more")
    func unknown() async throws {
        try await LinkedHome.with(.sqlite) { home in
            home.bank.keepItems(BankProviderError(.refused, code: "ITEM_NOT_FOUND"))
            try await unlink(home)
            #expect(try await items(home) == [0])
        }
    }

    @Test("is one bank more than a member may link")
    func tooMany() async throws {
        try await LinkedHome.with(.sqlite) { home in
            for number in 2...Limits.bankItems {
                home.bank.stand(for: "Bank \(number)")
                home.bank.have(.test("acc\(number)", mask: "\(number)"))
                try await home.link("bank-\(number)")
            }
            #expect(home.bank.removals == 0)
            home.bank.stand(for: "One more")
            home.bank.have(.test("more", mask: "more"))
            let error = await #expect(throws: PurserError.self) { try await home.link("more") }
            #expect(error?.status == 409)
            #expect(home.bank.removals == 1)
            #expect(try await items(home) == [Int64(Limits.bankItems)])
            #expect(try await home.accounts().count == Limits.bankItems)
        }
    }

    @Test("an account is kept by the id that stays, whatever it is called by then")
    func persistent() async throws {
        let named = { (id: String, name: String) in
            ProviderAccount(
                id: id,
                persistentID: "stays",
                name: name,
                kind: .depository,
                subtype: "checking",
                currency: .usd,
                currentMinor: 100_000
            )
        }
        let bank = ScriptedBank([named("acc1", "Checking")])
        try await LinkedHome.with(.sqlite, bank) { home in
            let before = try await home.accounts().map(\.id)
            bank.have(named("acc9", "Everyday"))
            try await home.link("b")
            #expect(try await home.accounts().map(\.id) == before)
        }
    }

    @Test("an account that is linked anew is opened anew by what the bank says of its past")
    func openedAnew() async throws {
        try await LinkedHome.with(.sqlite) { home in
            try await home.sync()
            #expect(try await home.ledgerBalances() == [100_000])
            home.bank.have(.test(currentMinor: 90_000))
            home.server.clock.advance(seconds: 60)
            try await home.link("b")
            try await home.sync()
            #expect(try await home.ledgerBalances() == [90_000])
        }
    }

    @Test("of two charges that are alike a record is one")
    func twoCharges() async throws {
        try await LinkedHome.with(.sqlite) { home in
            let card = API.Guardian.ConfirmCardRequest(paymentMethodID: "card_1", label: nil)
            _ = try await home.owner.purser.call(API.Guardian.confirmCard, card)
            let charge = API.Guardian.ChargeRequest(
                amountCents: 5_000,
                fundingSourceID: nil,
                merchant: "Steam",
                category: "fun"
            )
            for _ in 0..<2 {
                _ = try await home.owner.purser.call(API.Guardian.chargeCard, charge)
            }
            #expect(try await home.rows().count == 2)
            home.bank.tell(.page(.test("t1", 5_000, on: "2025-08-20", at: "Steam")))
            try await home.sync()
            #expect(try await home.rows().count == 2)
        }
    }
}
