import Contract
import Kernel
import PurserKit
import SQL
import Store
import Testbed
import Testing

extension InsightsHome {
    /// A parent with the demo household, at noon UTC on 10 June 2025, where a model writes
    /// highlights.
    static func demo(
        _ engine: Engine,
        _ model: ScriptedModel,
        isRequired: Bool = false,
        interposing: (any Database) -> any Database = { $0 },
        _ work: (InsightsHome) async throws -> Void
    ) async throws {
        try await withServer(
            engine,
            clock: TestClock("2025-06-10T12:00:00Z"),
            languageModel: model,
            isModelRequired: isRequired,
            interposing: interposing
        ) { server in
            let home = InsightsHome(server: server, owner: try await server.registerParent())
            _ = try await home.owner.syncTransactions(demoSeed: true)
            try await work(home)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// The summary of a month, with more of a query behind it if that is said.
    func summary(
        _ query: String,
        of member: TestMember? = nil
    ) async throws -> API.Insights.AnalyticsSummaryResponse {
        let token = (member ?? owner).token
        let answer = try await server.get("/analytics/summary?month=\(query)", token: token)
        try #require(answer.status == 200, "\(answer.text)")
        return try API.Insights.monthlySummary.output(of: answer.body)
    }
}
