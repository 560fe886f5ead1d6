import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Deciding and listing what children ask for")
struct DecideApprovalTests {
    @Test(
        "again as before is the same answer, and the other way a conflict",
        arguments: Engine.all,
        API.Guardian.ApprovalDecision.allCases
    )
    func twice(engine: Engine, decision: API.Guardian.ApprovalDecision) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            _ = try await child.authorize(5_000)
            let number = try await parent.approvals()[0].id
            let first = try await parent.decide(number, decision)
            server.clock.advance(seconds: 1)
            let before = try await server.contents()
            #expect(try await parent.decide(number, decision) == first)
            let other: API.Guardian.ApprovalDecision = decision == .approve ? .refuse : .approve
            let error = await refusal { try await parent.decide(number, other) }
            #expect(error?.status == 409)
            #expect(try await server.contents() == before)
        }
    }

    @Test("at once by many makes one override", arguments: Engine.all)
    func racing(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            _ = try await child.authorize(5_000)
            let number = try await parent.approvals()[0].id
            let answers = try await withThrowingTaskGroup(of: TestMember.Approval.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await parent.decide(number, .approve) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0 == answers[0] })
            let contents = try await server.contents()
            #expect(contents.count("overrides") == 1)
            #expect(contents.count("events") == 2)
        }
    }

    @Test(
        "is for parents of the household; to others the request is not there",
        arguments: Engine.all
    )
    func access(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let (stranger, strangersChild) = try await server.registerBlockedChild("roe")
            _ = try await child.authorize(5_000)
            let number = try await parent.approvals()[0].id
            let before = try await server.contents()
            let rows: [(TestMember, Int64, Int)] = [
                (child, number, 403), (strangersChild, number, 403), (stranger, number, 404),
                (parent, number + 1, 404), (parent, 0, 404), (parent, -1, 404),
            ]
            for (member, number, status) in rows {
                for decision in API.Guardian.ApprovalDecision.allCases {
                    let error = await refusal { try await member.decide(number, decision) }
                    #expect(error?.status == status, "\(member.email) \(number)")
                }
            }
            #expect(try await stranger.approvals() == [])
            #expect(try await strangersChild.approvals() == [])
            #expect(try await server.contents() == before)
        }
    }

    @Test("shows a parent all children's requests, a child its own", arguments: Engine.all)
    func lists(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let sibling = try await server.registerChild("sibling@doe.example", of: parent)
            _ = try await parent.setRule("fun", 0, for: sibling.id.text)
            _ = try await child.authorize(1)
            _ = try await sibling.authorize(2)
            _ = try await child.authorize(3)
            let requests = try await parent.approvals()
            #expect(requests.map(\.amountCents) == [3, 2, 1])
            #expect(requests.map(\.userID) == [child.id, sibling.id, child.id])
            #expect(try await child.approvals().map(\.amountCents) == [3, 1])
            #expect(try await sibling.approvals().map(\.amountCents) == [2])
            try await parent.decide(requests[0].id, .approve)
            try await parent.decide(requests[1].id, .refuse)
            for (state, amounts): (API.Guardian.ApprovalState, [Int64]) in [
                (.pending, [1]), (.approved, [3]), (.refused, [2]), (.expired, []),
            ] {
                #expect(try await parent.approvals(state).map(\.amountCents) == amounts)
            }
            #expect(try await child.approvals(.approved).map(\.amountCents) == [3])
            #expect(try await child.approvals(.refused) == [])
        }
    }

    @Test("lists the newest hundred", arguments: Engine.all)
    func most(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            for cents in 1...101 { _ = try await child.authorize(Int64(cents)) }
            for member in [parent, child] {
                let amounts = try await member.approvals().map(\.amountCents)
                #expect(amounts == Array((2...101).reversed()))
            }
        }
    }

    @Test(
        "ends after a day: then the request is expired, and another may follow",
        arguments: Engine.all
    )
    func expiry(engine: Engine) async throws {
        try await withServer(engine) { server in
            var (parent, child) = try await server.registerBlockedChild()
            let start = server.clock.now
            _ = try await child.authorize(5_000)
            server.clock.advance(seconds: 43_200)
            parent = try await server.login(parent.email)
            child = try await server.login(child.email)
            server.clock.advance(seconds: 43_199, milliseconds: 999)
            _ = try await child.authorize(5_000)
            #expect(try await parent.approvals(.pending).count == 1)
            server.clock.advance(milliseconds: 1)
            #expect(server.clock.now == start.adding(seconds: 86_400))
            let expired = try #require(try await parent.approvals(.expired).first)
            #expect(expired.state == .expired && expired.decidedAt == nil)
            #expect(try await parent.approvals(.pending) == [])
            let before = try await server.contents()
            for decision in API.Guardian.ApprovalDecision.allCases {
                let error = await refusal { try await parent.decide(expired.id, decision) }
                #expect(error?.status == 409)
            }
            #expect(try await server.contents() == before)
            _ = try await child.authorize(5_000)
            #expect(try await parent.approvals().map(\.state) == [.pending, .expired])
        }
    }

    @Test("without a word of the contract is refused by name", arguments: Engine.all)
    func faults(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            _ = try await child.authorize(5_000)
            let path = "/guardian/approvals/\(try await parent.approvals()[0].id)"
            let before = try await server.contents()
            for (body, error) in [
                ("{}", "decision is required"),
                (#"{"decision":"maybe"}"#, "decision must be approve or refuse"),
                (#"{"decision":""}"#, "decision is required"),
                (#"{"decision":1}"#, "decision has the wrong type"),
            ] {
                let answer = try await server.post(path, body, token: parent.token)
                #expect(answer.status == 400)
                #expect(try answer.string("error") == error)
            }
            let list = try await server.get("/guardian/approvals?state=open", token: parent.token)
            #expect(list.status == 400)
            #expect(
                try list.string("error")
                    == "state must be pending, approved, refused or expired"
            )
            #expect(try await server.contents() == before)
        }
    }
}
