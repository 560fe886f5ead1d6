import Contract
import Insights

extension API.Insights.Source {
    /// A source as an answer shows it, with its texts masked.
    init(_ source: AnswerSource) {
        self.init(
            txCode: SearchTable.code(of: source.id),
            transactionID: source.id,
            occurredOn: WireDay(source.day),
            merchant: MaskedText.masked(source.merchant),
            amountCents: source.cents,
            category: MaskedText.masked(source.category),
            score: Ratio(Int64(source.thousandths), of: 1_000),
            matchedTerms: source.matchedTerms,
            reasons: source.reasons
        )
    }
}
