import Contract
import Guardian
import Kernel
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@Suite("Counting decisions")
struct TallyDecisionsTests {
    typealias Range = API.Guardian.AnalyticsRange
    typealias Figures = [Range: [Int64]]

    private static let reasons: [PurchaseDecision.Reason] = [
        .ok, .risky, .ok, .override, .ok, .locationBlock, .risky, .locationWarn,
    ]

    /// Decisions of two members over the last hundred days, some of them out of their order.
    private static func decisions(
        _ count: Int,
        of members: [TestMember],
        until now: Timestamp
    ) -> [TestDecision] {
        let length: Int64 = 100 * 86_400
        return (0..<count).map { index in
            // Each third was asked for up to an hour before, in another process.
            let late: Int64 = index % 3 == 0 ? 3_600 : 0
            let second = length * Int64(count - index) / Int64(count) + late
            return TestDecision(
                reasons[index % reasons.count],
                of: members[index / 5 % members.count],
                at: now.adding(seconds: -second)
            )
        }
    }

    /// What the decisions themselves say of a member, by going over all of them.
    private static func expected(
        _ decisions: [TestDecision],
        of member: TestMember,
        since start: (Range) -> Timestamp
    ) -> Figures {
        let own = decisions.filter { $0.member == member.id }
        return Dictionary(
            uniqueKeysWithValues: Range.allCases.map { range in
                let inside = own.filter { $0.decidedAt >= start(range) }
                let ends = [PurchaseDecision.Reason.risky, .override].map { reason in
                    Int64(inside.count { $0.reason == reason })
                }
                return (range, [Int64(inside.count)] + ends)
            }
        )
    }

    /// What the summary says of a member.
    private static func figures(
        of member: TestMember,
        _ server: InProcessServer
    ) async throws -> Figures {
        var figures: Figures = [:]
        // The longest first: it goes over the pages of what is not counted yet.
        for range in [.quarter, .month, .week, .monthToDate] as [Range] {
            let summary = try await server.operations.insights.spendingSummary(
                API.Guardian.AnalyticsRequest(range: range),
                server.call(as: member)
            )
            let count = summary.authEvents
            // The rates have four decimals, which is exact enough to get the counts back.
            figures[range] =
                [count]
                + [summary.riskyRate, summary.overrideRate].map {
                    ($0.tenThousandths * count + 5_000) / 10_000
                }
        }
        return figures
    }

    /// Runs `work` with a parent and a child in New York, at noon UTC.
    private func withFamily(
        _ engine: Engine,
        _ work: (InProcessServer, [TestMember]) async throws -> Void
    ) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent(timeZone: "America/New_York")
            let child = try await server.registerChild(of: parent)
            try await work(server, [parent, child])
            #expect(try await server.faultInBooks() == nil)
        }
    }

    private static func start(_ range: Range) -> Timestamp {
        let now = TestClock.noon
        return switch range {
        case .week: now.adding(seconds: -7 * 86_400)
        case .month: now.adding(seconds: -30 * 86_400)
        case .quarter: now.adding(seconds: -90 * 86_400)
        case .monthToDate: Timestamp(test: "2025-01-01T05:00:00Z")
        }
    }

    @Test(
        "changes no figure, in pieces, as often as it is done, nor what is verified",
        arguments: Engine.all
    )
    func pieces(engine: Engine) async throws {
        try await withFamily(engine) { server, members in
            let count = 2 * Limits.walkRows + 300
            let decisions = Self.decisions(count, of: members, until: server.clock.now)
            let household = members[0].household
            // So many that the first page of the rest ends with a decision of the first member.
            let first = 705
            try await server.decide(Array(decisions.prefix(first)), in: household)
            #expect(try await server.operations.insights.tallyDecisions(of: household) == first)
            try await server.decide(Array(decisions.dropFirst(first)), in: household)
            #expect(decisions[first + Limits.walkRows - 1].member == members[0].id)
            for member in members {
                let expected = Self.expected(decisions, of: member, since: Self.start)
                #expect(try await Self.figures(of: member, server) == expected)
            }
            // The summaries have counted them in passing, a piece each.
            #expect(try await server.tallied(household) == server.chainEnd(household))
            let counted = try await server.contents()
            #expect(try await server.operations.insights.tallyDecisions(of: household) == 0)
            #expect(try await server.contents() == counted)
            for member in members {
                let expected = Self.expected(decisions, of: member, since: Self.start)
                #expect(try await Self.figures(of: member, server) == expected)
            }
        }
    }

    @Test("counts each decision on its own day, whatever the order", arguments: Engine.all)
    func order(engine: Engine) async throws {
        try await withFamily(engine) { server, members in
            let household = members[0].household
            // Midnight in New York lies between them, seven days before a window's start.
            let midnight = Timestamp(test: "2025-01-08T05:00:00Z")
            let seconds: [Int64] = [-2, 1, -1, 0, 25_200, 3, 25_199, -3, 25_201, 86_400, 86_399]
            let decisions = seconds.map {
                TestDecision(.risky, of: members[0], at: midnight.adding(seconds: $0))
            }
            try await server.decide(decisions, in: household)
            let expected = Self.expected(decisions, of: members[0], since: Self.start)
            #expect(expected[.week]?[0] == 4)
            #expect(try await Self.figures(of: members[0], server) == expected)
            try await server.operations.insights.tallyDecisions(of: household)
            #expect(try await Self.figures(of: members[0], server) == expected)
            let next = TestDecision(.ok, of: members[0], at: server.clock.now)
            try await server.decide([next], in: household)
            let more = Self.expected(decisions + [next], of: members[0], since: Self.start)
            #expect(try await Self.figures(of: members[0], server) == more)
            let days = try await server.contents().tables["decision_days"] ?? []
            #expect(days.map { $0[2] } == [.integer(3), .integer(7), .integer(1)])
        }
    }

    @Test(
        "goes on while purchases are decided and others count, and loses and doubles none",
        arguments: Engine.all
    )
    func racing(engine: Engine) async throws {
        try await withFamily(engine) { server, members in
            let household = members[0].household
            let decisions = Self.decisions(1_500, of: members, until: server.clock.now)
            try await server.decide(decisions, in: household)
            let counted = try await withThrowingTaskGroup(of: Int.self) { group in
                for member in members {
                    group.addTask {
                        for _ in 0..<20 {
                            _ = try await member.purser.call(
                                API.Guardian.authorizePurchase,
                                .coffee
                            )
                        }
                        return 0
                    }
                }
                for _ in 0..<3 {
                    group.addTask {
                        var count = 0
                        for _ in 0..<4 {
                            count += try await server.operations.insights.tallyDecisions(
                                of: household
                            )
                        }
                        return count
                    }
                }
                return try await group.reduce(0, +)
            }
            let rest = try await server.operations.insights.tallyDecisions(of: household)
            #expect(counted + rest == 1_540)
            for member in members {
                let asked = (0..<20).map { _ in
                    TestDecision(.ok, of: member, at: server.clock.now)
                }
                let expected = Self.expected(decisions + asked, of: member, since: Self.start)
                #expect(try await Self.figures(of: member, server) == expected)
            }
        }
    }

    @Test(
        "of all households counts where many are not counted, and only there",
        arguments: Engine.all
    )
    func everywhere(engine: Engine) async throws {
        try await withFamily(engine) { server, members in
            let busy = try await server.registerParent("busy@example.com")
            let household = members[0].household
            let most = Int(Limits.untalliedLinks)
            // The two members' joining is in the chain too.
            let few = Self.decisions(most - 2, of: members, until: server.clock.now)
            try await server.decide(few, in: household)
            let many = Self.decisions(most, of: [busy], until: server.clock.now)
            try await server.decide(many, in: busy.household)
            #expect(try await server.operations.insights.tallyDecisions() == most)
            #expect(try await server.tallied(household) == 0)
            #expect(try await server.tallied(busy.household) == Int64(most) + 1)
            let more = TestDecision(.ok, of: members[0], at: server.clock.now)
            try await server.decide([more], in: household)
            #expect(try await server.operations.insights.tallyDecisions() == most - 1)
            #expect(try await server.operations.insights.tallyDecisions() == 0)
        }
    }
}
