import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("Stored transfers")
struct TransfersTests {
    private static let details = Transfer.Details(
        merchant: "Café 🐷",
        category: "FOOD_AND_DRINK_COFFEE",
        text: "line\nbreak",
        provider: "plaid",
        providerRecord: "r-1"
    )

    @Test("are found as they were put in, with and without what is optional", arguments: Engine.all)
    func found(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let all = [
                    seed.transfer(id(1)),
                    seed.transfer(
                        id(2),
                        phase: .pending,
                        member: seed.parent,
                        details: Self.details
                    ),
                    seed.transfer(id(3), phase: .post, pending: id(2)),
                    seed.transfer(id(4), reverses: id(1)),
                ]
                var head = seed.origin
                for transfer in all {
                    head = try seed.append(transfer, to: head, in: session)
                    let found = try Transfers.find(transfer.id, of: seed.household, in: session)
                    #expect(found == transfer)
                }
                #expect(head.sequence == 4)
                #expect(try Households.head(of: seed.household, in: session) == head)
            }
        }
    }

    @Test("are found by record, settlement and reversal", arguments: Engine.all)
    func related(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let pending = seed.transfer(id(1), phase: .pending, details: Self.details)
                var head = try seed.append(pending, to: seed.origin, in: session)
                #expect(try Transfers.settlement(of: id(1), in: session) == nil)
                let posted = seed.transfer(id(2), phase: .post, pending: id(1))
                head = try seed.append(posted, to: head, in: session)
                #expect(try Transfers.settlement(of: id(1), in: session) == id(2))
                #expect(try Transfers.reversal(of: id(2), in: session) == nil)
                let undone = seed.transfer(id(3), reverses: id(2))
                _ = try seed.append(undone, to: head, in: session)
                #expect(try Transfers.reversal(of: id(2), in: session) == id(3))
                let find = { (provider: String, record: String) in
                    try Transfers.find(
                        provider: provider,
                        record: record,
                        of: seed.household,
                        in: session
                    )?.id
                }
                #expect(try find("plaid", "r-1") == id(1))
                #expect(try find("plaid", "r-2") == nil)
                #expect(try find("stripe", "r-1") == nil)
            }
        }
    }

    @Test("are another household's secret", arguments: Engine.all)
    func foreign(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let other = try Seed.plant("roe", ids: SystemIDs(), in: session)
                let transfer = seed.transfer(id(1), details: Self.details)
                _ = try seed.append(transfer, to: seed.origin, in: session)
                #expect(try Transfers.find(id(1), of: other.household, in: session) == nil)
                #expect(
                    try Transfers.find(
                        provider: "plaid",
                        record: "r-1",
                        of: other.household,
                        in: session
                    ) == nil
                )
                let links = try Transfers.links(of: other.household, after: 0, in: session)
                #expect(links.isEmpty)
            }
        }
    }

    @Test(
        "are walked in the order of their chain, with what their links say",
        arguments: Engine.all
    )
    func walked(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let first = try seed.append(seed.transfer(id(9)), to: seed.origin, in: session)
                let second = try seed.append(seed.transfer(id(5)), to: first, in: session)
                let links = try Transfers.links(of: seed.household, after: 0, in: session)
                #expect(links.map(\.record) == [seed.transfer(id(9)), seed.transfer(id(5))])
                #expect(links.map(\.sequence) == [1, 2])
                #expect(links.map(\.previousHash) == [ChainLink.genesis, first.hash])
                #expect(links.map(\.hash) == [first.hash, second.hash])
                let rest = try Transfers.links(of: seed.household, after: 1, in: session)
                #expect(rest.map(\.sequence) == [2])
            }
        }
    }
}
