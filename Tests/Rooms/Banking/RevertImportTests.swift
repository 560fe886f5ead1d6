import Contract
import Kernel
import Ledger
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Taking an import back")
struct RevertImportTests {
    /// What Guardian counts of this month, which limits are held against.
    private func spent(_ home: BankingHome) async throws -> Int64 {
        try await home.owner.purser.call(API.Guardian.spendingSummary, .init()).spendCents
    }

    @Test("takes its rows and their edits; importing again brings them back", arguments: Engine.all)
    func reverted(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let file = BankFile.ofx([
                ("1", "2025-08-13", "-4.00", "Aldi"), ("2", "2025-08-14", "-6.00", "Lidl"),
            ])
            let found = try await home.imported(file)
            let empty = try await home.summary()
            let edited = try #require(try await home.list().transactions.last)
            try await home.edit(
                ID(edited.transactionID.raw),
                "Birthday",
                notes: "cake"
            )
            #expect(try await home.list(.init(category: "Birthday")).total == 1)
            #expect(try await spent(home) == 1_000)
            let reverted = try await home.revert(found.import.id)
            #expect(reverted.state == .reverted && reverted.revertedAt != nil)
            #expect(try await home.list().total == 0)
            #expect(try await home.summary().transactionCount == 0)
            #expect(try await home.recent().transactions.isEmpty)
            #expect(try await spent(home) == 0)
            #expect(try await home.revert(found.import.id) == reverted)
            home.server.clock.advance(seconds: 60)
            let again = try await home.imported(file)
            #expect(again.import.counts == [2, 0, 0, 0])
            let list = try await home.list()
            #expect(list.minors.sorted() == [400, 600])
            #expect(list.transactions.allSatisfy { $0.category != ["Birthday"] && $0.notes == nil })
            #expect(try await home.summary() == empty)
            #expect(try await spent(home) == 1_000)
            #expect(list.transactions.contains { $0.id == edited.id })
        }
    }

    @Test("is refused when something told one of its rows anew", arguments: Engine.all)
    func joined(engine: Engine) async throws {
        try await BankingHome.with(engine) { home in
            let first = try await home.imported(
                BankFile.ofx([("1", "2025-08-13", "-4.00", "Aldi")])
            )
            home.server.clock.advance(seconds: 60)
            let second = try await home.imported(
                BankFile.ofx([("1", "2025-08-13", "-5.00", "Aldi")])
            )
            #expect(second.import.counts == [0, 0, 1, 0])
            let number = try #require(try await home.list().transactions.first?.id)
            let before = try await home.server.contents()
            let error = await refusal { try await home.revert(first.import.id) }
            #expect(error?.status == 409)
            #expect(error?.message.contains("Transaction \(number)") == true)
            #expect(try await home.server.contents() == before)
        }
    }
}
