public import Contract
public import Observation

/// A purchase somebody thinks about: how avoidable it looks, and whether it may go ahead.
@MainActor
@Observable
public final class PurchaseCheckModel {
    /// What is known of whether the purchase may go ahead.
    public enum Verdict: Sendable, Equatable {
        /// The server has decided.
        case decided(API.Guardian.AuthorizeResponse)
        /// The server could not be reached; so it would decide by what this device knows.
        case advised(PurchaseAdvice)

        /// Whether the purchase may go ahead.
        public var decision: API.Guardian.AuthorizeDecision {
            switch self {
            case .decided(let answer): answer.decision
            case .advised(let advice): advice.decision
            }
        }

        /// The check that decided.
        public var reason: API.Guardian.AuthorizeReason {
            switch self {
            case .decided(let answer): answer.reason
            case .advised(let advice): advice.reason
            }
        }

        /// A sentence for the member, on a decline and on a warning.
        public var message: String? {
            switch self {
            case .decided(let answer): answer.message
            case .advised(let advice): advice.message
            }
        }
    }

    /// The price in cents.
    public var amountCents: Int64 = 0 { didSet { forgetAnswers(oldValue != amountCents) } }
    /// The merchant.
    public var merchant = "" { didSet { forgetAnswers(oldValue != merchant) } }
    /// The category; found by merchant and code when there is none.
    public var category: String? { didSet { forgetAnswers(oldValue != category) } }
    /// The merchant category code, if it is known.
    public var mcc: Int64? { didSet { forgetAnswers(oldValue != mcc) } }

    @ObservationIgnored private let purser: Purser
    @ObservationIgnored private var watch: SessionWatch?
    /// The idempotency key of a decision that was asked for and not heard.
    @ObservationIgnored private var key: String?
    private let verdicts: Content<Verdict>
    private let scores: Content<API.Guardian.ScoreResponse>

    /// Makes a model of an empty purchase.
    public init(_ purser: Purser) {
        self.purser = purser
        verdicts = Content(purser)
        scores = Content(purser)
        watch = SessionWatch(purser) { [weak self] in self?.reset() }
    }

    /// Whether the purchase may go ahead.
    public var verdict: Phase<Verdict> { verdicts.phase }
    /// How avoidable it looks.
    public var score: Phase<API.Guardian.ScoreResponse> { scores.phase }
    /// Whether there is something to ask about.
    public var isComplete: Bool {
        amountCents > 0 && merchant.contains { !$0.isWhitespace }
    }

    /// Asks the server to decide; when it cannot be reached, this device advises.
    ///
    /// Asked again after the answer got lost, it is the same purchase; after an answer it is a new
    /// one. While one is decided nothing else is.
    public func check() async {
        guard !verdict.isBusy else { return }
        let purchase = API.Guardian.AuthorizeRequest(
            amountCents: amountCents,
            merchant: merchant,
            category: category,
            mcc: mcc
        )
        let key = key ?? purser.client.time.newName()
        self.key = key
        verdicts.reset()
        let verdict = await verdicts.load(reload: true) { purser in
            do {
                return .decided(
                    try await purser.with { $0.idempotencyKey = key }
                        .call(API.Guardian.authorizePurchase, purchase)
                )
            } catch let error as PurserError {
                guard case .network = error.kind,
                    let advice = try? await purser.device.checkPurchase(purchase)
                else { throw error }
                return .advised(advice)
            }
        }
        // Whoever changed the purchase meanwhile has begun another.
        guard self.key == key else { return }
        switch verdict {
        case .success(.decided): self.key = nil
        case .failure(let error) where error.isFinal: self.key = nil
        case .success(.advised), .failure, nil: break
        }
    }

    /// Asks how avoidable the purchase looks; nothing is decided.
    public func askForScore() async {
        let purchase = API.Guardian.ScoreRequest(
            amount: DecimalAmount(minor: amountCents),
            merchantName: merchant,
            mcc: mcc
        )
        await scores.load(reload: true) {
            try await $0.call(API.Guardian.scoreTransaction, purchase)
        }
    }

    /// Begins with an empty purchase.
    public func reset() {
        (amountCents, merchant, category, mcc) = (0, "", nil, nil)
        forgetAnswers(true)
    }

    private func forgetAnswers(_ isNeeded: Bool) {
        guard isNeeded else { return }
        key = nil
        verdicts.reset()
        scores.reset()
    }
}

extension DeviceEngine {
    /// The same for a purchase that is put together already.
    func checkPurchase(_ purchase: API.Guardian.AuthorizeRequest) async throws -> PurchaseAdvice? {
        try await checkPurchase(
            amountCents: purchase.amountCents,
            merchant: purchase.merchant,
            category: purchase.category,
            mcc: purchase.mcc
        )
    }
}
