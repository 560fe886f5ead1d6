import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@Suite("A bank's record that is a charge")
struct AbsorbTests {
    /// A home whose owner was charged 50.00 today, at Steam unless said.
    private func withCharge(
        _ engine: Engine,
        at merchant: String = "Steam",
        _ work: (LinkedHome, API.Banking.Transaction) async throws -> Void
    ) async throws {
        try await LinkedHome.with(engine) { home in
            let card = API.Guardian.ConfirmCardRequest(paymentMethodID: "card_1", label: nil)
            _ = try await home.owner.purser.call(API.Guardian.confirmCard, card)
            let charge = API.Guardian.ChargeRequest(
                amountCents: 5_000,
                fundingSourceID: nil,
                merchant: merchant,
                category: "fun"
            )
            _ = try await home.owner.purser.call(API.Guardian.chargeCard, charge)
            let row = try #require(try await home.rows().first)
            try await work(home, row)
        }
    }

    private func spent(_ home: LinkedHome) async throws -> Int64 {
        try await home.owner.purser.call(API.Guardian.spendingSummary, .init()).spendCents
    }

    @Test("counts in its place, with its edit, until the record goes", arguments: Engine.all)
    func absorbs(engine: Engine) async throws {
        try await withCharge(engine) { home, charged in
            try await home.edit(charged, "Birthday", "for Tom")
            home.bank.tell(.page(.test("t1", 5_000, on: "2025-08-20", at: "STEAM", category: nil)))
            #expect(try await home.counts() == [1, 0, 0])
            let row = try #require(try await home.rows().first)
            #expect(try await home.rows().count == 1 && row.id != charged.id)
            #expect(row.category == ["Birthday"] && row.notes == "for Tom")
            #expect(try await spent(home) == 5_000)
            home.bank.tell(.page(removed: ["t1"]))
            try await home.sync()
            let back = try await home.rows()
            #expect(back.map(\.id) == [charged.id] && back.map(\.notes) == ["for Tom"])
            #expect(try await spent(home) == 5_000)
            home.bank.tell(.page(.test("t1", 5_000, on: "2025-08-20", at: "STEAM", category: nil)))
            try await home.sync()
            #expect(try await home.rows().map(\.id) == [row.id])
        }
    }

    @Test(
        "is one only of its amount and merchant, on a day from its own to the fifth after",
        arguments: [
            (Int64(5_000), "2025-08-25", "Steam", true), (5_000, "2025-08-26", "Steam", false),
            (5_000, "2025-08-19", "Steam", false), (5_001, "2025-08-20", "Steam", false),
            (5_000, "2025-08-20", "Aldi", false),
        ]
    )
    func bounds(minor: Int64, day: String, merchant: String, isCharge: Bool) async throws {
        try await withCharge(.sqlite) { home, _ in
            home.bank.tell(.page(.test("t1", minor, on: day, at: merchant)))
            try await home.sync()
            #expect(try await home.rows().count == (isCharge ? 1 : 2))
        }
    }

    @Test(
        "is of its merchant by whichever of its names",
        arguments: [
            ("Whole Foods", "WHOLEFDS MKT 10234", true), ("Comcast Xfinity", "Comcast", true),
            ("Whole Foods", "Trader Joe's", false), ("Comcast", "Verizon", false),
        ]
    )
    func names(charged: String, told: String, isCharge: Bool) async throws {
        try await withCharge(.sqlite, at: charged) { home, _ in
            home.bank.tell(.page(.test("t1", 5_000, on: "2025-08-20", at: told, category: nil)))
            try await home.sync()
            #expect(try await home.rows().count == (isCharge ? 1 : 2))
        }
    }

    @Test("is so once: of two records one is the charge, and a pending one is none yet")
    func once() async throws {
        try await withCharge(.sqlite) { home, _ in
            home.bank.tell(.page(.test("p1", 5_000, on: "2025-08-20", at: "Steam", pending: true)))
            try await home.sync()
            #expect(try await home.rows().count == 2)
            home.bank.tell(
                .page(
                    .test("t1", 5_000, on: "2025-08-20", at: "Steam", was: "p1"),
                    .test("t2", 5_000, on: "2025-08-20", at: "Steam"),
                    removed: ["p1"]
                )
            )
            try await home.sync()
            #expect(try await home.rows().count == 2)
            #expect(try await spent(home) == 10_000)
            // One of them goes: the other one is the charge no more than before.
            home.bank.tell(.page(removed: ["t1", "t2"]))
            try await home.sync()
            #expect(try await home.rows().count == 1)
        }
    }

    @Test("keeps its own edit, whatever the charge's", arguments: Engine.all)
    func edited(engine: Engine) async throws {
        try await withCharge(engine) { home, charged in
            try await home.edit(charged, "Birthday", "for Tom")
            home.bank.tell(.page(.test("p1", 5_000, on: "2025-08-20", at: "Steam", pending: true)))
            try await home.sync()
            let pending = try #require(try await home.rows().first { $0.pending })
            try await home.edit(pending, "Hobby", "a game")
            home.bank.tell(
                .page(
                    .test("t1", 5_000, on: "2025-08-20", at: "Steam", was: "p1"),
                    removed: ["p1"]
                )
            )
            try await home.sync()
            let rows = try await home.rows()
            #expect(rows.map(\.id) == [pending.id])
            #expect(rows.map(\.category) == [["Hobby"]] && rows.map(\.notes) == ["a game"])
        }
    }

    @Test("brings the edit along as a change that devices are told of", arguments: Engine.all)
    func copied(engine: Engine) async throws {
        try await withCharge(engine) { home, charged in
            try await home.edit(charged, "Birthday", "for Tom")
            let before = try await copies(home)
            #expect(before.changes.map(\.id.text) == [charged.transactionID.text])
            home.bank.tell(.page(.test("t1", 5_000, on: "2025-08-20", at: "STEAM", category: nil)))
            try await home.sync()
            let row = try #require(try await home.rows().first)
            let after = try await copies(home)
            let ids = [charged.transactionID.text, row.transactionID.text]
            #expect(after.changes.map(\.id.text) == ids)
            #expect(after.changes.map(\.version) == after.changes.map(\.version).sorted())
            #expect(after.changes.first?.version == before.changes.first?.version)
            // Nobody did it.
            #expect(after.changes.map(\.updatedBy) == [home.owner.id, nil])
            let values = try after.changes.map { change in
                try change.value?.decoded(as: API.Sync.TransactionEditValue.self)
            }
            #expect(values[0] == .init(category: "Birthday", notes: "for Tom"))
            #expect(values[1] == values[0])
            // The edit is one of the record's own now, and stays through what the bank tells of it.
            try await home.edit(row, "Hobby", nil)
            home.bank.tell(.page(.test("t1", 5_500, on: "2025-08-20", at: "STEAM", category: nil)))
            try await home.sync()
            let last = try await copies(home)
            #expect(last.changes.map(\.id.text) == ids)
            let hobby = try last.changes.last?.value?
                .decoded(as: API.Sync.TransactionEditValue.self)
            #expect(hobby == .init(category: "Hobby"))
            #expect(try await home.server.faultInBooks() == nil)
        }
    }

    private func copies(_ home: LinkedHome) async throws -> API.Sync.ChangesResponse {
        try await home.owner.purser.call(
            API.Sync.listChanges,
            .init(kinds: API.Sync.transactionEdit.name)
        )
    }

    @Test("follows the account when that is unlinked, and when it is linked again")
    func unlinked() async throws {
        try await withCharge(.sqlite) { home, charged in
            home.bank.tell(.page(.test("t1", 5_000, on: "2025-08-20", at: "Steam")))
            try await home.sync()
            let account = try #require(try await home.accounts().first { $0.lastSyncedAt != nil })
            _ = try await home.owner.purser.call(
                API.Banking.deleteAccount,
                .init(id: account.id)
            )
            #expect(try await home.rows().map(\.id) == [charged.id])
            #expect(home.bank.removals == 1)
            try await home.link("b")
            home.bank.tell(.page(.test("t1", 5_000, on: "2025-08-20", at: "Steam")))
            try await home.sync()
            let rows = try await home.rows()
            #expect(rows.count == 1 && rows.first?.id != charged.id)
        }
    }
}
