import Contract
import Guardian
import Kernel
import Operations
import Store
import Testbed
import Testing

@Suite("The positions that a summary counts")
struct CountedPositionsTests {
    @Test(
        "end with the last, be it alone or the first of another page",
        arguments: Engine.all,
        [1, Limits.walkRows, Limits.walkRows + 1]
    )
    func last(engine: Engine, count: Int) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            // So that what is counted begins with the first of them.
            try await server.operations.insights.tallyDecisions(of: parent.household)
            let now = server.clock.now.adding(seconds: -1)
            let decisions = (0..<count).map { _ in TestDecision(.ok, of: parent, at: now) }
            try await server.decide(decisions, in: parent.household)
            #expect(try await Self.authEvents(of: parent, server) == Int64(count))
        }
    }

    @Test("of a day that is counted in part hold its only one", arguments: Engine.all)
    func partialDay(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            // The window begins at noon of that day.
            let instant = server.clock.now.adding(seconds: -30 * 86_400 + 60)
            let decision = TestDecision(.ok, of: parent, at: instant)
            try await server.decide([decision], in: parent.household)
            try await server.operations.insights.tallyDecisions(of: parent.household)
            #expect(try await Self.authEvents(of: parent, server) == 1)
        }
    }

    private static func authEvents(
        of member: TestMember,
        _ server: InProcessServer
    ) async throws -> Int64 {
        try await server.operations.insights.spendingSummary(
            API.Guardian.AnalyticsRequest(range: .month),
            server.call(as: member)
        ).authEvents
    }
}
