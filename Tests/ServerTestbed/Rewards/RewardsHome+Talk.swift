import Contract
import Kernel
import PurserKit
import Testbed
import Testing

/// Recommendations, and talk about cards.
extension RewardsHome {
    /// A card that earns 2 TYP on everything.
    static let doubleCash = #"{"name":"Citi Double Cash","cardType":"citiDoubleCash"}"#

    func recommend(_ body: String, _ headers: Headers = [:]) async throws -> TransportResponse {
        try await send("POST", "/api/recommendations", body, headers)
    }

    /// What is recommended.
    func recommended(_ body: String) async throws -> API.Rewards.RecommendationResponse {
        let answer = try await recommend(body)
        try #require(answer.status == 200, "\(answer.text)")
        return try API.Rewards.recommendCard.output(of: answer.body)
    }

    /// Says something to the assistant.
    func say(
        _ content: String,
        in conversation: String? = nil,
        _ headers: Headers = [:],
        as member: TestMember? = nil
    ) async throws -> TransportResponse {
        var fields = [JSON.Member("content", .string(content))]
        if let conversation { fields.append(JSON.Member("conversationId", .string(conversation))) }
        return try await server.raw(
            "POST",
            "/api/chat/messages",
            JSON.object(fields).text,
            token: (member ?? owner).token,
            headers: headers
        )
    }

    /// What is answered to something said.
    @discardableResult
    func answer(
        to content: String,
        in conversation: String? = nil,
        as member: TestMember? = nil
    ) async throws -> API.Rewards.ChatMessage {
        let answer = try await say(content, in: conversation, as: member)
        try #require(answer.status == 201, "\(answer.text)")
        return try API.Rewards.sendChatMessage.output(of: answer.body)
    }

    /// What is shown of the talk.
    func shown(
        _ query: String = "",
        as member: TestMember? = nil
    ) async throws -> [API.Rewards.ChatMessage] {
        let token = (member ?? owner).token
        let path = "/api/chat/messages\(query)"
        let answer = try await server.raw("GET", path, nil, token: token)
        try #require(answer.status == 200, "\(answer.text)")
        return try API.Rewards.listChatMessages.output(of: answer.body).messages
    }
}

extension API.Rewards.RecommendationResponse {
    /// The cards with rate, points and rank: `Amex Gold 4 MR 1`.
    var named: [String] {
        ([primaryRecommendation] + (secondaryRecommendation.map { [$0] } ?? [])).map { card in
            let rate = DecimalText.text(minor: card.multiplier.minor, exponent: 2)
            return "\(card.cardName) \(rate) \(card.pointType.rawValue) \(card.rank)"
        }
    }
}
