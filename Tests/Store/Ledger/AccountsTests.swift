import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("Stored accounts")
struct AccountsTests {
    @Test("are found as they were opened, by their own household alone", arguments: Engine.all)
    func found(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let other = try Seed.plant("roe", ids: SystemIDs(), in: session)
                for account in seed.accounts {
                    #expect(
                        try Accounts.find(account.id, of: seed.household, in: session) == account
                    )
                    #expect(try Accounts.find(account.id, of: other.household, in: session) == nil)
                    #expect(account.posting.mayOverdraw == (account.kind != .wallet))
                }
            }
        }
    }

    @Test("are listed by id, after the one named", arguments: Engine.all)
    func listed(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.read { session throws in
                let ids = [seed.world, seed.bank, seed.wallet].sorted()
                let list = {
                    try Accounts.list(of: seed.household, after: $0, in: session).map(\.id)
                }
                #expect(try list(nil) == ids)
                #expect(try list(ids[0]) == Array(ids[1...]))
                #expect(try list(ids[2]) == [])
            }
        }
    }

    @Test("have one World for each currency", arguments: Engine.all)
    func world(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.read { session throws in
                let world = { (code: String) in
                    try Currency(code: code).flatMap {
                        try Accounts.world(of: seed.household, currency: $0, in: session)?.id
                    }
                }
                #expect(try world("USD") == seed.world)
                #expect(try world("EUR") == nil)
            }
        }
    }

    @Test("keep the totals they are given, and nobody else's change", arguments: Engine.all)
    func saved(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                guard var posting = seed.accounts.first(where: { $0.id == seed.bank })?.posting
                else { throw SeedError() }
                posting.totals = AccountTotals(
                    postedDebitMinor: 1,
                    postedCreditMinor: 2,
                    pendingDebitMinor: 3,
                    pendingCreditMinor: .max
                )
                try Accounts.save([posting], in: session)
                let saved = try Accounts.find(seed.bank, of: seed.household, in: session)
                #expect(saved?.totals == posting.totals)
                let world = try Accounts.find(seed.world, of: seed.household, in: session)
                #expect(world?.totals == AccountTotals())
            }
        }
    }
}
