import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Charging a wallet")
struct WalletChargeTests {
    /// Runs `work` with a child whose wallet pays, and a processor that nobody may ask.
    private func withWallet(
        _ engine: Engine,
        _ minor: Int64 = 10_000,
        _ work: (InProcessServer, TestMember, TestMember) async throws -> Void
    ) async throws {
        let processor = TestProcessor()
        try await withServer(engine, cards: CardProcessors(mock: processor)) { server in
            let (parent, child) = try await server.registerPayingChild(minor)
            try await work(server, parent, child)
            #expect(processor.intents.isEmpty && processor.count(.charge) == 0)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("takes the money at once, and answers as for a card", arguments: Engine.all)
    func charged(engine: Engine) async throws {
        try await withWallet(engine) { server, _, child in
            let answer = try await server.charge(#"{"amount_cents":4200}"#, as: child)
            #expect(answer.status == 200)
            let intent = try #require(try answer.string("payment_intent_id"))
            #expect(
                answer.text
                    == #"{"status":"charged","provider":"mock","payment_intent_id":"\#(intent)","#
                    + #""processor_status":"succeeded"}"#
            )
            let transfers = try await server.contents().tables["transfers"] ?? []
            let charge = transfers.filter { row in row.contains(.text("charge")) }
            let id = String(intent.dropFirst("wallet_".count))
            #expect(intent == "wallet_\(id)" && charge.count == 1)
            #expect(charge.first?.contains(.text(id)) == true)
            #expect(try await server.walletMinor(of: child) == 5_800)
            #expect(try await server.chargeStates() == ["succeeded"])
            #expect(try await server.reconcile() == [])
        }
    }

    @Test("is a purchase of the child like one with a card", arguments: Engine.all)
    func purchase(engine: Engine) async throws {
        try await withWallet(engine) { server, parent, child in
            _ = try await parent.setRule("fun", 20_000, for: child.id.text)
            #expect(try await child.authorize(4_200, at: "Steam").decision == .approve)
            let source = try await child.purser.call(API.Guardian.defaultFundingSource).id
            try await child.charge(4_200)
            try await child.charge(300, at: "Netflix", from: source)
            #expect(
                try await server.ledger() == [
                    "posted 4200 Steam fun - -", "posted 300 Netflix subscription - -",
                ]
            )
            #expect(
                try await child.byCategory() == ["fun 4200 in 1", "subscription 300 in 1"]
            )
            #expect(try await child.byMerchant() == ["Steam 4200 in 1", "Netflix 300 in 1"])
            #expect(try await child.progress().map(\.spentMTDCents) == [4_200])
            let movements = try await movements(of: child, server)
            #expect(movements.prefix(2).map(\.amountMinor) == [300, 4_200])
            #expect(movements.prefix(2).map(\.balanceAfterMinor) == [5_500, 5_800])
            #expect(movements.prefix(2).map(\.merchant) == ["Netflix", "Steam"])
            #expect(movements.prefix(2).allSatisfy { !$0.isCredit && $0.author == child.id })
        }
    }

    @Test("of more than there is is refused, and nothing is kept", arguments: Engine.all)
    func poor(engine: Engine) async throws {
        try await withWallet(engine, 4_999) { server, _, child in
            let before = try await server.contents()
            let bare = try await server.charge(as: child)
            #expect(try await server.contents() == before)
            let keyed = try await server.charge(as: child, key: "k")
            #expect(
                try await server.contents().changed(since: before) == ["idempotency_keys"]
            )
            for answer in [bare, keyed] {
                #expect(answer.status == 402)
                #expect(try answer.string("error") == "insufficient_funds")
                #expect(
                    try answer.string("message")
                        == "There is $49.99 left in the wallet, not enough for $50.00"
                )
            }
            try await server.fillWallet(of: child, 1)
            let again = try await server.charge(as: child, key: "k")
            #expect(again.status == 402 && again.body == keyed.body)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            #expect(try await server.charge(as: child, key: "l").status == 200)
            #expect(try await server.walletMinor(of: child) == 0)
        }
    }

    @Test("that was declined is refused, until a parent allows it, once", arguments: Engine.all)
    func declined(engine: Engine) async throws {
        try await withWallet(engine) { server, parent, child in
            _ = try await parent.setRule("fun", 0, for: child.id.text)
            #expect(try await child.authorize(9_000, at: "Steam").reason == .risky)
            let before = try await server.contents()
            #expect(await refusal { try await child.charge(9_000) }?.code == "declined")
            #expect(try await server.contents() == before)
            try await parent.override(9_000, at: "steam", for: child.id.text)
            try await child.charge(9_000)
            #expect(try await server.ledger() == ["posted 9000 Steam fun - -"])
            #expect(try await child.overrides().map(\.used) == [true])
            #expect(await refusal { try await child.charge(9_000) }?.code == "declined")
        }
    }

    @Test(
        "for which the wallet held too little is declined like any other, and money is not made",
        arguments: Engine.all
    )
    func allowed(engine: Engine) async throws {
        try await withWallet(engine, 5_000) { server, parent, child in
            #expect(try await child.authorize(9_000, at: "Steam").reason == .insufficientFunds)
            #expect(await refusal { try await child.charge(9_000) }?.status == 403)
            try await parent.override(9_000, at: "Steam", for: child.id.text)
            let before = try await server.contents()
            let poor = await refusal { try await child.charge(9_000) }
            #expect(poor?.status == 402 && poor?.code == "insufficient_funds")
            #expect(try await server.contents() == before)
            try await server.fillWallet(of: child, 4_000)
            try await child.charge(9_000)
            #expect(try await child.overrides().map(\.used) == [true])
            #expect(try await server.walletMinor(of: child) == 0)
        }
    }

    @Test("that is not what the child pays with is not found", arguments: Engine.all)
    func ended(engine: Engine) async throws {
        try await withWallet(engine) { server, parent, child in
            let source = try await child.purser.call(API.Guardian.defaultFundingSource).id
            let theirs = await refusal { try await parent.charge(100, from: source) }
            #expect(theirs?.status == 404)
            try await parent.deleteWalletSource(of: child)
            let before = try await server.contents()
            let named = await refusal { try await child.charge(100, from: source) }
            #expect(named?.status == 404 && named?.code == "not found")
            let unnamed = await refusal { try await child.charge(100) }
            #expect(unnamed?.status == 400 && unnamed?.code == "no funding source")
            #expect(try await server.contents() == before)
            try await parent.setWalletSource(of: child)
            try await child.charge(100, from: source)
        }
    }

    @Test("is refused in the order of the contract", arguments: Engine.all)
    func order(engine: Engine) async throws {
        try await withWallet(engine, 1) { server, parent, child in
            _ = try await parent.setRule("fun", 0, for: child.id.text)
            _ = try await child.authorize(9_000, at: "Steam")
            let bodies = [
                (#"{"amount_cents":0,"currency":"eur"}"#, "amount_cents must be more than 0"),
                (#"{"amount_cents":9000,"currency":"eur"}"#, "currency must be usd"),
                (#"{"amount_cents":9000,"funding_source_id":99}"#, "not found"),
                (#"{"amount_cents":9000}"#, "declined"),
                (#"{"amount_cents":9001}"#, "insufficient_funds"),
            ]
            let before = try await server.contents()
            for (body, error) in bodies {
                #expect(try await server.charge(body, as: child).string("error") == error)
            }
            #expect(try await server.contents() == before)
        }
    }

    @Test("with one key takes the money once", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await withWallet(engine) { server, _, child in
            let first = try await server.charge(as: child, key: "k")
            #expect(first.status == 200 && first.headers["Idempotency-Replayed"] == nil)
            let before = try await server.contents()
            let second = try await server.charge(as: child, key: "k")
            #expect(second.status == 200 && second.body == first.body)
            #expect(second.headers["Idempotency-Replayed"] == "true")
            let other = try await server.charge(#"{"amount_cents":1}"#, as: child, key: "k")
            #expect(other.status == 409)
            #expect(try await server.contents() == before)
            #expect(try await server.walletMinor(of: child) == 5_000)
        }
    }

    @Test("with one key at two servers at once takes the money once", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withWallet(engine) { server, _, child in
            let servers = [server, try server.another()]
            let bodies = try await withThrowingTaskGroup(of: TransportResponse.self) { group in
                for one in servers {
                    group.addTask { try await one.charge(as: child, key: "k") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(bodies.map(\.status) == [200, 200])
            #expect(bodies[0].body == bodies[1].body)
            #expect(try await server.ledger().count == 1)
            #expect(try await server.walletMinor(of: child) == 5_000)
        }
    }

    @Test("a hundred times at once never takes more than there is", arguments: Engine.all)
    func crowd(engine: Engine) async throws {
        try await withWallet(engine, 1_000) { server, _, child in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await server.charge(#"{"amount_cents":30}"#, as: child).status
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [200: 33, 402: 67])
            #expect(try await server.walletMinor(of: child) == 10)
            #expect(try await server.ledger().count == 33)
            let balances = try await movements(of: child, server).map(\.balanceAfterMinor)
            #expect(balances == (0...33).map { 1_000 - Int64($0) * 30 }.reversed())
        }
    }

    private func movements(
        of child: TestMember,
        _ server: InProcessServer
    ) async throws -> [WalletMovement] {
        try await server.database.read { session in
            let profile = try #require(try Children.find(of: child.id, in: session))
            return try WalletMovements.list(of: profile.id, limit: 100, in: session)
        }
    }
}
