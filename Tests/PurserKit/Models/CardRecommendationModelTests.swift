import Contract
import Kernel
import Testbed
import Testing

@testable import PurserKit

@MainActor
@Suite("The model of a card for a purchase")
struct CardRecommendationModelTests {
    private let time = TestTimekeeper()
    private let preview = PreviewTransport()
    private let purser: Purser

    init() throws {
        purser = try .test(
            preview,
            configuration: .once,
            tokens: MemoryTokenStore.signedIn(),
            time: time
        )
        time.holds = true
    }

    private var asked: Int { preview.requests.count { $0.endpoint == "recommendCard" } }

    /// Returns when somebody has stopped typing for long enough.
    private func stopTyping() async {
        await time.untilWaiting(1)
        time.advance(by: .milliseconds(300))
    }

    private func isAdvised(_ model: CardRecommendationModel) -> Bool {
        guard case .advised = model.phase.value else { return false }
        return true
    }

    private func isRecommended(_ model: CardRecommendationModel) -> Bool {
        guard case .recommended = model.phase.value else { return false }
        return true
    }

    @Test("advises while somebody types, and asks the server once, a moment after")
    func typing() async throws {
        try await purser.device.refreshCards()
        let model = CardRecommendationModel(purser)
        for text in ["gro", "groc", "groceries"] {
            model.text = text
            await untilShown { isAdvised(model) }
            await time.untilWaiting(1)
            time.advance(by: .milliseconds(299))
        }
        #expect(asked == 0)
        time.advance(by: .milliseconds(1))
        await untilShown { isRecommended(model) && !model.phase.isBusy }
        #expect(asked == 1)
        let answer = model.phase.value?.recommendation
        #expect(answer == API.Rewards.recommendCard.answers)
        // The same text is no change.
        model.text = "groceries"
        #expect(time.waiting == 0)
    }

    @Test("keeps the advice while the server cannot be reached")
    func offline() async throws {
        try await purser.device.refreshCards()
        preview.fail("recommendCard", with: NetworkFailure.offline)
        let model = CardRecommendationModel(purser)
        model.text = "groceries"
        await stopTyping()
        await untilShown { asked == 1 && !model.phase.isBusy }
        #expect(isAdvised(model) && model.phase.error == nil)
        let card = model.phase.value?.recommendation.primaryRecommendation
        #expect(card?.cardName == "Amex Gold" && card?.multiplier.minor == 400)
        preview.restore("recommendCard")
        await model.recommend()
        #expect(isRecommended(model) && asked == 2)
    }

    @Test("says why there is nothing, when the device knows no cards either")
    func nothing() async throws {
        preview.fail("recommendCard", with: NetworkFailure.offline)
        let model = CardRecommendationModel(purser)
        model.text = "groceries"
        await model.recommend()
        #expect(model.phase.error?.kind == .network(.offline) && model.phase.value == nil)
        preview.fail("recommendCard", with: Problem.invalid([Fault(field: "userCards", rule: "x")]))
        await model.recommend()
        #expect(model.phase.error?.details == ["userCards": "x"])
    }

    @Test("sends what is known of the purchase, and asks nothing of too little")
    func fields() async throws {
        let model = CardRecommendationModel(purser)
        for text in ["", "hi", "   "] {
            model.text = text
            #expect(!model.isComplete)
            await model.recommend()
        }
        #expect(asked == 0 && model.phase == .idle)
        model.text = "dinner for two"
        model.category = .restaurants
        model.merchant = " "
        model.amount = DecimalAmount(minor: 8_050)
        await model.recommend()
        let sent = try #require(preview.requests.last { $0.endpoint == "recommendCard" })
        let request = try WireDecoder.decode(
            API.Rewards.RecommendationRequest.self,
            from: JSONParser.parse(sent.request.body ?? [])
        )
        #expect(
            request
                == API.Rewards.RecommendationRequest(
                    userQuery: "dinner for two",
                    spendingCategory: .restaurants,
                    amount: DecimalAmount(minor: 8_050)
                )
        )
        model.reset()
        #expect(model.phase == .idle && model.text.isEmpty && model.amount == nil)
    }

    @Test("shows nothing once the member is gone")
    func signOut() async throws {
        time.holds = false
        let model = CardRecommendationModel(purser)
        model.text = "groceries"
        await model.recommend()
        #expect(model.phase.value != nil)
        try await purser.session.signOut()
        await untilShown { model.phase == .idle && model.text.isEmpty }
    }
}
