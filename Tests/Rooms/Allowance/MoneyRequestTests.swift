import Contract
import Kernel
import PurserKit
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A child's request for money")
struct MoneyRequestTests {
    @Test("is paid when a parent agrees, and keeps what was said", arguments: Engine.all)
    func approved(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let clock = family.server.clock
            let asked = try await family.ask(1_250, " Class trip ")
            #expect(asked.purpose == "Class trip" && asked.amount.minor == 1_250)
            #expect(asked.state == .pending && asked.askedAt == WireTimestamp(clock.now))
            #expect(asked.childID == family.child.id && asked.decidedAt == nil)
            #expect(try await family.jars() == [0, 0, 0])
            clock.advance(seconds: 60)
            let answer = try await family.decide(
                asked,
                API.Allowance.approveMoneyRequest,
                "Have fun"
            )
            #expect(answer.state == .approved && answer.message == "Have fun")
            #expect(answer.askedAt == asked.askedAt)
            #expect(answer.decidedAt == WireTimestamp(clock.now))
            #expect(try await family.requests() == [answer])
            #expect(try await family.jars() == [1_250, 0, 0])
            let movement = try #require(try await family.movements().first)
            #expect(movement.transfer == answer.transactionID)
            #expect(movement.text == "Request - Class trip" && movement.isCredit)
            #expect(movement.author == family.parent.id)
        }
    }

    @Test("is not paid when a parent declines, with a word or without", arguments: Engine.all)
    func declined(engine: Engine) async throws {
        try await withFamily(engine) { family in
            for message in ["Next month", nil] {
                let asked = try await family.ask(1_250, "Class trip")
                let before = try await family.server.contents()
                let answer = try await family.decide(
                    asked,
                    API.Allowance.declineMoneyRequest,
                    message
                )
                #expect(answer.state == .declined && answer.message == message)
                #expect(answer.transactionID == nil && answer.decidedAt != nil)
                let changed = try await family.server.contents().changed(since: before)
                #expect(changed == ["money_requests"])
            }
        }
    }

    @Test("is shown with what is known of it alone", arguments: Engine.all)
    func shown(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let body = #"{"amount":12.5,"purpose":"Class trip"}"#
            let token = family.child.member.token
            let answer = try await family.server.post("/api/v1/requests", body, token: token)
            let id = try #require(try answer.string("id"))
            let request = """
                {"id":"\(id)","childId":"\(family.child.id)","amount":12.5,\
                "purpose":"Class trip","state":"Pending","askedAt":"2025-01-15T12:00:00Z"}
                """
            #expect(answer.status == 201 && answer.text == request)
            let list = try await family.server.get("/api/v1/requests", token: token)
            #expect(list.text == #"{"requests":[\#(request)]}"#)
        }
    }

    @Test("is decided once", arguments: Engine.all)
    func once(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let first = try await family.ask(100, "One")
            let second = try await family.ask(200, "Two")
            _ = try await family.decide(first, API.Allowance.approveMoneyRequest)
            _ = try await family.decide(second, API.Allowance.declineMoneyRequest)
            let calls = [first, second].flatMap { request in
                ["approve", "decline"].map { action in
                    RefusedCall(
                        family.parent,
                        "POST",
                        "/api/v1/requests/\(request.id)/\(action)",
                        answers: 409
                    )
                }
            }
            try await family.expectRefused(calls)
            #expect(try await family.jars() == [100, 0, 0])
        }
    }

    @Test("is paid once by many approvals at once", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let asked = try await family.ask(1_250, "Class trip")
            let approvals = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let approval = API.Allowance.approveMoneyRequest
                        return (try? await family.decide(asked, approval)) != nil
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(approvals == 1)
            #expect(try await family.jars() == [1_250, 0, 0])
        }
    }

    @Test("is made and paid once for a key", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let post = { (path: String, body: String, member: TestMember) in
                try await family.server.post(
                    path,
                    body,
                    token: member.token,
                    headers: ["Idempotency-Key": "k"]
                )
            }
            let body = #"{"amount":12.5,"purpose":"Class trip"}"#
            let made = try await post("/api/v1/requests", body, family.child.member)
            let again = try await post("/api/v1/requests", body, family.child.member)
            #expect(again.body == made.body)
            let path = "/api/v1/requests/\(try #require(try made.string("id")))/approve"
            let paid = try await post(path, "{}", family.parent)
            #expect(paid.status == 200)
            let replayed = try await post(path, "{}", family.parent)
            #expect(replayed.status == 200 && replayed.body == paid.body)
            #expect(try await post(path, #"{"message":"a"}"#, family.parent).status == 409)
            #expect(try await family.jars() == [1_250, 0, 0])
            #expect(try await family.server.contents().count("money_requests") == 1)
        }
    }

    @Test("is not paid from an empty pool, and waits", arguments: Engine.all)
    func emptyPool(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let asked = try await family.ask(1_250, "Class trip")
            try await family.setPool("12.49")
            try await family.expectRefused([
                RefusedCall(
                    family.parent,
                    "POST",
                    "/api/v1/requests/\(asked.id)/approve",
                    answers: 400,
                    code: "INSUFFICIENT_FUNDS",
                    faults: ["available 12.49", "requested 12.5"]
                )
            ])
            try await family.setPool("12.5")
            _ = try await family.decide(asked, API.Allowance.approveMoneyRequest)
            #expect(try await family.jars() == [1_250, 0, 0])
        }
    }

    @Test("is called by as much of its purpose as a description holds", arguments: Engine.all)
    func longPurpose(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let asked = try await family.ask(1_000_000, AllowanceFamily.text(500))
            _ = try await family.decide(
                asked,
                API.Allowance.approveMoneyRequest,
                AllowanceFamily.text(500)
            )
            let text = try #require(try await family.movements().first?.text)
            #expect(text == "Request - " + AllowanceFamily.text(490))
        }
    }

    @Test("is listed newest first, by its state, to whom it concerns", arguments: Engine.all)
    func lists(engine: Engine) async throws {
        try await withFamily(engine) { family in
            let first = try await family.ask(100, "One")
            _ = try await family.ask(200, "Two", as: family.sibling.member)
            let third = try await family.ask(300, "Three")
            _ = try await family.ask(400, "Four", as: family.strangersChild.member)
            let amounts = { (member: TestMember, state: String) in
                try await family.requests(member, state).map(\.amount.minor)
            }
            #expect(try await amounts(family.parent, "") == [300, 200, 100])
            #expect(try await amounts(family.child.member, "") == [300, 100])
            #expect(try await amounts(family.sibling.member, "") == [200])
            #expect(try await amounts(family.stranger, "") == [400])
            _ = try await family.decide(first, API.Allowance.approveMoneyRequest)
            _ = try await family.decide(third, API.Allowance.declineMoneyRequest)
            for (state, all, own): (String, [Int64], [Int64]) in [
                ("Pending", [200], []), ("approved", [100], [100]), ("DECLINED", [300], [300]),
            ] {
                #expect(try await amounts(family.parent, "?state=\(state)") == all)
                #expect(try await amounts(family.child.member, "?state=\(state)") == own)
            }
        }
    }

    @Test("is one of twenty that wait at most; a list shows a hundred", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await withFamily(engine) { family in
            for number in 1...110 {
                let asked = try await family.ask(Int64(number), "One of many")
                if number <= 90 {
                    _ = try await family.decide(asked, API.Allowance.declineMoneyRequest)
                }
            }
            let body = #"{"amount":1,"purpose":"One more"}"#
            let child = family.child.member
            try await family.expectRefused([
                RefusedCall(child, "POST", "/api/v1/requests", body, answers: 409)
            ])
            for member in [family.parent, child] {
                let amounts = try await family.requests(member).map(\.amount.minor)
                #expect(amounts == Array((11...110).reversed()))
            }
            _ = try await family.ask(1, "Another child's", as: family.sibling.member)
            let oldest = try #require(try await family.requests(child, "?state=pending").last)
            _ = try await family.decide(oldest, API.Allowance.declineMoneyRequest)
            _ = try await family.ask(1, "One more")
        }
    }
}

extension AllowanceFamily {
    typealias DecideRequest = Endpoint<
        API.Allowance.MoneyRequestDecision, API.Allowance.MoneyRequestResponse
    >

    func ask(
        _ minor: Int64,
        _ purpose: String,
        as member: TestMember? = nil
    ) async throws -> API.Allowance.MoneyRequestResponse {
        try await (member ?? child.member).purser.call(
            API.Allowance.requestMoney,
            .init(amount: DecimalAmount(minor: minor), purpose: purpose)
        )
    }

    func decide(
        _ request: API.Allowance.MoneyRequestResponse,
        _ endpoint: DecideRequest,
        _ message: String? = nil
    ) async throws -> API.Allowance.MoneyRequestResponse {
        try await parent.purser.call(endpoint, .init(requestID: request.id, message: message))
    }

    /// The requests as a member sees them; the query is one such as `?state=pending`.
    func requests(
        _ member: TestMember? = nil,
        _ query: String = ""
    ) async throws -> [API.Allowance.MoneyRequestResponse] {
        let token = (member ?? child.member).token
        let answer = try await server.get("/api/v1/requests\(query)", token: token)
        #expect(answer.status == 200)
        return try API.Allowance.listMoneyRequests.output(of: answer.body).requests
    }
}
