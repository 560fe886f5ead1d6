import Contract
import Kernel
import Operations
import PurserKit
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Changing an allowance")
struct UpdateAllowanceTests {
    @Test("first pays what is owed at the old amount", arguments: Engine.all)
    func owed(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            try await family.run("2025-01-06T09:00:00Z")
            family.server.clock.set("2025-01-21T09:00:00Z")
            let answer = try await family.setAllowance(1_500, of: anna)
            #expect(answer.childID == anna)
            #expect(answer.weeklyAllowance.minor == 1_500)
            #expect(answer.message == "The allowance is $15.00 from now on")
            #expect(try await family.balance(anna) == 3_000)
            try await family.run("2025-01-27T09:00:00Z")
            #expect(
                try await family.movements(anna) == [
                    "+1000 Weekly Allowance - 2025-01-06 = 1000",
                    "+1000 Weekly Allowance - 2025-01-13 = 2000",
                    "+1000 Weekly Allowance - 2025-01-20 = 3000",
                    "+1500 Weekly Allowance - 2025-01-27 = 4500",
                ]
            )
            #expect(try await family.all(anna).allSatisfy { $0.author == nil })
        }
    }

    @Test("to 0 skips the days that pass meanwhile", arguments: Engine.all)
    func zero(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            try await family.run("2025-01-06T09:00:00Z")
            family.server.clock.set("2025-01-07T09:00:00Z")
            try await family.setAllowance(0, of: anna)
            #expect(try await family.schedule(anna).nextAllowanceDate == nil)
            #expect(try await family.run("2025-01-28T09:00:00Z").paid == 0)
            family.server.clock.set("2025-01-29T09:00:00Z")
            try await family.setAllowance(500, of: anna)
            #expect(try await family.run().paid == 0)
            #expect(try await family.balance(anna) == 1_000)
            let next = try await family.schedule(anna).nextAllowanceDate?.instant
            #expect(next == Timestamp(test: "2025-02-03T00:00:00Z"))
            try await family.run("2025-02-03T00:00:00Z")
            #expect(try await family.balance(anna) == 1_500)
        }
    }

    @Test("before the first payment pays nothing yet", arguments: Engine.all)
    func neverPaid(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            family.server.clock.set("2025-02-01T09:00:00Z")
            try await family.setAllowance(700, of: anna)
            #expect(try await family.movements(anna) == [])
            try await family.run("2025-02-04T09:00:00Z")
            #expect(
                try await family.movements(anna) == ["+700 Weekly Allowance - 2025-02-04 = 700"]
            )
        }
    }

    @Test("once, however often it is asked for under one key", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            try await family.run("2025-01-06T09:00:00Z")
            family.server.clock.set("2025-01-14T09:00:00Z")
            let token = try await family.parent.token
            var bodies: Set<String> = []
            for _ in 0..<2 {
                let answer = try await family.server.raw(
                    "PUT",
                    "/api/v1/children/\(anna.text.uppercased())/allowance",
                    #"{"weeklyAllowance":12.5}"#,
                    token: token,
                    headers: ["Idempotency-Key": "k"]
                )
                #expect(answer.status == 200)
                bodies.insert(answer.text)
            }
            #expect(
                bodies == [
                    """
                    {"childId":"\(anna.text)","weeklyAllowance":12.5,\
                    "message":"The allowance is $12.50 from now on"}
                    """
                ]
            )
            #expect(try await family.server.contents().count("edits") == 3)
        }
    }

    @Test("to the largest there may be is done", arguments: Engine.all)
    func largest(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            let answer = try await family.setAllowance(1_000_000, of: anna)
            #expect(answer.weeklyAllowance.minor == 1_000_000)
            #expect(try await family.schedule(anna).amount.minor == 1_000_000)
        }
    }

    @Test(
        "refuses what is no allowance, and changes nothing",
        arguments: ["-1", "10000.01", "0.001", "\"ten\"", "null"]
    )
    func refusals(amount: String) async throws {
        try await PaidFamily.with(.sqlite) { family in
            let anna = try await family.child()
            try await family.run("2025-01-06T09:00:00Z")
            family.server.clock.set("2025-01-14T09:00:00Z")
            let token = try await family.parent.token
            let before = try await family.server.contents()
            let answer = try await family.server.raw(
                "PUT",
                "/api/v1/children/\(anna)/allowance",
                #"{"weeklyAllowance":\#(amount)}"#,
                token: token
            )
            #expect(answer.status == 400)
            #expect(try answer.string("error.code") == "VALIDATION_ERROR")
            #expect(try answer.faults().count == 1)
            #expect(try answer.faults().first?.hasPrefix("weeklyAllowance ") == true)
            #expect(try await family.server.contents() == before)
        }
    }

    @Test("is for parents of that child", arguments: Engine.all)
    func access(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            let others = try await PaidFamily(in: family.server, email: "other@example.com")
            let child = try await family.server.login("anna@example.com")
            let parent = try await family.parent
            let stranger = try await others.parent
            let before = try await family.server.contents()
            let tries: [(TestMember, String, Int)] = [
                (child, anna.text, 403), (stranger, anna.text, 404),
                (parent, "00000000-0000-7000-8000-000000000000", 404), (parent, "anna", 404),
            ]
            for (member, id, status) in tries {
                let answer = try await family.server.raw(
                    "PUT",
                    "/api/v1/children/\(id)/allowance",
                    #"{"weeklyAllowance":1}"#,
                    token: member.token
                )
                #expect(answer.status == status)
            }
            #expect(try await family.server.contents() == before)
        }
    }
}
