import Insights
import Kernel
import SQL
import Store

extension InsightsOperations {
    /// Answers a question without a language model.
    ///
    /// It stands in until the answerer is there, which takes the place of this file.
    func answer(
        _ message: String,
        after earlier: [String],
        _ membership: Membership,
        at now: Timestamp,
        in session: any Session
    ) throws -> Answer {
        Answer("Ask about spending, income, balances or what is safe to spend.")
    }
}
