import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

/// A parent on a real server, at noon UTC on 10 February 2025, and the parent's device.
struct CardHome {
    let server: InProcessServer
    let owner: TestMember
    let device: Purser
    /// The way between the two.
    let network: BreakableTransport
    /// The time of all devices, whose names for calls are told apart by it.
    private let time: TestTimekeeper

    private init(_ server: InProcessServer, _ timeZone: String?) async throws {
        self.server = server
        owner = try await server.registerParent(timeZone: timeZone)
        network = BreakableTransport(server.transport())
        time = TestTimekeeper(server.clock)
        device = try .test(
            network,
            configuration: .once,
            tokens: MemoryTokenStore.signedIn(owner.token, at: server.clock.now),
            time: time
        )
    }

    /// Runs `work` with a parent whose household goes by a time zone; by UTC when there is none.
    static func with(
        timeZone: String? = "UTC",
        _ work: @escaping @MainActor @Sendable (CardHome) async throws -> Void
    ) async throws {
        try await withServer(.sqlite, clock: TestClock("2025-02-10T12:00:00Z")) { server in
            let home = try await CardHome(server, timeZone)
            try await work(home)
            await home.device.shutdown()
            #expect(try await server.faultInBooks() == nil)
        }
    }

    /// Another device of the same parent.
    func otherDevice() throws -> Purser {
        try server.app(
            configuration: .once,
            tokens: MemoryTokenStore.signedIn(owner.token, at: server.clock.now),
            time: time
        )
    }

    /// The contract's card: Amex Gold with a limit of 1000 on groceries; a second later than what
    /// was added before, so that the order of cards is known.
    @discardableResult
    func addGold(spent cents: Int64 = 80_000) async throws -> API.Rewards.CreditCard {
        server.clock.advance(seconds: 1)
        return try await device.rewards.createCard(
            .init(
                name: "Amex Gold",
                cardType: .amexGold,
                spendingLimits: [
                    .init(
                        category: .groceries,
                        limit: .init(minor: 100_000),
                        currentSpending: .init(minor: cents)
                    )
                ]
            )
        ).get()
    }

    /// A card of a type, with its name and rows; a second later than what was added before.
    @discardableResult
    func add(_ type: API.Rewards.CardType) async throws -> API.Rewards.CreditCard {
        server.clock.advance(seconds: 1)
        return try await device.rewards.createCard(.init(name: type.displayName, cardType: type))
            .get()
    }

    /// Asks the device, and then the server; what they say must be the same, word for word.
    ///
    /// - Returns: What both say.
    @discardableResult
    func compare(
        _ request: API.Rewards.RecommendationRequest,
        _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> API.Rewards.RecommendationResponse {
        let known = try await device.device.recommendCard(request)
        let advice = try #require(known, comment, sourceLocation: sourceLocation)
        let answer = try await device.rewards.recommendCard(request).withoutIDs
        #expect(
            advice.recommendation.withoutIDs == answer,
            comment,
            sourceLocation: sourceLocation
        )
        return answer
    }
}

extension Configuration {
    /// As in other tests, with one try of each call, so that no pause moves the clock.
    static var once: Configuration {
        var configuration = Configuration.test
        configuration.retry = .never
        configuration.circuit.failures = 0
        return configuration
    }
}

extension API.Rewards.RecommendationResponse {
    /// The same without what is new in every answer.
    var withoutIDs: Self {
        Self(
            primaryRecommendation: primaryRecommendation.withoutID,
            secondaryRecommendation: secondaryRecommendation?.withoutID,
            reasoning: reasoning,
            warnings: warnings,
            suggestions: suggestions
        )
    }
}

extension API.Rewards.CardRecommendation {
    fileprivate var withoutID: Self {
        Self(
            id: ID(.zero),
            cardID: cardID,
            cardName: cardName,
            category: category,
            multiplier: multiplier,
            pointType: pointType,
            reasoning: reasoning,
            currentSpending: currentSpending,
            limit: limit,
            isLimitReached: isLimitReached,
            rank: rank
        )
    }
}
