import Contract
import Kernel
import Operations
import PurserKit
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What allowances are paid from")
struct PoolTests {
    @Test("never runs dry until it is given a balance", arguments: Engine.all)
    func unlimited(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let token = try await family.parent.token
            let answer = try await family.server.get("/api/v1/families/current/pool", token: token)
            #expect(answer.text == #"{"isLimited":false,"owed":0,"owedCount":0}"#)
            let before = try await family.server.contents()
            let deposit = try await family.server.post(
                "/api/v1/families/current/pool/deposits",
                #"{"amount":1}"#,
                token: token
            )
            #expect(deposit.status == 409)
            #expect(try await family.server.contents() == before)
        }
    }

    @Test("owes what it does not hold, and pays it once it does", arguments: Engine.all)
    func funded(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            #expect(try await family.setPool(1_500).balance?.minor == 1_500)
            try await family.run("2025-01-06T09:00:00Z")
            let report = try await family.run("2025-01-21T09:00:00Z")
            #expect(report.paid == 0 && report.owed == 2)
            #expect(try await family.paidDays(anna) == ["01-06"])
            // What is owed is the past: the schedule goes on.
            let schedule = try await family.schedule(anna)
            #expect(schedule.lastAllowanceDate?.instant == Timestamp(test: "2025-01-06T00:00:00Z"))
            #expect(schedule.nextAllowanceDate?.instant == Timestamp(test: "2025-01-27T00:00:00Z"))
            #expect(try await family.run().paid == 0)
            let answer = try await family.deposit(600)
            #expect(answer.balance?.minor == 100)
            #expect(answer.owed.minor == 1_000 && answer.owedCount == 1)
            #expect(try await family.paidDays(anna) == ["01-06", "01-13"])
            #expect(try await family.deposit(10_000).owedCount == 0)
            #expect(try await family.paidDays(anna) == ["01-06", "01-13", "01-20"])
            #expect(try await family.deposit(1).balance?.minor == 9_101)
        }
    }

    @Test("pays in strict order, also across children", arguments: Engine.all)
    func order(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child(1_000)
            family.server.clock.advance(seconds: 1)
            let ben = try await family.child(300, "ben@example.com")
            try await family.run("2025-01-06T09:00:00Z")
            try await family.setPool(0)
            // Ben's days come between Anna's: recorded in the same run, or in another.
            try await family.run("2025-01-13T09:00:00Z")
            try await family.run("2025-01-27T09:00:00Z")
            #expect(try await family.paidDays(anna) == ["01-06"])
            // 1000 for Anna's 01-13 and 300 for Ben's; the next is Anna's, whatever Ben's costs.
            #expect(try await family.deposit(2_200).owedCount == 4)
            #expect(try await family.paidDays(anna) == ["01-06", "01-13"])
            #expect(try await family.paidDays(ben) == ["01-06", "01-13"])
            #expect(try await family.deposit(100).balance?.minor == 0)
            #expect(try await family.paidDays(anna) == ["01-06", "01-13", "01-20"])
            #expect(try await family.paidDays(ben) == ["01-06", "01-13"])
            #expect(try await family.deposit(1_600).owedCount == 0)
            #expect(try await family.paidDays(ben) == ["01-06", "01-13", "01-20", "01-27"])
        }
    }

    @Test("set anew, it pays first as it was, then as it is", arguments: Engine.all)
    func setAnew(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            try await family.run("2025-01-06T09:00:00Z")
            family.server.clock.set("2025-01-14T09:00:00Z")
            // Until now it never ran dry, so 01-13 is not the new balance's affair.
            #expect(try await family.setPool(500).balance?.minor == 500)
            #expect(try await family.paidDays(anna) == ["01-06", "01-13"])
            #expect(try await family.run("2025-01-20T09:00:00Z").owed == 1)
            let answer = try await family.setPool(1_200)
            #expect(answer.balance?.minor == 200 && answer.owedCount == 0)
            #expect(try await family.setPool(50).balance?.minor == 50)
            #expect(try await family.run("2025-01-27T09:00:00Z").owed == 1)
            let unlimited = try await family.setPool(nil)
            #expect(!unlimited.isLimited && unlimited.balance == nil && unlimited.owedCount == 0)
            #expect(try await family.paidDays(anna) == ["01-06", "01-13", "01-20", "01-27"])
            #expect(try await family.setPool(300).balance?.minor == 300)
        }
    }

    @Test("a dry pool is left alone by every change of terms", arguments: Engine.all)
    func terms(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            try await family.run("2025-01-06T09:00:00Z")
            try await family.setPool(0)
            family.server.clock.set("2025-01-14T09:00:00Z")
            try await family.setAllowance(200, of: anna)
            #expect(try await family.balance(anna) == 1_000)
            // Owed at the amount that held when it was due.
            let answer = try await family.deposit(1_000)
            #expect(answer.balance?.minor == 0 && answer.owedCount == 0)
            #expect(try await family.balance(anna) == 2_000)
        }
    }

    @Test("holds at most the largest amount there may be", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let most: Int64 = 1_000_000_000_000
            #expect(try await family.setPool(most).balance?.minor == most)
            #expect(try await family.setPool(0).balance?.minor == 0)
            let token = try await family.parent.token
            let before = try await family.server.contents()
            let answer = try await family.server.post(
                "/api/v1/families/current/pool/deposits",
                #"{"amount":10000000000.01}"#,
                token: token
            )
            #expect(answer.status == 400)
            #expect(try answer.faults() == ["amount is out of range"])
            #expect(try await family.server.contents() == before)
            #expect(try await family.deposit(most).balance?.minor == most)
        }
    }

    @Test(
        "refuses what is no amount, and changes nothing",
        arguments: [
            ("PUT", "pool", #"{"balance":-0.01}"#, "balance"),
            ("PUT", "pool", #"{"balance":0.001}"#, "balance"),
            ("PUT", "pool", #"{"balance":10000000000.01}"#, "balance"),
            ("POST", "pool/deposits", #"{"amount":0}"#, "amount"),
            ("POST", "pool/deposits", #"{"amount":-5}"#, "amount"),
            ("POST", "pool/deposits", #"{"amount":0.001}"#, "amount"),
            ("POST", "pool/deposits", "{}", "amount"),
            ("POST", "pool/deposits", #"{"amount":10000000000}"#, "amount"),
        ]
    )
    func refusals(method: String, path: String, body: String, field: String) async throws {
        try await PaidFamily.with(.sqlite) { family in
            try await family.setPool(100)
            let token = try await family.parent.token
            let before = try await family.server.contents()
            let answer = try await family.server.raw(
                method,
                "/api/v1/families/current/\(path)",
                body,
                token: token
            )
            #expect(answer.status == 400)
            #expect(try answer.faults().first?.hasPrefix("\(field) ") == true)
            #expect(try await family.server.contents() == before)
        }
    }
}
