import Contract
import Kernel
import PurserKit
import Testbed
import Testing

/// A parent with a wallet of reward cards, at noon UTC on 10 February 2025 unless said.
struct RewardsHome {
    let server: InProcessServer
    let owner: TestMember

    /// A card with a limit of 1000 on groceries, of which 800 were spent.
    static let gold = """
        {"name":"Amex Gold","cardType":"amexGold","spendingLimits":[{"category":"groceries",\
        "limit":1000,"currentSpending":800}]}
        """

    /// Runs `work`, and holds the books against what it did.
    static func with(
        _ engine: Engine,
        timeZone: String? = nil,
        at instant: String = "2025-02-10T12:00:00Z",
        _ work: (RewardsHome) async throws -> Void
    ) async throws {
        try await withServer(engine, clock: TestClock(instant)) { server in
            let parent = try await server.registerParent(timeZone: timeZone)
            try await work(RewardsHome(server: server, owner: parent))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// Sets the clock, and signs the owner in anew.
    func later(_ instant: String) async throws -> RewardsHome {
        server.clock.set(instant)
        return RewardsHome(server: server, owner: try await server.login(owner.email))
    }

    func send(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        _ headers: Headers = [:]
    ) async throws -> TransportResponse {
        try await server.raw(method, path, body, token: owner.token, headers: headers)
    }

    /// Adds a card.
    func add(_ body: String = gold) async throws -> API.Rewards.CreditCard {
        let answer = try await send("POST", "/api/cards", body)
        try #require(answer.status == 201, "\(answer.text)")
        return try API.Rewards.createCard.output(of: answer.body)
    }

    /// Changes a card.
    func change(
        _ id: ID<Entity.RewardCard>,
        _ body: String,
        _ headers: Headers = [:]
    ) async throws -> TransportResponse {
        try await send("PUT", "/api/cards/\(id.text)", body, headers)
    }

    /// Changes what was spent with a card.
    func spend(
        _ id: ID<Entity.RewardCard>,
        _ body: String,
        _ headers: Headers = [:]
    ) async throws -> TransportResponse {
        try await send("PUT", "/api/cards/\(id.text)/spending", body, headers)
    }

    /// The owner's cards.
    func cards() async throws -> [API.Rewards.CreditCard] {
        try API.Rewards.listCards.output(of: try await send("GET", "/api/cards").body).cards
    }

    /// What a body of a new card is refused with: the status, and the faults by field.
    func refusal(_ body: String) async throws -> String {
        let answer = try await send("POST", "/api/cards", body)
        return "\(answer.status) \(try answer.faults().joined(separator: "; "))"
    }
}

extension TransportResponse {
    /// The card that was answered.
    func card() throws -> API.Rewards.CreditCard {
        try #require(status == 200 || status == 201, "\(text)")
        return try API.Rewards.updateCard.output(of: body)
    }
}

extension API.Rewards.CreditCard {
    /// What was spent of each limit, in cents.
    var spent: [Int64] { spendingLimits.map(\.currentSpending.minor) }
}
