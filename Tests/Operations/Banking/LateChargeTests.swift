import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@Suite("A charge whose bank record came first")
struct LateChargeTests {
    /// A home whose owner has a card, with the processor that charges it.
    private func withCard(
        _ engine: Engine,
        _ work: (LinkedHome, TestProcessor) async throws -> Void
    ) async throws {
        let processor = TestProcessor()
        let cards = CardProcessors(mock: processor)
        try await LinkedHome.with(engine, cards: cards) { home in
            let card = API.Guardian.ConfirmCardRequest(paymentMethodID: "card_1", label: nil)
            _ = try await home.owner.purser.call(API.Guardian.confirmCard, card)
            try await work(home, processor)
        }
    }

    /// Charges the owner with 50.00 at Steam.
    private func charge(_ home: LinkedHome) async throws -> API.Guardian.ChargeResponse {
        let charge = API.Guardian.ChargeRequest(
            amountCents: 5_000,
            fundingSourceID: nil,
            merchant: "Steam",
            category: "fun"
        )
        return try await home.owner.purser.call(API.Guardian.chargeCard, charge)
    }

    /// Lets the bank tell of 50.00 at Steam, and gives the row.
    private func record(
        _ home: LinkedHome,
        on day: String = "2025-08-20"
    ) async throws -> API.Banking.Transaction {
        home.bank.tell(.page(.test("t1", 5_000, on: day, at: "STEAM", category: nil)))
        try await home.sync()
        return try #require(try await home.rows().first { !$0.pending })
    }

    /// Asks the processor what came of the charge, a minute later.
    private func reconcile(_ home: LinkedHome) async throws {
        home.server.clock.advance(seconds: 60)
        let call = home.server.call()
        let report = try await home.server.operations.guardian.reconcileCharges(call)
        #expect(report.heard == 1 && report.failures == [])
    }

    private func spent(_ home: LinkedHome) async throws -> Int64 {
        try await home.owner.purser.call(API.Guardian.spendingSummary, .init()).spendCents
    }

    @Test("is that record, which keeps its id and its edit", arguments: Engine.all)
    func chargedLater(engine: Engine) async throws {
        try await withCard(engine) { home, _ in
            try await home.edit(try await record(home), "Birthday", "for Tom")
            let before = try await home.rows()
            #expect(try await charge(home).status == .charged)
            #expect(try await home.rows() == before)
            #expect(try await spent(home) == 5_000)
            // The record goes, and the charge is a row.
            home.bank.tell(.page(removed: ["t1"]))
            try await home.sync()
            let rows = try await home.rows()
            #expect(rows.map(\.amount.minor) == [5_000] && rows.map(\.id) != before.map(\.id))
            #expect(try await spent(home) == 5_000)
        }
    }

    @Test("is that record once it settles, and gives it its edit", arguments: Engine.all)
    func settledLater(engine: Engine) async throws {
        try await withCard(engine) { home, processor in
            processor.answer(.processing)
            #expect(try await charge(home).status == .processing)
            let reserved = try #require(try await home.rows().first)
            #expect(reserved.pending)
            try await home.edit(reserved, "Birthday", "for Tom")
            let told = try await record(home)
            #expect(try await home.rows().count == 2)
            processor.become(.succeeded)
            try await reconcile(home)
            let rows = try await home.rows()
            #expect(rows.map(\.id) == [told.id] && rows.map(\.amount.minor) == [5_000])
            #expect(rows.map(\.category) == [["Birthday"]] && rows.map(\.notes) == ["for Tom"])
            #expect(try await spent(home) == 5_000)
        }
    }

    @Test("is none when it fails: the record counts as before", arguments: Engine.all)
    func failedLater(engine: Engine) async throws {
        try await withCard(engine) { home, processor in
            processor.answer(.processing)
            _ = try await charge(home)
            let told = try await record(home)
            processor.become(.failed)
            try await reconcile(home)
            #expect(try await home.rows() == [told])
            #expect(try await spent(home) == 5_000)
        }
    }

    @Test("is another one than a record of the day before")
    func dayBefore() async throws {
        try await withCard(.sqlite) { home, _ in
            _ = try await record(home, on: "2025-08-19")
            _ = try await charge(home)
            #expect(try await home.rows().count == 2)
            #expect(try await spent(home) == 10_000)
        }
    }
}
