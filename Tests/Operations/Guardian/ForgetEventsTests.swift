import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@Suite("Forgetting events")
struct ForgetEventsTests {
    @Test("takes them after seven days, and the requests stay", arguments: Engine.all)
    func forgets(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let rule = API.Guardian.RuleRequest(
                category: "fun",
                monthlyLimitCents: 0,
                userID: MemberReference(child.id.text)
            )
            _ = try await parent.purser.call(API.Guardian.setRule, rule)
            let purchase = API.Guardian.AuthorizeRequest(
                amountCents: 500,
                merchant: "Steam",
                category: "fun"
            )
            _ = try await child.purser.call(API.Guardian.authorizePurchase, purchase)
            let before = try await server.contents()
            let week = TestClock.noon.adding(seconds: 7 * 86_400)
            #expect(try await server.operations.forgetOldRecords(now: week) == 0)
            #expect(try await server.contents() == before)
            let later = week.adding(milliseconds: 1)
            #expect(try await server.operations.forgetOldRecords(now: later) == 1)
            #expect(try await server.contents().changed(since: before) == ["events"])
            #expect(before.count("events") == 1)
        }
    }
}
