import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@Suite("hledger as a reader of exports")
struct HledgerTests {
    @Test("finds the balances of everybody in the demo household", arguments: Engine.all)
    func demo(engine: Engine) async throws {
        try await withServer(engine) { server in
            _ = try await server.operations.createDemoHousehold(seed: 1, server.call())
            for person in DemoHousehold.signIns {
                let login = API.Allowance.LoginRequest(
                    email: person.email,
                    password: Password(DemoHousehold.password)
                )
                let answer = try await server.purser().call(API.Allowance.loginMember, login)
                let app = server.purser(token: answer.token)
                let reader = Reader(server: server, email: person.email, app: app)
                try await reader.holdBalances()
            }
        }
    }

    @Test("finds the balances where names and bookings are awkward", arguments: Engine.all)
    func awkward(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-08-20T12:00:00Z")) { server in
            let home = try await AwkwardHome(on: server)
            let reader = home.reader
            let journal = try await reader.holdBalances()
            let ids = try await home.record()
            let after = try await reader.holdBalances()
            #expect(journal != after)
            for id in ids.shown { #expect(after.contains("; uuid: \(id.text)")) }
            for id in ids.hidden { #expect(!after.contains("; uuid: \(id.text)")) }
            try await Hledger.with(after) { hledger in
                let descriptions = try await hledger.descriptions()
                for name in ["(1) Aldi； Nord", "* Aldi ｜ Nord", "Reversal: = Aldi"] {
                    #expect(descriptions.contains(name), "\(name)")
                }
                let food = try await hledger.balances("^expenses:Food and Drink")
                #expect(food.values.map(\.minor).reduce(0, +) == 300 + 4_800)
            }
        }
    }

    @Test("finds the balances of a window and of one account", arguments: Engine.all)
    func windows(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-08-20T12:00:00Z")) { server in
            let home = try await AwkwardHome(on: server)
            _ = try await home.record()
            let accounts = try await home.reader.accounts()
            // Two accounts have one name, and the later has its number besides.
            let first = "assets:bank:Giro； Nord ：x"
            let second = "\(first) (\(accounts[1].id))"
            for (query, minors) in [
                // 100.00 on the 1st, -3.00 on the 2nd, -7.00 on the 3rd taken back on the 5th,
                // -48.00 on the 6th, -20.00 to the second account on the 7th.
                ((from: nil, through: "2025-08-04"), [first: 9_000]),
                ((from: nil, through: "2025-08-05"), [first: 9_700]),
                ((from: "2025-08-04", through: nil), [first: 2_900, second: 2_000]),
                ((from: "2025-08-04", through: "2025-08-06"), [first: 4_900]),
                ((from: "2025-09-01", through: nil), [first: 2_900, second: 2_000]),
            ] as [((from: String?, through: String?), [String: Int64])] {
                let journal = try await home.reader.journal(query.from, query.through)
                try await Hledger.with(journal) { hledger in
                    #expect(try await hledger.check() == "", "\(query)")
                    let balances = try await hledger.balances("^assets:bank")
                    let held = balances.filter { $0.value.currency == .usd && $0.value.minor != 0 }
                    #expect(held.mapValues(\.minor) == minors, "\(query)")
                }
            }
            for account in accounts {
                let journal = try await home.reader.journal("2025-08-03", nil, account.id)
                try await Hledger.with(journal) { hledger in
                    #expect(try await hledger.check() == "")
                    let balances = try await hledger.balances("^assets", "^liabilities")
                    #expect(balances.count <= 1)
                    let minor =
                        account.accountType == .credit
                        ? -account.balanceMinor : account.balanceMinor
                    #expect(balances.values.map(\.minor).reduce(0, +) == minor)
                }
            }
        }
    }
}
