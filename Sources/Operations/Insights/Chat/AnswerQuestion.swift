import Insights
import Kernel
import SQL
import Store

extension InsightsOperations {
    /// Answers a question without a language model, within one transaction that reads.
    ///
    /// - Parameters:
    ///   - message: What is asked.
    ///   - earlier: The questions before it in the conversation, oldest first, from which it may
    ///     take what it does not say.
    ///   - membership: Whose money it is about, and nobody else's.
    ///   - now: The instant that counts as now.
    ///   - session: Where it is read.
    /// - Returns: The answer; without figures where the message is no question about money.
    /// - Throws: `DatabaseError`.
    /// - Complexity: O(entries of the days that are asked for), whatever the history's length.
    func answer(
        _ message: String,
        after earlier: [String],
        _ membership: Membership,
        at now: Timestamp,
        in session: any Session
    ) throws -> Answer {
        let (answerer, ledger) = try answerer(membership, at: now, in: session)
        return try answerer.answer(message, after: earlier, from: ledger)
    }

    /// Answers a question that is read already.
    func answer(
        to question: LedgerQuestion,
        _ membership: Membership,
        at now: Timestamp,
        in session: any Session
    ) throws -> Answer {
        let (answerer, ledger) = try answerer(membership, at: now, in: session)
        return try answerer.answer(to: question, from: ledger)
    }

    private func answerer(
        _ membership: Membership,
        at now: Timestamp,
        in session: any Session
    ) throws -> (Answerer, MemberLedger) {
        let today = membership.zone.day(of: now)
        let answerer = Answerer(
            today: today,
            currency: membership.currency,
            catalogue: catalogue
        )
        let book = try book(of: membership, at: now, in: session)
        let ledger = MemberLedger(
            membership: membership,
            today: today,
            catalogue: catalogue,
            book: book,
            session: session
        )
        return (answerer, ledger)
    }
}
