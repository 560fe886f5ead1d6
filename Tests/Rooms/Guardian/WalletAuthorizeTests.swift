import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Authorizing a purchase that a wallet is to pay")
struct WalletAuthorizeTests {
    private func checks(_ answer: API.Guardian.AuthorizeResponse) -> [String] {
        answer.trace.map { "\($0.check) \($0.outcome)" }
    }

    /// Exports a decision, reads the document and makes the decision again from it.
    private func expectSame(
        _ answer: API.Guardian.AuthorizeResponse,
        _ wallet: String?,
        on server: InProcessServer
    ) async throws {
        let file = try await server.operations.guardian.exportDecision(answer.decisionID)
        let read = try DecisionFile(file.text.utf8)
        #expect(read == file && read.text == file.text)
        let explained = try read.explained()
        #expect(explained.difference == nil)
        let lines = explained.lines.filter { $0.hasPrefix("  wallet    $") }
        #expect(lines == (wallet.map { ["  wallet    \($0)"] } ?? []))
        #expect(file.text.contains("wallet_minor") == (wallet != nil))
    }

    @Test("looks into the wallet last, and says what is there", arguments: Engine.all)
    func figures(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (_, child) = try await server.registerPayingChild(5_000)
            let terms = [
                "override pass", "geofence_block skip", "rule_limit skip", "geofence_warn skip",
            ]
            let good = try await child.authorize(5_000)
            #expect(good.decision == .approve && good.reason == .ok && good.message == nil)
            #expect(checks(good) == terms + ["wallet pass"])
            #expect(good.trace.last?.detail == "$50.00 is within the $50.00 left in the wallet.")
            try await expectSame(good, "$50.00", on: server)
            let bad = try await child.authorize(5_001)
            #expect(bad.decision == .decline && bad.reason == .insufficientFunds)
            #expect(bad.message == "There is $50.00 left in your wallet, not enough for $50.01.")
            #expect(checks(bad) == terms + ["wallet decline"])
            #expect(
                bad.trace.last?.detail == "$50.01 is more than the $50.00 left in the wallet."
            )
            try await expectSame(bad, "$50.00", on: server)
            #expect(try await server.walletMinor(of: child) == 5_000)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("is on the wire by the word insufficient_funds", arguments: Engine.all)
    func words(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (_, child) = try await server.registerPayingChild(1)
            let answer = try await server.post(
                "/guardian/authorize",
                #"{"amount_cents":5000,"merchant":"Steam","category":"fun"}"#,
                token: child.token
            )
            #expect(answer.status == 200)
            #expect(try answer.string("decision") == "DECLINE")
            #expect(try answer.string("reason") == "insufficient_funds")
        }
    }

    @Test("asks no parent, whose permission would not help", arguments: Engine.all)
    func approvals(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerPayingChild(5_000)
            #expect(try await child.authorize(5_001).reason == .insufficientFunds)
            let contents = try await server.contents()
            #expect(contents.count("approvals") == 0 && contents.count("events") == 0)
            _ = try await parent.setRule("fun", 0, for: child.id.text)
            let risky = try await child.authorize(5_001)
            #expect(risky.reason == .risky)
            #expect(checks(risky).last == "rule_limit decline")
            #expect(try await parent.approvals().map(\.amountCents) == [5_001])
            try await expectSame(risky, "$50.00", on: server)
        }
    }

    @Test(
        "does not go by a permission for more than there is, nor use it up",
        arguments: Engine.all
    )
    func overrides(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerPayingChild(5_000)
            _ = try await parent.setRule("fun", 0, for: child.id.text)
            try await parent.override(6_000, at: "Steam", for: child.id.text)
            let bad = try await child.authorize(6_000)
            #expect(bad.reason == .insufficientFunds)
            #expect(checks(bad) == ["override approve", "wallet decline"])
            try await expectSame(bad, "$50.00", on: server)
            #expect(try await child.overrides().map(\.used) == [false])
            #expect(try await server.contents().count("approvals") == 0)
            try await server.fillWallet(of: child, 1_000)
            let good = try await child.authorize(6_000)
            #expect(good.reason == .override)
            #expect(checks(good) == ["override approve", "wallet pass"])
            try await expectSame(good, "$60.00", on: server)
            #expect(try await child.overrides().map(\.used) == [true])
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("declines what a place only warns about, too", arguments: Engine.all)
    func warned(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerPayingChild(5_000)
            try await parent.fence(.warn, name: "Mall", for: child.id.text)
            try await child.ping(40.7128)
            let warned = try await child.authorize(5_000)
            #expect(warned.reason == .locationWarn && warned.message?.contains("Mall") == true)
            #expect(checks(warned).suffix(2) == ["geofence_warn approve", "wallet pass"])
            let bad = try await child.authorize(5_001)
            #expect(bad.reason == .insufficientFunds && bad.message?.contains("Mall") == false)
            #expect(checks(bad).suffix(2) == ["geofence_warn approve", "wallet decline"])
            for answer in [warned, bad] { try await expectSame(answer, "$50.00", on: server) }
            try await parent.fence(.block, for: child.id.text)
            let blocked = try await child.authorize(5_001)
            #expect(blocked.reason == .locationBlock)
            #expect(checks(blocked).last == "geofence_block decline")
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("does not count what is about to leave the wallet", arguments: Engine.all)
    func pending(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (_, child) = try await server.registerPayingChild(5_000)
            let wallet = try await server.walletAccount(of: child)
            let pending = wallet.purchase(2_000, on: server.clock.now, phase: .pending)
            try await server.record(pending, in: wallet)
            #expect(try await child.authorize(3_000).reason == .ok)
            let bad = try await child.authorize(3_001)
            #expect(bad.message == "There is $30.00 left in your wallet, not enough for $30.01.")
        }
    }

    @Test(
        "is as it always was for whom no wallet pays: no check, no fact",
        arguments: Engine.all
    )
    func others(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerPayingChild(1)
            let other = try await server.registerChild("bob@example.com", of: parent)
            try await parent.deleteWalletSource(of: child)
            for member in [parent, child, other] {
                let answer = try await server.post(
                    "/guardian/authorize",
                    #"{"amount_cents":5000,"merchant":"Steam","category":"fun"}"#,
                    token: member.token
                )
                let id = try #require(try answer.string("decision_id"))
                #expect(
                    answer.text == """
                        {"decision":"APPROVE","reason":"ok","decision_id":"\(id)","trace":[\
                        {"check":"override","outcome":"pass",\
                        "detail":"No unused override for this merchant and amount."},\
                        {"check":"geofence_block","outcome":"skip",\
                        "detail":"No geofence is set."},\
                        {"check":"rule_limit","outcome":"skip",\
                        "detail":"No limit is set for fun."},\
                        {"check":"geofence_warn","outcome":"skip",\
                        "detail":"No geofence is set."}]}
                        """
                )
                let decision = try #require(ID<Entity.Decision>(id))
                let file = try await server.operations.guardian.exportDecision(decision)
                #expect(!file.text.contains("wallet"))
            }
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "is in the hash chain with what the wallet held",
        arguments: Engine.all,
        ["wallet_minor = 5001", "wallet_minor = NULL", "location = '5000', wallet_minor = NULL"]
    )
    func tampering(engine: Engine, change: String) async throws {
        try await withServer(engine) { server in
            let (_, child) = try await server.registerPayingChild(5_000)
            _ = try await child.authorize(100)
            #expect(try await server.faultInBooks() == nil)
            try await server.database.write { session in
                _ = try session.run(Statement("UPDATE decisions SET \(change)"), [])
            }
            #expect(try await server.faultInBooks()?.contains("decisions") == true)
        }
    }

    @Test("is advised against by the coach, which writes nothing", arguments: Engine.all)
    func coach(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (_, child) = try await server.registerPayingChild(5_000)
            let before = try await server.contents()
            #expect(try await child.coach(5_000).result == .allow)
            let advice = try await child.coach(5_001)
            #expect(advice.result == .block)
            #expect(
                advice.message == """
                    I'd advise against this purchase. There is $50.00 left in your wallet, not \
                    enough for $50.01. You could choose something up to $50.00 or ask a parent \
                    for money.
                    """
            )
            #expect(try await server.contents() == before)
        }
    }
}
