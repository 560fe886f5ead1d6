public import Catalogue

/// What an English sentence about a purchase says.
///
/// The same sentence always says the same.
public struct PurchaseSentence: Hashable, Sendable {
    /// What the member wants.
    public let intent: SentenceIntent
    /// The amount, if one is named.
    public let amount: SaidAmount?
    /// What is bought, and where.
    public let told: ToldCategory
    /// The card that is meant.
    public let card: NamedCard

    /// Reads a sentence.
    ///
    /// The card's own name tells neither amount nor category: `gas with PayPal Cashback Mastercard`
    /// is gas. Only if nothing else tells a category the name may.
    ///
    /// - Parameters:
    ///   - text: What was typed, 1...1,000 scalars.
    ///   - cards: The member's cards.
    ///   - catalogue: The merchants beyond the contract's map.
    public init(_ text: String, cards: [RewardCard] = [], catalogue: Catalogue = .standard) {
        let all = SentenceWords(text)
        let (card, places) = NamedCard.find(in: all, among: cards)
        let rest = places.map { all.text(without: $0) } ?? text
        let words = places == nil ? all : SentenceWords(rest)
        let told = ToldCategory(
            given: nil,
            merchant: nil,
            query: rest,
            words: words,
            catalogue: catalogue
        )
        let amount = SaidAmount(in: words)
        self.card = card
        self.amount = amount
        self.told =
            places == nil || told.source != .nothing
            ? told
            : ToldCategory(
                given: nil,
                merchant: nil,
                query: text,
                words: all,
                catalogue: catalogue
            )
        self.intent = SentenceIntent(words, hasAmount: amount != nil)
    }

    /// The category that the sentence says; `nil` when it says none.
    ///
    /// It is never `general` unless the word is there.
    public var category: RewardsCategory? { told.source == .nothing ? nil : told.category }

    /// How sure the reading is, in percent.
    ///
    /// 100 when each part is said outright. A keyword takes 10 of it and a merchant of the
    /// catalogue 5; a number without a sign takes 10; for a recommendation no category takes 50,
    /// and for an update each part that is missing takes 30.
    public var confidencePercent: Int {
        var percent = 100
        switch told.source {
        case .given, .merchant, .generalWord: break
        case .catalogue: percent -= 5
        case .keyword: percent -= 10
        case .nothing:
            switch intent {
            case .recommendation: percent -= 50
            case .spendingUpdate: percent -= 30
            case .limitCheck: break
            }
        }
        if amount?.mark == SaidAmount.Mark.none { percent -= 10 }
        if intent == .spendingUpdate, card.id == nil { percent -= 30 }
        return percent
    }
}
