public import Contract
import Kernel
public import Observation

/// Which card to pay with, as somebody types what is bought.
///
/// This device advises with every change of what is asked, by the cards it keeps; a moment after
/// the last one the server is asked, and its answer takes the place of the advice. When the server
/// cannot be reached the advice stays. What is shown is of the last change, whichever answer comes
/// last.
@MainActor
@Observable
public final class CardRecommendationModel {
    /// What is known of which card is best.
    public enum Answer: Sendable, Equatable {
        /// The server has answered.
        case recommended(API.Rewards.RecommendationResponse)
        /// What it would answer, by what this device keeps.
        case advised(CardAdvice)

        /// The cards with their reasons.
        public var recommendation: API.Rewards.RecommendationResponse {
            switch self {
            case .recommended(let answer): answer
            case .advised(let advice): advice.recommendation
            }
        }
    }

    /// The purchase in words.
    public var text = "" { didSet { if text != oldValue { noteChange() } } }
    /// On what is spent; found by ``text`` and ``merchant`` when `nil`.
    public var category: API.Rewards.SpendingCategory? {
        didSet { if category != oldValue { noteChange() } }
    }
    /// Where; found by ``text`` when `nil`.
    public var merchant: String? { didSet { if merchant != oldValue { noteChange() } } }
    /// How much; found by ``text`` when `nil`.
    public var amount: DecimalAmount? { didSet { if amount != oldValue { noteChange() } } }

    @ObservationIgnored private let purser: Purser
    @ObservationIgnored private var watch: SessionWatch?
    /// What advises at once, and asks a moment after the last change.
    @ObservationIgnored private var asking: Task<Void, Never>?
    private let content: Content<Answer>

    /// Makes a model of no purchase.
    public init(_ purser: Purser) {
        self.purser = purser
        content = Content(purser)
        watch = SessionWatch(purser) { [weak self] in self?.reset() }
    }

    deinit { asking?.cancel() }

    /// The answer; idle while nothing is asked.
    public var phase: Phase<Answer> { content.phase }
    /// Whether there is enough to ask about: at least three characters.
    public var isComplete: Bool {
        text.unicodeScalars.count >= Limits.rewardQueryLeastCharacters && !text.isBlank
    }

    /// Asks at once, without waiting for somebody to type on.
    public func recommend() async {
        asking?.cancel()
        asking = nil
        guard let request else { return forget() }
        await ask(request)
    }

    /// Asks nothing.
    public func reset() {
        (text, category, merchant, amount) = ("", nil, nil, nil)
        forget()
    }

    private var request: API.Rewards.RecommendationRequest? {
        guard isComplete else { return nil }
        return .init(
            userQuery: text,
            spendingCategory: category,
            merchant: merchant.flatMap { $0.isBlank ? nil : $0 },
            amount: amount
        )
    }

    private func noteChange() {
        asking?.cancel()
        asking = nil
        guard let request else { return forget() }
        let time = purser.client.time
        asking = Task { [weak self] in
            // Begun after what took its place, it would count as the later one.
            guard !Task.isCancelled else { return }
            await self?.advise(request)
            do { try await time.pause(Self.pause) } catch { return }
            await self?.ask(request)
        }
    }

    /// Shows what this device says; nothing changes when it says nothing.
    private func advise(_ request: API.Rewards.RecommendationRequest) async {
        await content.load(reload: false) { purser in
            guard let advice = try? await purser.device.recommendCard(request) else {
                throw CancellationError()
            }
            try Task.checkCancellation()
            return .advised(advice)
        }
    }

    private func ask(_ request: API.Rewards.RecommendationRequest) async {
        await content.load(reload: true) { purser in
            let answer: Answer
            do {
                answer = .recommended(
                    try await purser.call(API.Rewards.recommendCard, request)
                )
            } catch let error as PurserError where error.isTemporary {
                guard let advice = try await purser.device.recommendCard(request) else {
                    throw error
                }
                answer = .advised(advice)
            }
            // Who typed on meanwhile asks for something else.
            try Task.checkCancellation()
            return answer
        }
    }

    private func forget() {
        asking?.cancel()
        asking = nil
        content.reset()
    }

    /// How long nobody must have typed.
    private nonisolated static let pause = Duration.milliseconds(300)
}
