import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@Suite("A copied chore")
struct ChoreCopiesTests {
    @Test("that is open is there however many were approved since", arguments: Engine.all)
    func manyApproved(_ engine: Engine) async throws {
        try await withServer(engine) { server in
            let family = try await CopiesOnServerTests.Family(server)
            let chores = family.parent.copies.chores(of: family.childID)
            let chore = try await chores.add(
                CopiedChore(title: "Mow the lawn", reward: DecimalAmount(minor: 750))
            )
            try await chores.sync()
            let newest = try Self.newest(of: family.childID)
            family.parentLink.set { request, send in
                guard request.method == .get, request.target.hasSuffix("/chores") else {
                    return try await send(request)
                }
                return .json(200, newest)
            }
            #expect(try await chores.sync().deleted.isEmpty)
            #expect(try await chores.all().count == Limits.choresListed + 1)

            try await chores.delete(chore.id)
            let report = try await chores.sync()
            #expect(report.deleted == [chore.id] && report.isComplete)
            #expect(report.conflicts.isEmpty)
            let list = try await family.child.allowance.listChores(childID: family.childID)
            #expect(list.chores.isEmpty)
            await family.shutdown()
        }
    }

    @Test("that was approved soon after it was finished is no conflict", arguments: Engine.all)
    func approved(_ engine: Engine) async throws {
        try await withServer(engine) { server in
            let family = try await CopiesOnServerTests.Family(server)
            let assigned = family.parent.copies.chores(of: family.childID)
            let own = family.child.copies.chores(of: family.childID)
            try await assigned.add(CopiedChore(title: "Wash up", reward: DecimalAmount(minor: 0)))
            try await assigned.sync()
            try await own.sync()
            let mine = try #require(try await own.all().first)
            try await own.finish(mine.id)
            #expect(try await own.sync().pushed == [mine.id])
            let id = try #require(mine.remoteID.flatMap { ID<Entity.Chore>($0) })
            try await family.parent.allowance.approveChore(choreID: id)

            let report = try await own.sync()
            #expect(report.pulled == [mine.id] && report.conflicts.isEmpty)
            #expect(try await own.all().map(\.state) == [.approved])
            await family.shutdown()
        }
    }

    @Test("is found again under a forgotten key, also when the child has finished it since")
    func forgottenKey() {
        let now = Timestamp(seconds: 1_736_937_000)
        let body: [String: JSON] = [
            "title": .string("Mow the lawn"),
            "reward": .number("7.5"),
            "state": .string("Assigned"),
        ]
        var row = CopyRow(id: "mine", mine: body)
        row.push.creation = .init(
            key: "key",
            body: body,
            at: now.adding(seconds: -CopyPlan.keySeconds - 1)
        )
        var there = body
        there["state"] = .string("Done")
        there["assignedAt"] = .string("2025-01-14T08:00:00Z")
        var other = body
        other["title"] = .string("Wash up")
        let child = ID<Entity.Child>(RawID(high: 0x7000, low: 1))
        var plan = CopyPlan([row], ChoreKind(child: child), now: now) { "new" }
        plan.take([RemoteRecord(id: "1", fields: other), RemoteRecord(id: "2", fields: there)])
        #expect(plan.rows.map(\.id) == ["mine", "1"])
        #expect(plan.rows.first?.remoteID == "2" && plan.rows.first?.mine == there)
        #expect(plan.rows.first?.isOpen == false)
        #expect(plan.findings.isEmpty)
    }

    /// The newest that the server lists, all of them approved.
    private static func newest(of child: ID<Entity.Child>) throws -> String {
        let chores = (1...UInt64(Limits.choresListed)).map { number in
            API.Allowance.ChoreResponse(
                id: ID(RawID(high: 0x7000, low: number)),
                childID: child,
                title: "Chore \(number)",
                reward: DecimalAmount(minor: 0),
                state: .approved,
                assignedAt: WireTimestamp(Timestamp(seconds: 1_736_937_000)),
                doneAt: nil,
                decidedAt: nil,
                reason: nil,
                transactionID: nil
            )
        }
        let list = API.Allowance.ChoreListResponse(childID: child, chores: chores)
        return String(decoding: try WireEncoder.bytes(list), as: UTF8.self)
    }
}
