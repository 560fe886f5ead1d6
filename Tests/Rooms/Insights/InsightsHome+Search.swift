import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

extension InsightsHome {
    /// Searches with a body as it is on the wire.
    func searchAnswer(
        _ body: String,
        chat: String? = nil,
        key: String? = nil,
        token: String? = nil
    ) async throws -> TransportResponse {
        var headers: Headers = [:]
        headers["X-Chat-Id"] = chat
        headers["Idempotency-Key"] = key
        return try await server.raw(
            "POST",
            "/rag/search",
            body,
            token: token ?? owner.token,
            headers: headers
        )
    }

    /// What a search finds.
    func search(
        _ body: String,
        chat: String? = nil,
        token: String? = nil
    ) async throws -> API.Insights.RagSearchResponse {
        let answer = try await searchAnswer(body, chat: chat, token: token)
        try #require(answer.status == 200, "\(body): \(answer.text)")
        let found = try API.Insights.searchTransactions.output(of: answer.body)
        #expect(answer.headers["X-Chat-Id"] == found.chatID)
        #expect(answer.headers["X-Request-Trace"] == found.traceID)
        let lines = found.rowsCsv.split(separator: "\n")
        #expect(lines.map { String($0.prefix(9)) } == found.references.map(\.txCode))
        return found
    }

    /// Sums with a body as it is on the wire.
    func aggregateAnswer(_ body: String, chat: String? = nil) async throws -> TransportResponse {
        var headers: Headers = [:]
        headers["X-Chat-Id"] = chat
        return try await server.raw(
            "POST",
            "/rag/aggregate",
            body,
            token: owner.token,
            headers: headers
        )
    }

    /// What sums come to.
    func aggregate(_ body: String) async throws -> API.Insights.RagAggregateResponse {
        let answer = try await aggregateAnswer(body)
        try #require(answer.status == 200, "\(body): \(answer.text)")
        return try API.Insights.aggregateTransactions.output(of: answer.body)
    }
}
