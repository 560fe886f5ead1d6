import Contract
import Kernel
import PurserKit
import PurserTesting
import Testing

/// The server that apps test against.
@Suite("Local server")
struct LocalServerTests {
    @Test("a family begins on a server in the process, and a purchase is decided there")
    func purchase() async throws {
        try await LocalServer.with { server in
            let purser = try server.purser()
            try await purser.session.registerUser(email: "ana@example.com", password: "password123")
            try await purser.guardian.setRule(category: "fun", monthlyLimitCents: 20_000)
            let answer = try await purser.guardian.authorizePurchase(
                amountCents: 15_000,
                merchant: "Steam",
                category: "fun"
            )
            #expect(answer.decision == .decline)
            #expect(answer.reason == .risky)
            await purser.shutdown()
        }
    }

    @Test("the demo household is there with its limits and its past, added once")
    func demo() async throws {
        try await LocalServer.with { server in
            let people = try await server.addDemoHousehold()
            #expect(try await server.addDemoHousehold() == people)
            #expect(people.map(\.isParent) == [true, true, false, false])
            let purser = try server.purser()
            for person in people {
                try await purser.session.signIn(email: person.email, password: person.password)
                let spent = try await purser.guardian.spendingSummary(range: .quarter)
                #expect(spent.spendCents > 0)
                #expect(try await purser.guardian.listRules().count == 3)
            }
            await purser.shutdown()
        }
    }

    @Test("two servers know nothing of each other")
    func apart() async throws {
        try await LocalServer.with { first in
            try await LocalServer.with { second in
                let (one, other) = (try first.purser(), try second.purser())
                let (email, password) = ("ana@example.com", "password123")
                try await one.session.registerUser(email: email, password: password)
                await #expect(throws: PurserError.self) {
                    try await other.session.signIn(email: email, password: password)
                }
                await one.shutdown()
                await other.shutdown()
            }
        }
    }

    @Test("a held clock is the server's time: an approval is past once the clock has moved on")
    func heldClock() async throws {
        let clock = ManualClock(at: Timestamp(seconds: 1_736_942_400))
        try await LocalServer.with(clock: clock) { server in
            let purser = try server.purser()
            try await purser.session.registerUser(email: "ana@example.com", password: "password123")
            try await purser.guardian.setRule(category: "fun", monthlyLimitCents: 20_000)
            let purchase = API.Guardian.AuthorizeRequest(
                amountCents: 15_000,
                merchant: "Steam",
                category: "fun"
            )
            try await purser.guardian.createOverride(amountCents: 15_000, merchant: "Steam")
            clock.advance(milliseconds: 301_000)
            let late = try await purser.call(API.Guardian.authorizePurchase, purchase)
            #expect(late.reason == .risky)
            try await purser.guardian.createOverride(amountCents: 15_000, merchant: "Steam")
            clock.advance(milliseconds: 299_000)
            let inTime = try await purser.call(API.Guardian.authorizePurchase, purchase)
            #expect(inTime.reason == .override)
            await purser.shutdown()
        }
    }

    @Test("events stream out of the process's own server as they happen")
    func stream() async throws {
        try await LocalServer.with { server in
            let people = try await server.addDemoHousehold()
            let (parent, child) = (try server.purser(), try server.purser())
            try await parent.session.signIn(email: people[0].email, password: people[0].password)
            try await child.session.signIn(email: people[2].email, password: people[2].password)
            var events = parent.live.events(after: 0).makeAsyncIterator()
            _ = try await child.guardian.authorizePurchase(
                amountCents: 19_999,
                merchant: "Steam",
                category: "fun"
            )
            var event = try #require(try await events.next())
            // The household's policies were made before, and its children asked for something.
            while true {
                if case .approvalRequested(let asked) = event.content, asked.merchant == "Steam" {
                    break
                }
                event = try #require(try await events.next())
            }
            guard case .approvalRequested(let approval) = event.content else {
                Issue.record("\(event) is no request")
                return
            }
            #expect(approval.amountCents == 19_999)
            await child.shutdown()
            await parent.shutdown()
        }
    }

    @Test("a server that was shut down answers no more")
    func shutdown() async throws {
        let server = try await LocalServer()
        let purser = try server.purser()
        _ = try await purser.guardian.health()
        await server.shutdown()
        await #expect(throws: (any Error).self) {
            try await purser.with { $0.deadline = .zero }.guardian.scoreTransaction(
                amount: DecimalAmount(minor: 1_500),
                merchantName: "Starbucks"
            )
        }
        await purser.shutdown()
    }
}
