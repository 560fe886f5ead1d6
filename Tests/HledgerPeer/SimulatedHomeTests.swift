import Contract
import Kernel
import Operations
import Programs
import SQL
import Store
import Testbed
import Testing

@testable import Simulation

@Suite("hledger as a reader of what a simulation leaves")
struct SimulatedHomeTests {
    @Test("finds the balances of parents with banks and of their children", arguments: Engine.all)
    func endState(engine: Engine) async throws {
        try await withDatabase(engine) { database in
            let storage = try await Storage.of(database)
            await database.close()
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let options = SimulationOptions(seed: 20_260_221, width: 4, checkEvery: 200)
            let simulator = try Simulator(options, storage: storage, directory: directory.path)
            try await simulator.begin()
            try await simulator.run(steps: 600)
            // It also reads every bank to its end.
            try await simulator.check()
            let linked = await simulator.households.filter { $0.bank?.isLinked == true }
            #expect(!linked.isEmpty)
            for household in linked {
                for member in household.present.prefix(2) {
                    let end = try await simulator.end(of: member)
                    try await Reader.hold(end.journal, end.accounts)
                }
            }
            await simulator.end()
            let household = try #require(linked.first)
            try await holdExport(of: household, storage, directory)
        }
    }

    /// What the program exports holds what the account at the bank does.
    private func holdExport(
        of household: ModelHousehold,
        _ storage: Storage,
        _ directory: TemporaryDirectory
    ) async throws {
        let location =
            switch storage {
            case .sqlite(let path): "sqlite://\(path)"
            case .postgres(let url): url
            }
        let exported = try await Program.run([
            "export", "--database", location, "--keys", directory.file("keys.json"), "--member",
            household.members[0].email, "--format", "hledger",
        ])
        #expect(exported.isSuccess, "\(exported.errors)")
        let account = try #require(household.bank?.account)
        let name = try #require(Reader.names(in: exported.output)[account.text])
        try await Hledger.with(exported.output) { hledger in
            #expect(try await hledger.check() == "")
            let balances = try await hledger.balances("^assets:bank")
            #expect(balances[name]?.minor == household.accounts[account]?.balance)
        }
    }
}

extension Simulator {
    /// A member's journal, and the accounts that lists show, where the run ended.
    fileprivate func end(
        of member: ModelMember
    ) async throws -> (journal: String, accounts: [API.Banking.Account]) {
        let operations = keys.operations(on: database)
        let now = Timestamp(milliseconds: clock.nowMS)
        let asked = Call(
            caller: .anonymous(address: "192.0.2.1"),
            now: now,
            ids: SeededIDs(seed: 1),
            trace: "export"
        )
        let file = try await operations.banking.exportTransactions(
            API.Banking.ExportRequest(format: .hledger),
            ofUser: member.email,
            asked
        )
        var bytes: [UInt8] = []
        try await file.write { bytes += $0 }
        let bearer = try #require(member.sessions.first)
        let list = try await operations.banking.listAccounts(
            Empty(),
            Call(
                caller: .member(bearer.signedIn),
                now: now,
                ids: SeededIDs(seed: 2),
                trace: "accounts"
            )
        )
        return (String(decoding: bytes, as: UTF8.self), list.accounts)
    }
}
