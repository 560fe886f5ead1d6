import Contract
import Kernel
import Operations
import PurserKit
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A child's schedule")
struct ScheduleTests {
    @Test("is shown with what is known of it", arguments: Engine.all)
    func shown(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            let path = "/api/v1/children/\(anna.text.uppercased())/schedule"
            let token = try await family.parent.token
            let free = try await family.server.get(path, token: token)
            #expect(
                free.text == """
                    {"childId":"\(anna.text)","frequency":"Weekly","amount":10,\
                    "isPaused":false,"upcoming":[]}
                    """
            )
            let set = try await family.server.raw(
                "PUT",
                path,
                #"{"frequency":"biweekly","weekday":"FRIDAY","amount":7.5}"#,
                token: token
            )
            let text = """
                {"childId":"\(anna.text)","frequency":"BiWeekly","weekday":"Friday","amount":7.5,\
                "isPaused":false,"nextAllowanceDate":"2025-01-03T00:00:00Z",\
                "upcoming":["2025-01-03","2025-01-17","2025-01-31","2025-02-14","2025-02-28"]}
                """
            #expect(set.text == text)
            #expect(try await family.server.get(path, token: token).text == text)
        }
    }

    @Test("pays every other Friday, or on the last day of each month", arguments: Engine.all)
    func rhythms(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            let ben = try await family.child(500, "ben@example.com")
            try await family.setSchedule(of: anna, .biweekly, on: .friday)
            try await family.setSchedule(of: ben, .monthly, dayOfMonth: 31)
            try await family.run("2025-04-02T09:00:00Z")
            #expect(
                try await family.movements(anna).prefix(2) == [
                    "+1000 Allowance - 2025-01-03 = 1000", "+1000 Allowance - 2025-01-17 = 2000",
                ]
            )
            #expect(try await family.paidDays(anna).last == "03-28")
            #expect(try await family.paidDays(ben) == ["01-31", "02-28", "03-31"])
        }
    }

    @Test("changes its rhythm after the next due day", arguments: Engine.all)
    func change(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            try await family.run("2025-01-06T09:00:00Z")
            family.server.clock.set("2025-01-14T09:00:00Z")
            let changed = try await family.setSchedule(of: anna, .weekly, on: .friday, amount: 600)
            // 01-13 was owed as it was; 01-20 was known and stays.
            #expect(try await family.paidDays(anna) == ["01-06", "01-13"])
            #expect(changed.lastAllowanceDate?.instant == Timestamp(test: "2025-01-13T00:00:00Z"))
            #expect(
                changed.upcoming == [
                    "2025-01-20", "2025-01-24", "2025-01-31", "2025-02-07", "2025-02-14",
                ]
            )
            try await family.run("2025-01-31T09:00:00Z")
            #expect(
                try await family.movements(anna).suffix(3) == [
                    "+600 Weekly Allowance - 2025-01-20 = 2600",
                    "+600 Weekly Allowance - 2025-01-24 = 3200",
                    "+600 Weekly Allowance - 2025-01-31 = 3800",
                ]
            )
        }
    }

    @Test("that is paused owes nothing for the days meanwhile", arguments: Engine.all)
    func pause(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            try await family.run("2025-01-06T09:00:00Z")
            family.server.clock.set("2025-01-14T09:00:00Z")
            let paused = try await family.pause(anna, " Broken window ")
            #expect(paused.isPaused && paused.pauseReason == "Broken window")
            #expect(paused.pausedAt?.instant == Timestamp(test: "2025-01-14T09:00:00Z"))
            #expect(paused.nextAllowanceDate == nil && paused.upcoming == [])
            #expect(try await family.paidDays(anna) == ["01-06", "01-13"])
            #expect(try await family.run("2025-01-28T09:00:00Z").households == 0)
            // Another reason, another amount: still since then, and still nothing.
            let again = try await family.pause(anna, "Two broken windows")
            #expect(again.pauseReason == "Two broken windows")
            #expect(again.pausedAt == paused.pausedAt)
            try await family.setAllowance(400, of: anna)
            #expect(try await family.run().paid == 0)
            family.server.clock.set("2025-02-04T09:00:00Z")
            let resumed = try await family.resume(anna)
            #expect(!resumed.isPaused && resumed.pauseReason == nil && resumed.pausedAt == nil)
            #expect(resumed.upcoming.first == "2025-02-10")
            #expect(try await family.resume(anna) == resumed)
            try await family.run("2025-02-10T09:00:00Z")
            #expect(try await family.paidDays(anna) == ["01-06", "01-13", "02-10"])
            #expect(try await family.balance(anna) == 2_400)
        }
    }

    @Test("takes the largest amount and the longest reason there may be", arguments: Engine.all)
    func bounds(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            let set = try await family.setSchedule(of: anna, .weekly, amount: 1_000_000)
            #expect(set.amount.minor == 1_000_000)
            let longest = AllowanceFamily.text(200)
            #expect(try await family.pause(anna, longest).pauseReason == longest)
            #expect(try await family.schedule(anna).pauseReason == longest)
        }
    }

    @Test(
        "refuses what does not fit together, and changes nothing",
        arguments: [
            (#"{}"#, "frequency is required"),
            (#"{"frequency":"Daily"}"#, "frequency must be Weekly, BiWeekly or Monthly"),
            (#"{"frequency":"Monthly"}"#, "dayOfMonth is required for Monthly"),
            (#"{"frequency":"Monthly","dayOfMonth":32}"#, "dayOfMonth must be between 1 and 31"),
            (#"{"frequency":"Monthly","dayOfMonth":0}"#, "dayOfMonth must be between 1 and 31"),
            (
                #"{"frequency":"Monthly","dayOfMonth":1,"weekday":"Friday"}"#,
                "weekday is not for Monthly"
            ),
            (
                #"{"frequency":"Weekly","weekday":"Someday"}"#,
                """
                weekday must be Monday, Tuesday, Wednesday, Thursday, Friday, Saturday or Sunday
                """
            ),
            (#"{"frequency":"Weekly","dayOfMonth":1}"#, "dayOfMonth is only for Monthly"),
            (#"{"frequency":"Weekly","amount":10000.01}"#, "amount must be between 0 and 10000"),
            (#"{"frequency":"Weekly","amount":-1}"#, "amount must be between 0 and 10000"),
        ]
    )
    func refusals(body: String, fault: String) async throws {
        try await PaidFamily.with(.sqlite) { family in
            let anna = try await family.child()
            let token = try await family.parent.token
            let before = try await family.server.contents()
            let path = "/api/v1/children/\(anna)/schedule"
            let answer = try await family.server.raw("PUT", path, body, token: token)
            #expect(answer.status == 400)
            #expect(try answer.faults() == [fault])
            for reason in [#""""#, #""  ""#, "null", "\"\(String(repeating: "x", count: 201))\""] {
                let body = #"{"reason":\#(reason)}"#
                let pause = try await family.server.post("\(path)/pause", body, token: token)
                #expect(pause.status == 400)
                #expect(try pause.faults().count == 1)
            }
            #expect(try await family.server.contents() == before)
        }
    }

    @Test(
        "is shown to the child itself and the parents, and changed by these",
        arguments: Engine.all
    )
    func access(engine: Engine) async throws {
        try await PaidFamily.with(engine) { family in
            let anna = try await family.child()
            let ben = try await family.child(500, "ben@example.com")
            let others = try await PaidFamily(in: family.server, email: "other@example.com")
            let child = try await family.server.login("anna@example.com")
            let stranger = try await others.parent
            let path = { (id: ID<Entity.Child>) in "/api/v1/children/\(id)/schedule" }
            let get = { (member: TestMember, id: ID<Entity.Child>) in
                try await family.server.get(path(id), token: member.token).status
            }
            #expect(try await get(child, anna) == 200)
            #expect(try await get(child, ben) == 404)
            #expect(try await get(stranger, anna) == 404)
            let before = try await family.server.contents()
            let writes = [
                ("PUT", "", #"{"frequency":"Weekly"}"#), ("POST", "/pause", #"{"reason":"r"}"#),
                ("POST", "/resume", "{}"),
            ]
            for (method, end, body) in writes {
                for (member, status) in [(child, 403), (stranger, 404)] {
                    let answer = try await family.server.raw(
                        method,
                        path(anna) + end,
                        body,
                        token: member.token
                    )
                    #expect(answer.status == status)
                }
            }
            #expect(try await family.server.contents() == before)
        }
    }
}

extension PaidFamily {
    /// Pauses a child's allowance.
    fileprivate func pause(
        _ child: ID<Entity.Child>,
        _ reason: String
    ) async throws -> API.Allowance.ScheduleResponse {
        let request = API.Allowance.PauseRequest(childID: child, reason: reason)
        return try await parent.purser.call(API.Allowance.pauseSchedule, request)
    }

    /// Lets a child's allowance go on.
    fileprivate func resume(
        _ child: ID<Entity.Child>
    ) async throws -> API.Allowance.ScheduleResponse {
        let request = API.Allowance.ChildRequest(childID: child)
        return try await parent.purser.call(API.Allowance.resumeSchedule, request)
    }
}
